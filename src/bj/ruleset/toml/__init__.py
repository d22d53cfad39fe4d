"""TOML as text: its syntax and its faults, and where in it a value stands."""
