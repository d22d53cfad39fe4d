"""Drills: questions about the play and the count of a ruleset, selected by frequency, cost and mistakes."""
