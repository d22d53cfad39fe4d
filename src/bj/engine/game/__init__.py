"""The game: a loop over the steps of a program, and the code for each step."""
