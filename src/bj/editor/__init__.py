"""Answers an editor's questions about the text of a ruleset, independently of any editor protocol."""
