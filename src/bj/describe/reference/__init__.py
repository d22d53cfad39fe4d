"""The reference of the language in Markdown, made from the models and tables that define it."""
