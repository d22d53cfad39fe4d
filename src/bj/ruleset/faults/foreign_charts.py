"""Charts written as a text or as a table of hands, instead of as rows."""

from __future__ import annotations

import re
from typing import Any

from bj.catalogue.actions import PLAYS
from bj.ruleset.faults.foreign_values import to_rank
from bj.text.patterns import compile_later

HANDS = r"(hard|soft|pair)s?(?:_(?:totals?|hands?))?"
"""A key with all rows of one kind of hand."""

LONGEST_CHART = 4_000  # characters of a text that is read as a chart

HEAD = compile_later(r"[\s|2-9TJQKA10]+")
"""The upcards above the rows, or an empty line."""

LINE = compile_later(
    r"\s*+([0-9TJQKA]{1,2}(?:,[0-9TJQKA]{1,2})?)(\+| ?- ?[0-9]{1,2})?"
    r"\s*+[:|]?\s*+([A-Za-z]{1,2}(?:[\s|]++[A-Za-z]{1,2})*)\s*+\|?\s*+"
)
"""A row of a chart: its hand and its plays."""

_PLAYS = {each.upper(): each for each in PLAYS}


def read_chart(kind: str, value: Any) -> dict[str, str] | None:
    r"""The rows of a chart from a text or a table with a line for each hand; None if it is not a chart.

    >>> read_chart("hard", "  2 3 4\n17+ S S S\n12 H H S"), read_chart("pair", {"8,8": "P"})
    ({'hard 17..': 'S S S', 'hard 12': 'H H S'}, {'pair 8': 'P'})
    """
    if isinstance(value, dict) and all(isinstance(plays, str) for plays in value.values()):
        value = "\n".join(f"{hand} {plays}" for hand, plays in value.items())
    if not isinstance(value, str):
        return None
    rows: dict[str, str] = {}
    for line in value[:LONGEST_CHART].splitlines():
        match = LINE.fullmatch(line)
        plays = [_PLAYS.get(play.upper()) for play in re.findall("[A-Za-z]+", match[3])] if match else [None]
        if match is None or None in plays:
            if (HEAD.fullmatch(line) and not rows) or not line.strip():
                continue
            return None
        rows[f"{kind} {_read_hand(kind, match[1])}{_read_end(match[2])}"] = " ".join(filter(None, plays))
    return rows or None


def _read_hand(kind: str, hand: str) -> str:
    """The name of a row's hand: `A7` is a soft 18, and `88` or `8,8` a pair of eights."""
    if kind == "soft" and hand.startswith("A") and hand.strip("A,").isdigit():
        return str(11 + int(hand.strip("A,")))
    return to_rank(hand if hand == "10" else hand[0]) if kind == "pair" else hand


def _read_end(end: str | None) -> str:
    """The end of a range of totals such as `17+` or `13-16`."""
    return "" if end is None else ".." if end == "+" else f"..{end.strip(' -')}"
