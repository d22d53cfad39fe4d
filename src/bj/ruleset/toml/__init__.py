"""Handles TOML as text: syntax, faults, and the places of values."""
