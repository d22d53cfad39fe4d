"""Cases: games of a ruleset with their expected outcomes, which test variants like code."""
