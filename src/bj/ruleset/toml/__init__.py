"""Handles TOML as text: its syntax, its faults, and the positions of its values."""
