"""Answers editors about the text of a ruleset: functions of strings and offsets, without a protocol."""
