"""New rulesets: files with comments that teach, for authors to change."""
