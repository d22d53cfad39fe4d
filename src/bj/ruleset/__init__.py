"""The ruleset language: text in, a checked Ruleset out."""
