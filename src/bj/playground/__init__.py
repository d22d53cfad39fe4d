"""Answers for a page about a ruleset: functions of data that JSON can hold, without a word of a browser."""
