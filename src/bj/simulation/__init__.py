"""Simulates millions of hands or thousands of games, and reports the results."""
