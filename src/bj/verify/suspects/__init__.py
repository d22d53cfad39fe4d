"""Edits of the rules, messages or game that may explain a difference."""
