"""The Markdown reference for the ruleset language, generated from the models and tables that define it."""
