"""Plays games: runs the engine, asks the players, prints the transcript and reports errors."""
