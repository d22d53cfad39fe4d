"""Verification: whether a transcript of somebody else follows the rules, and which of them it breaks."""
