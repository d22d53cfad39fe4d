"""Verification: whether the transcript of another program follows the rules, and which rules it breaks."""
