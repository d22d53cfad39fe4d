"""Text that is safe to show in a terminal, a log or a Markdown renderer."""
