"""Verification: checks whether another program's transcript follows the rules, and which rules it breaks."""
