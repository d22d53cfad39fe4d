"""How a program, a table, a record and a search are laid out, and access to their numbers."""
