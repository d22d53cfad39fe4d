"""The search: plays every possible card and every action, and stores the results."""
