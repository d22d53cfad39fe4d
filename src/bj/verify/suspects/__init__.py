"""Edits of the rules, texts or game that may explain a difference."""
