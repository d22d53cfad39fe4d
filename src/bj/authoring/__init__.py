"""New rulesets: files whose comments teach, for authors to change."""
