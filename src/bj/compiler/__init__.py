"""Compiles a checked ruleset and its arguments into the integers that the engine reads."""
