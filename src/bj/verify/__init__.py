"""Checks whether a transcript from another program follows the rules, and finds the rules that it breaks."""
