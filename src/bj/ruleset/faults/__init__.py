"""Finds and describes the faults of a ruleset."""
