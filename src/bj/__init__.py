"""TOML rulesets describe variants of blackjack; one engine runs them."""

__version__ = "0.1.0"
