"""Describe rulesets in words: as rule cards, as differences between rulesets, and as the reference."""
