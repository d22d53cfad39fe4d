"""Edits to the rules, messages or game that may explain a difference."""
