"""The interface for running a game and reading its state."""
