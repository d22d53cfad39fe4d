"""House rules: what a house allows or does, yes or no. The number of a rule is a bit of the program."""

from __future__ import annotations

from typing import NamedTuple

from bj.catalogue.layout import Layout


class Rule(NamedTuple):
    """A house rule: a key of ``[rules]``."""

    key: str
    bit: int
    means: str
    """What is so when it is true."""
    section: str
    """Where the rule card speaks of it."""
    fact: str
    """What its sentence there is about."""
    yes: str
    """The sentence when the rule is true."""
    no: str
    """The sentence when it is false; nothing where that goes without saying."""
    without: tuple[str, ...]
    """Rules of which each has to be true for this one to have an effect."""


RULES: dict[str, Rule] = {}
"""Every house rule by its key, in the order of the reference."""

_bits = Layout()


def _rule(
    key: str,
    means: str,
    section: str,
    fact: str,
    yes: str,
    no: str = "",
    without: tuple[str, ...] = (),
) -> int:
    """Add a house rule to the catalogue: its bit."""
    bit = 1 << _bits.field()
    RULES[key] = Rule(key, bit, means, section, fact, yes, no, without)
    return bit


DEALER_NATURAL = _rule(
    "dealer_natural",
    "Whether a dealer's natural beats every other hand and ties with a player's natural.",
    "Outcome",
    "dealer natural",
    "A dealer's natural beats every hand but a player's natural, with which it ties.",
    "A dealer's natural counts no more than other hands of the same total.",
)
STAND_ON_TARGET = _rule(
    "stand_on_target",
    "Whether a hand that has reached the target stands by itself.",
    "Outcome",
    "stand",
    "A hand that has reached the target stands by itself.",
    "A hand that has reached the target is played like any other.",
)
DOUBLE = _rule(
    "double",
    "Whether a hand of two cards may be doubled, for one more card.",
    "Wagers",
    "double",
    "The wager on a hand of two cards may be doubled for exactly one more card.",
    "The wager on a hand of two cards may not be doubled.",
)
ORIGINAL_BETS_ONLY = _rule(
    "original_bets_only",
    "Whether a dealer's natural takes no more than the initial wager of a doubled hand.",
    "Wagers",
    "original bets",
    "A dealer's natural takes no more than the initial wager of a doubled hand.",
    without=("double", "dealer_natural"),
)
CREDIT = _rule(
    "credit",
    "Whether a player may wager more than the bankroll.",
    "Wagers",
    "limit",
    "A wager may be higher than the bankroll: there is credit.",
    "A wager is at most the bankroll.",
)
DEALER_ALWAYS = 1 << _bits.field()
"""The dealer plays also when every player has bust: ``dealer.plays = "always"``."""
