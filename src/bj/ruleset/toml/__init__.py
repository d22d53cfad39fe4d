"""Handle TOML as text: its syntax, its faults, and the places of its values."""
