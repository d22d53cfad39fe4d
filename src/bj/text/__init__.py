"""Text for people that is safe for a terminal, a log or a renderer of Markdown."""
