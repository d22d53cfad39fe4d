"""The language of rulesets as a JSON Schema."""
