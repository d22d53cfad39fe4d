"""What describes a ruleset: its rule card and the reference."""
