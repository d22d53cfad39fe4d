"""Explanations of wrong transcripts: the cheapest set of edits of the rules."""
