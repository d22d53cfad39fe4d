"""Compiles a checked ruleset and its arguments to the integers that the engine reads."""
