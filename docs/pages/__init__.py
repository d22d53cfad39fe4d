"""The pages of the site, as Markdown: guides with their links, and what is generated."""
