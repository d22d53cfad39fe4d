"""Text for people: what a terminal, a log or a renderer of Markdown may be given."""
