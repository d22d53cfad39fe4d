"""Answers for a page about a ruleset: functions on JSON data that know nothing of browsers."""
