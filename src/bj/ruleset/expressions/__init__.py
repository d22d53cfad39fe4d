"""Parses and checks expressions, which use a small subset of Python's syntax."""
