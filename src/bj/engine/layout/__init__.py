"""The layout of a program, a table, a record and a search, and access to their numbers."""
