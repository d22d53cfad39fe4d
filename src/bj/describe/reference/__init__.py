"""The reference of the ruleset language in Markdown, made from the models and tables that define it."""
