"""Handles the text of TOML documents: their syntax, their faults, and the positions of values."""
