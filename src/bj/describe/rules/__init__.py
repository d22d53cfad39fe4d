"""Describes rules in plain English, on rule cards and in comparisons of two rulesets."""
