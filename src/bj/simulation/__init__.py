"""Simulations of millions of hands or thousands of games, and their results."""
