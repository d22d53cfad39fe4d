"""Answers for editors about the text of a ruleset: functions of texts and offsets, without a protocol."""
