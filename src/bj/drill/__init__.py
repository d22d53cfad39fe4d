"""Drills: endless series of questions about how to play a ruleset, or about the count."""
