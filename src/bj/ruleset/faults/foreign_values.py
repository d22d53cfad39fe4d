"""Values of rules in the forms that other games and programs have for them, rewritten for bj."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import tomli

from bj.cards import RANKS
from bj.catalogue.limits import MOST_PACKS, MOST_SPLIT
from bj.errors import Fix
from bj.ruleset.faults.value_hints import as_ratio
from bj.ruleset.model.house_words import remedy_for
from bj.ruleset.model.penetration import respell

MOST_PACKS_LEFT = 10
"""Larger numbers are percentages."""


def keep(value: Any) -> Any:
    """The same value."""
    return value


def if_true(meant: Any, otherwise: Any = None) -> Callable[[Any], Any]:
    """Rewrites true as one value, and false as another one."""
    return lambda value: meant if value is True else otherwise if value is False else None


def one_of(words: Mapping[Any, Any]) -> Callable[[Any], Any]:
    """Rewrites words in any case, and true and false."""
    by_word = {str(word).lower(): meant for word, meant in words.items()}
    return lambda value: by_word.get(str(value).lower()) if isinstance(value, str | int) else None


def to_ratio(value: Any) -> Any:
    """Rewrites a payout, also one that is written in another way."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return as_ratio(str(value)) or None


def to_rule(key: str) -> Callable[[Any], Any]:
    """Rewrites a value of the rule ``key``, also one that is written in another way."""

    def rewrite(value: Any) -> Any:
        remedy = remedy_for(key, value)
        if isinstance(remedy, Fix):
            return tomli.loads(f"value = {remedy.text}")["value"]
        return value if not remedy and isinstance(value, bool | str | dict) else None

    return rewrite


def to_packs(value: Any) -> Any:
    """Rewrites a number of packs, also in words."""
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
    found = re.fullmatch(r"\s*([0-9]{1,2}|[a-z]+)(?: (?:decks?|packs?))?\s*", str(value).lower())
    if found is None or isinstance(value, bool):
        return None
    number = words.index(found[1]) + 1 if found[1] in words else int(found[1]) if found[1].isdigit() else 0
    return number if 1 <= number <= MOST_PACKS else None


def to_penetration(value: Any) -> Any:
    """Rewrites how far a shoe is dealt; a small number is the packs left at the cut card."""
    if isinstance(value, int | float) and 1 <= value < MOST_PACKS_LEFT:
        return f"{value:g} pack{'s' if value != 1 else ''} left"
    return respell(value) or (value if isinstance(value, str) else None)


def to_split_hands(added: int) -> Callable[[Any], Any]:
    """Rewrites a number of hands, or of splits, as the table of ``split``."""
    return lambda value: (
        {"hands": value + added} if type(value) is int and 2 <= value + added <= MOST_SPLIT else None
    )


def to_pack_without(value: Any) -> Any:
    """Rewrites a list of ranks as the number of each in a pack."""
    listed = value if isinstance(value, list) else str(value).split()
    codes = [{"10": "T", "TENS": "T"}.get(str(each).upper(), str(each).upper()) for each in listed]
    return dict.fromkeys(codes, 0) if codes and {*codes} <= {*RANKS} else None
