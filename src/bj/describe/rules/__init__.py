"""The rules of a ruleset in words: its rule card, and its differences from another ruleset."""
