"""Charts written as a text or as a table of hands, instead of as rows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
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


UPCARDS = "23456789TA"

MOST_HANDS = 20
"""The largest number of hands of a row that are written one by one."""


def to_index_plays(rows: Mapping[str, str]) -> dict[str, str]:
    """The rows of a chart as plays of hands against upcards; none if a row does not have all ten.

    >>> to_index_plays({"hard 15..16": "S S S S S H H H Rh H", "pair 8": "P"})["15 v 7 8 9 A"]
    'H'
    >>> to_index_plays({"soft 18": "Ds"})
    {'soft 18 v 2 3 4 5 6 7 8 9 T A': 'D, S'}
    """
    plays: dict[str, str] = {}
    for row, text in rows.items():
        codes = text.split() * (len(UPCARDS) if " " not in text else 1)
        hands = _hands_of(row)
        if len(codes) != len(UPCARDS) or not {*codes} <= PLAYS.keys() or not hands:
            return {}
        for hand, code in product(hands, dict.fromkeys(codes)):
            shown = " ".join(rank for rank, each in zip(UPCARDS, codes, strict=True) if each == code)
            plays[f"{hand} v {shown}"] = ", ".join(action.letter for action in PLAYS[code].actions)
    return plays


def _hands_of(row: str) -> list[str]:
    """The hands of a row, as index plays name them; none if it has no ends."""
    match = re.fullmatch(r"(hard|soft|pair) ([0-9TJQKA]{1,2})(?:\.\.([0-9]{1,2}))?", row)
    if match is None:
        return []
    kind, first, last = match.groups()
    if kind == "pair":
        return [to_rank(first).replace("J", "T").replace("Q", "T").replace("K", "T") * 2]
    totals = range(int(first), int(last or first) + 1) if first.isdigit() else range(0)
    prefix = "soft " if kind == "soft" else ""
    return [f"{prefix}{total}" for total in totals] if len(totals) <= MOST_HANDS else []


def _read_hand(kind: str, hand: str) -> str:
    """The name of a row's hand: `A7` is a soft 18, and `88` or `8,8` a pair of eights."""
    if kind == "soft" and hand.startswith("A") and hand.strip("A,").isdigit():
        return str(11 + int(hand.strip("A,")))
    return to_rank(hand if hand == "10" else hand[0]) if kind == "pair" else hand


def _read_end(end: str | None) -> str:
    """The end of a range of totals such as `17+` or `13-16`."""
    return "" if end is None else ".." if end == "+" else f"..{end.strip(' -')}"
