"""Writes new rulesets whose comments teach authors how to change them."""
