"""Describe rules in plain English, for rule cards and for comparisons of rulesets."""
