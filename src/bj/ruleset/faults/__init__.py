"""Finds, locates and describes the faults in a ruleset.

Many faults come from foreign names: names that other games and programs use for a rule. Others come from
values in the words that players use, such as ``"no double after split"``.
"""
