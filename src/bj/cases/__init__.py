"""Test cases for rulesets. Each case describes a game and its expected outcome."""
