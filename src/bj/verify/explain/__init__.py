"""Explains wrong transcripts by the cheapest set of edits to the rules."""
