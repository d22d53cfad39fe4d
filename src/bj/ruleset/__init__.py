"""The ruleset language: turns text into a checked Ruleset."""
