"""Make a JSON Schema of the language of rulesets."""
