"""Valid rulesets whose hands take as much work as their author likes."""

from __future__ import annotations

from typing import Any

from tests.engine.variant_parts import Data
from tests.engine.variants import Variant

TERMS = 32

DEFINE = {
    "long": f"{' + '.join(['total * cards % 7'] * TERMS)} >= 0",
    "longer": f"{' + '.join(['their_total * their_cards % 7'] * TERMS)} >= 0",
}
"""True conditions that take long to compute."""

TALK: Data = {"on": "drawn", "of": "anybody", "when": "not longer", "say": "x"}
"""A reaction that may follow every card of the table."""


def heavy(seats: int = 60, hands: int = 3, **changes: Any) -> Variant:
    """A game with many seats whose strategy hits up to 31, with some changed sections."""
    data: Data = {
        "ruleset": {"title": "Heavy", "format": 1},
        "define": DEFINE,
        "shoe": {"packs": "infinite"},
        "rules": {"minimum_wager": "1", "target": 31, "credit": True},
        "dealer": {"name": "Dealer", "draws": "total < 17"},
        "payouts": {"rounding": "down"},
        "strategies": {"s": {"wager": "1", "rules": [{"when": "total < 31", "do": "hit"}, {"do": "stand"}]}},
        "procedure": {
            "game": [{"repeat": "hand", "while": f"hand < {hands}"}],
            "hand": ["take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"],
            "deal": ["player up", "dealer up", "player up", "dealer down"],
        },
        "players": [{"name": f"P{seat}", "bankroll": "1000", "strategy": "s"} for seat in range(seats)],
    }
    for section, content in changes.items():
        data[section] = {**data.get(section, {}), **content}
    return Variant(data, {})


def with_strategy(seats: int = 60, hands: int = 3, **changes: Any) -> Variant:
    """The same game with a changed strategy."""
    plain = heavy().data["strategies"]["s"]
    return heavy(seats, hands, strategies={"s": {**plain, **changes}})


def talkative(seats: int = 60, reactions: int = 32, hands: int = 3) -> Variant:
    """A table where each player may react to each card of the others, in several ways."""
    return with_strategy(seats, hands, reactions=[TALK] * reactions)
