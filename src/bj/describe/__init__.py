"""Descriptions of rulesets: rule cards, differences and the reference."""
