"""The layouts of programs, tables, records and searches, and access to their numbers."""
