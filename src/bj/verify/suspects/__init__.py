"""Edits that may explain a difference: of the rules, of the texts, and of the game."""
