"""Drills: endless series of questions, either about how to play a ruleset or about the count."""
