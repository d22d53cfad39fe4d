"""Answers questions about the text of a ruleset for any kind of editor."""
