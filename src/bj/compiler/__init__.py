"""Compiles a checked ruleset and its arguments to the whole numbers that the engine plays."""
