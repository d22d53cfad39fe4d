"""The interpreter: integers in, integers out."""
