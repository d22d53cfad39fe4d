"""The record of a game, and the lines of text that its events print."""
