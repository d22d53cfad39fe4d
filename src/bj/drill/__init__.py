"""Drills: endless questions, with their answers, about the right play or the count in a ruleset."""
