"""Describes the rules of a ruleset in plain English: its rule card, or how it differs from another."""
