"""Cases test rulesets as tests do code. Each case is a game with its expected outcome."""
