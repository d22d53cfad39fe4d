"""Explains how to write wild cards and jokers. Other programs have special keys for them."""

from __future__ import annotations

import re
from typing import Any

from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_values import fold, to_two_values

WILD = "; to let a joker take its best value, see docs/powers.md#let-a-joker-count-what-is-best"
JOKERS = (
    'write `X = { name = "Joker", value = 10 }` under [cards.ranks], with the value of a joker, and '
    '`pack = { X = 0, "XS XH" = 1 }` under [cards] for two jokers in a pack'
)
WILD_KEYS = ("wild", "is_wild", "any", "joker", "is_joker", "values")
COPIES = ("copies", "count", "number", "per_pack", "per_deck", "how_many", "in_pack", "in_deck")


def find_jokers(path: KeyPath) -> str | None:
    """Suggest a rank for a key about jokers. Return None for any other key."""
    is_rank = path[:2] == ("cards", "ranks") and len(path) == 3
    is_of_house = len(path) < 3 and path[0] not in ("output", "prompts")
    is_joker = re.search(r"(?:^|_)jokers?(?:_|$)", fold(path[-1])) is not None
    return JOKERS + WILD if is_joker and (is_rank or is_of_house) else None


def find_wild(path: KeyPath, value: Any) -> Remedy | None:
    """Suggest a remedy for a key that sets the value or the number of a rank's cards, or makes the rank wild.

    Return None for any other key.
    """
    if path[:2] != ("cards", "ranks") or len(path) != 4:
        return None
    key = fold(path[-1])
    if key in ("worth", "points", "counts_as") and type(value) is int:
        return Fix("", f"write `value = {value}`", to=(*path[:-1], "value"))
    if key in COPIES:
        return 'write `pack` under [cards], as in `pack = { X = 0, "XS XH" = 1 }` for two jokers in a pack'
    is_value = path[-1] == "value" and isinstance(value, str | list) and not to_two_values(value)
    is_wild = key in WILD_KEYS or is_value
    return "a card has a `value`, and may have a second one in `or`" + WILD if is_wild else None
