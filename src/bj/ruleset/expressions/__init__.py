"""Expressions: parse and check a small part of Python's syntax."""
