"""The ruleset language: turn text into a checked ruleset."""
