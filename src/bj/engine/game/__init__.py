"""The game: the loop over the steps of a program, and what each step does."""
