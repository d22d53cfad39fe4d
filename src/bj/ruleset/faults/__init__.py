"""Finds, locates and describes the faults of a ruleset."""
