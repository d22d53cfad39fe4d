"""The record of a game: its events as lines."""
