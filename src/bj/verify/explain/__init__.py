"""Explanations of wrong transcripts: edits of the rules with costs, and the cheapest set of them."""
