"""Formats text so that it is safe in terminals, logs, Markdown, HTML and spreadsheets."""
