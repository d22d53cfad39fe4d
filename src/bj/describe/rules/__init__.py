"""The rules of a ruleset in words: what a rule card says, and what makes one ruleset differ from another."""
