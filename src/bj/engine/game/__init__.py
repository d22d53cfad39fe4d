"""The game: the loop over the steps of a program, and the implementation of each step."""
