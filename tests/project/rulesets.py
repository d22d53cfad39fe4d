"""A ruleset for tests of the library: few ranks, so its exact values are quick."""

FEW_RANKS = """
[ruleset]
title = "Few ranks"
extends = "infinite"

[cards]
pack = { "2 3 4 5 6 7 9 J Q K" = 0 }
"""
