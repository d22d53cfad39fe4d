"""What editors ask about the text of a ruleset, as functions of texts and offsets, without any protocol."""
