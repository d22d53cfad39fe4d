"""The search, which plays every possible card and every action, and stores the results."""
