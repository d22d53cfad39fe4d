"""The ruleset language: read rulesets from text, check them, and report faults."""
