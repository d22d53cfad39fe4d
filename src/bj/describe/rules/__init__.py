"""Describes the rules of a ruleset in plain English: its rule card, and its differences from another."""
