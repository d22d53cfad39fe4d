"""The interface through which drivers control and read a game."""
