"""Verification: whether the transcript of another program follows the rules, and which of them it breaks."""
