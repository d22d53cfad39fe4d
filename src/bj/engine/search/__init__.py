"""The search: every possible card and every action, and their results."""
