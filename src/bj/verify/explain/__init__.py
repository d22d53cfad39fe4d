"""Finds the likeliest mistakes in a program whose transcript is wrong."""
