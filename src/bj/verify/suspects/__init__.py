"""Provides edits to the rules, the messages or the game that may explain a difference."""
