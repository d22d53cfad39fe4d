"""Answers an editor's questions about the text of a ruleset, with functions of strings and offsets."""
