"""Cases test rulesets like code. Each case is a game with its expected outcome."""
