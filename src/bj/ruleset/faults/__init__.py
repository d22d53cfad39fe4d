"""The faults of a ruleset, in words."""
