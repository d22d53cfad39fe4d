"""Drills: questions about the play and the count of a ruleset, weighted by frequency, cost and mistakes."""
