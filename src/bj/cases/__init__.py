"""Cases: games of a ruleset with what is expected of them, to test variants like code."""
