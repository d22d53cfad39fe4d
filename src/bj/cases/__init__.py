"""Cases: games of a ruleset with their expected outcome, to test variants like code."""
