"""Answers a page about a ruleset: functions of JSON data, independent of browsers."""
