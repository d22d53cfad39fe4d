"""The reference for the ruleset language in Markdown, generated from the models and tables that define it."""
