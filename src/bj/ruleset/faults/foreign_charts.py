"""Reads charts that are written as a string, or as a table of hands and upcards, rather than as rows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from typing import Any

from bj.catalogue.actions import PLAYS
from bj.ruleset.faults.foreign_values import fold, to_rank
from bj.ruleset.model.index_plays import KEY, LETTERS, NAMED, respell
from bj.text.lazy_regex import compile_later

HANDS = r"(hard|soft|pair)s?(?:_(?:totals?|hands?))?"
"""Matches a key that contains all rows for one kind of hand."""

LONGEST_CHART = 4_000  # the most characters in a string that is read as a chart

HEAD = compile_later(r"[\s|2-9TJQKA10]+")
"""Matches a line of upcards above the rows, or an empty line."""

LINE = compile_later(
    r"\s*+([0-9TJQKA]{1,2}(?:,[0-9TJQKA]{1,2})?)(\+| ?- ?[0-9]{1,2})?"
    r"\s*+[:|]?\s*+([A-Za-z]{1,2}(?:[\s|]++[A-Za-z]{1,2})*)\s*+\|?\s*+"
)
"""Matches a row in a chart: a hand and its plays."""

_PLAYS = {each.upper(): each for each in PLAYS}


def read_chart(kind: str, value: Any) -> dict[str, str] | None:
    r"""Read the rows of a chart from a string or a table that has one line per hand.

    Return None for any other value.

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
"""The maximum number of hands in a row for which to list separate index plays."""


def to_index_plays(rows: Mapping[str, str]) -> dict[str, str]:
    """Convert the rows of a chart to index plays.

    Return an empty dict if any row cannot be converted, for example because it does not have all ten upcards.

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


_COLUMNS = {
    **dict.fromkeys(("hand", "total", "player", "cards", "player_hand", "player_total"), "hand"),
    **dict.fromkeys(("dealer", "upcard", "up_card", "dealer_card", "against", "vs", "versus"), "shown"),
    **dict.fromkeys(("count", "at_count", "true_count", "tc", "index", "at", "from", "min_count"), "index"),
    **dict.fromkeys(("action", "play", "do", "then", "move", "decision"), "play"),
}
"""Maps other programs' keys for plays to the keys in this module."""


def read_plays(value: Any, kind: str = "") -> dict[str, str]:
    """Read index plays from a list of tables, or from a table of hands and upcards.

    Return an empty dict if any play is unclear.

    >>> read_plays([{"hand": "16", "dealer": 10, "count": 0, "action": "stand"}])
    {'16 v T': 'S at 0'}
    >>> read_plays({"A7": {"9": "stand"}}, "soft"), read_plays({"16": {"10": "pray"}}, "hard")
    ({'soft 18 v 9': 'S'}, {})
    """
    rows: list[dict[str, Any]] = []
    if isinstance(value, dict) and all(isinstance(plays, dict) for plays in value.values()):
        hands = ((f"{kind} {_read_hand(kind, str(hand))}", plays) for hand, plays in value.items())
        rows = [
            {"hand": hand, "shown": up, "play": play} for hand, plays in hands for up, play in plays.items()
        ]
    elif isinstance(value, list) and all(isinstance(row, dict) for row in value):
        rows = [{_COLUMNS.get(fold(key), key): each for key, each in row.items()} for row in value]
    plays: dict[str, str] = {}
    for row in rows:
        letter = {**NAMED, **{each: each for each in LETTERS}}.get(str(row.get("play")).strip())
        hand, index = respell(f"{row.get('hand')} v {row.get('shown')}"), row.get("index")
        if (
            not row.keys() <= {*_COLUMNS.values()}
            or not letter
            or not KEY.fullmatch(hand)
            or type(index) not in (int, type(None))
        ):
            return {}
        plays[hand] = letter if index is None else f"{letter} at {index}"
    return plays


def _hands_of(row: str) -> list[str]:
    """List the hands in a row, spelled as in index plays.

    Return an empty list if the range of hands is too long or has no end.
    """
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
    """Return the hand in a row as charts spell it: `A7` is soft 18, and `88` is a pair of eights."""
    if kind == "soft" and hand.startswith("A") and hand.strip("A,").isdigit():
        return str(11 + int(hand.strip("A,")))
    return to_rank(hand if hand == "10" else hand[0]) if kind == "pair" else hand


def _read_end(end: str | None) -> str:
    """Convert the end of a range such as `17+` or `13-16` to the notation of charts."""
    return "" if end is None else ".." if end == "+" else f"..{end.strip(' -')}"
