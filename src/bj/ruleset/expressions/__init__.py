"""Expressions: a small part of Python's syntax, parsed and checked."""
