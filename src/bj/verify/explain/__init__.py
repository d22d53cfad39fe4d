"""Explains a wrong transcript by the cheapest set of edits to the rules."""
