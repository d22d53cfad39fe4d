"""From a checked ruleset and its arguments to whole numbers that the engine plays."""
