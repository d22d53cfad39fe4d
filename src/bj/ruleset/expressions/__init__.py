"""Expressions: parses and checks a small part of Python's syntax."""
