"""Describes rulesets in words: rule cards, differences between rulesets, and the reference."""
