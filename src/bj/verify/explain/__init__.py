"""Explaining what a transcript does differently: edits with costs, and the cheapest set of them."""
