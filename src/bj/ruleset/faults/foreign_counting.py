"""Reads descriptions of card counting: names of counting systems, and tags."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.cards import RANKS
from bj.ruleset.charts import list_ranks
from bj.ruleset.toml.reading_and_writing import write_value

_TENS = "T J Q K"

COUNTS: Mapping[str, Mapping[str, int]] = {
    "hi lo": {"2 3 4 5 6": 1, f"{_TENS} A": -1},
    "ko": {"2 3 4 5 6 7": 1, f"{_TENS} A": -1},
    "hi opt i": {"3 4 5 6": 1, _TENS: -1},
    "hi opt ii": {"2 3 6 7": 1, "4 5": 2, _TENS: -2},
    "omega ii": {"2 3 7": 1, "4 5 6": 2, "9": -1, _TENS: -2},
    "zen": {"2 3 7": 1, "4 5 6": 2, _TENS: -2, "A": -1},
    "halves": {"2 7": 1, "3 4 6": 2, "5": 3, "9": -1, f"{_TENS} A": -2},
    "silver fox": {"2 3 4 5 6 7": 1, f"9 {_TENS} A": -1},
    "ace five": {"5": 1, "A": -1},
}
"""Maps the name of each counting system to its tags for the ranks.

The tags for Halves are doubled to make them whole numbers.
"""

NAMES: Mapping[str, str] = {
    **dict.fromkeys(("hilo", "high low", "high lo", "plus minus"), "hi lo"),
    **dict.fromkeys(("knock out", "knockout", "k o"), "ko"),
    **dict.fromkeys(("hi opt 1", "hiopt 1", "hiopt i", "hi opt"), "hi opt i"),
    **dict.fromkeys(("hi opt 2", "hiopt 2", "hiopt ii"), "hi opt ii"),
    **dict.fromkeys(("omega 2", "omega", "omega2"), "omega ii"),
    **dict.fromkeys(("wong halves",), "halves"),
    **dict.fromkeys(("ace 5",), "ace five"),
}
"""Maps other names for counting systems to the names in ``COUNTS``."""

LARGEST_TAG = 20

COUNT_SECTIONS = re.compile(r"(?:card_)?(?:counts?|counting|counter)(?:_(?:system|strategy))?")
"""Matches the names, in snake case, of sections that describe how to count cards."""

RAMP = (
    'write `wager = "min(bankroll, minimum * max(1, min(8, true_count)))"` under [strategies.NAME], and '
    '`true_count = "floor(52 * count / cards_left)"` under [define]: see '
    "docs/strategies.md#bet-by-the-true-count"
)
"""The remedy for a bet spread or a betting ramp."""


def to_count(value: Any) -> Mapping[str, int] | None:
    """Return the tags for a counting system, given as a name or as a table.

    Return None for any other value.

    >>> to_count("Omega 2") == COUNTS["omega ii"], to_count({"5": 1, "10": -1, "name": "Mine"})
    (True, {'5': 1, 'T J Q K': -1})
    """
    if isinstance(value, str):
        name = " ".join(
            re.sub(r"\b(count|system|the)\b", " ", re.sub(r"[-_\s]+", " ", value.lower())).split()
        )
        return COUNTS.get(NAMES.get(name, name))
    if not isinstance(value, dict):
        return None
    named = [tags for each in value.values() if isinstance(each, str) and (tags := to_count(each))]
    inner = [tags for each in value.values() if isinstance(each, dict) and (tags := to_count(each))]
    inner = [tags for tags in inner if min(tags.values()) < 0]  # the others are spreads
    return _group(value) or next(iter([*inner, *named]), None)


def _group(tags: Mapping[str, Any]) -> Mapping[str, int] | None:
    """Group the ranks that have the same tag. Return None if no rank has a tag."""
    ranks = {key: list_ranks(str(key), RANKS) for key, tag in tags.items() if _is_tag(tag)}
    has_faces = not {*"JQK"}.isdisjoint(" ".join(ranks.values()).split())
    by_value: dict[int, list[str]] = {}
    for key, listed in ranks.items():
        all_ranks = listed if has_faces else listed.replace("T", _TENS)
        by_value.setdefault(tags[key], []).extend(all_ranks.split())
    found = {" ".join(sorted(codes, key=RANKS.index)): tag for tag, codes in by_value.items() if codes}
    return found or None


def _is_tag(tag: Any) -> bool:
    return type(tag) is int and 0 < abs(tag) <= LARGEST_TAG


def advise_count(value: Any) -> str:
    """Return advice on where to write a count that is outside a strategy."""
    tags = to_count(value) or COUNTS["hi lo"]
    return f"write `count = {write_value(tags)}` under [strategies.NAME], where NAME is a strategy"
