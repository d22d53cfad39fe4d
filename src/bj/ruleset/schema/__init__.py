"""The JSON Schema for rulesets."""
