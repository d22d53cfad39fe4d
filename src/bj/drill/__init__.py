"""Drills ask endless questions, with answers, about the right play or the count in a ruleset."""
