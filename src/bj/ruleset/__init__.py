"""The ruleset language: reads a ruleset from text, checks it, and reports faults."""
