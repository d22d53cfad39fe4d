"""Runs games. The engine reads and writes only integers."""
