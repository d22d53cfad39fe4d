"""Writes new rulesets, with comments that show authors how to change them."""
