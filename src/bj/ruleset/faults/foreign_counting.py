"""Reads descriptions of card counting: names of counting systems, tags, bet spreads and betting ramps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.cards import RANKS
from bj.ruleset.faults.foreign_values import LEAST_AMOUNT, to_rank
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
"""Maps the name of each counting system to the tags for each rank. The tags for Halves are doubled to make
them whole numbers.
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

MOST_STEPS = 8  # the most steps in a ramp
FIRST_RAISE = 2
"""The lowest count that raises the wager. If the first step in a ramp is for a lower count, it gives the base
wager.
"""
UNITS = re.compile(r"\$? ?([0-9]{1,3})( ?(?:x|units?|\* ?(?:minimum|unit)|times(?: the)? (?:minimum|unit)))?")

NUMBER = "floor(52 * count / cards_left)"
TRUE_COUNT = f'`true_count = "{NUMBER}"` under [define]'


def to_count(value: Any) -> Mapping[str, int] | None:
    """Return the tags for a counting system, which is given by name or as a table.

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
    return _group(value) or next(iter([*inner, *named]), None)


def _group(tags: Mapping[str, Any]) -> Mapping[str, int] | None:
    """Group the ranks that have the same tag. Return None if no rank has a tag."""
    by_value: dict[int, list[str]] = {}
    written = {part for key in tags for part in re.split(r"[\s,]+", str(key).upper())}
    for key, tag in tags.items():
        codes = [code for part in re.split(r"[\s,]+", str(key).strip()) for code in _codes_of(part)]
        if type(tag) is not int or abs(tag) > LARGEST_TAG or not {*codes} <= {*RANKS}:
            continue
        if "T" in codes and "J" not in codes and written.isdisjoint("JQK"):
            codes[codes.index("T") : codes.index("T") + 1] = _TENS.split()
        by_value.setdefault(tag, []).extend(codes)
    found = {" ".join(sorted(codes, key=RANKS.index)): tag for tag, codes in by_value.items() if tag}
    return found or None


def _codes_of(part: str) -> list[str]:
    first, _, last = part.partition("-")
    low, high = to_rank(first), to_rank(last or first)
    is_range = {low, high} <= {*RANKS} and RANKS.index(low) <= RANKS.index(high)
    return [*RANKS[RANKS.index(low) : RANKS.index(high) + 1]] if is_range else [part]


def advise_count(value: Any) -> str:
    """Return advice on where to write a count that is outside a strategy."""
    tags = to_count(value) or COUNTS["hi lo"]
    return f"write `count = {write_value(tags)}` under [strategies.NAME], where NAME is a strategy"


def to_ramp(value: Any) -> str:
    """Convert a bet spread such as `1-12`, or a table of counts and units, to an expression for the wager.

    Return an empty string for any other value.

    >>> to_ramp("1-8"), to_ramp({"TC <= 1": 1, "TC 2+": 4})
    ('minimum * max(1, min(8, true_count))', 'minimum * (4 if true_count >= 2 else 1)')
    >>> to_ramp({"1": 10, "2": 40}), to_ramp({"TC 2": "3 units", "TC 4": "6 units"})
    ('40 if true_count >= 2 else 10', 'minimum * (6 if true_count >= 4 else 3 if true_count >= 2 else 1)')
    >>> to_ramp({"below 3": 10, "3 or more": 40})
    '40 if true_count >= 3 else 10'
    """
    if isinstance(value, int | str) and (
        found := re.fullmatch(r"(?:1\s*(?:-|to|:)\s*)?([0-9]{1,3})", str(value).strip())
    ):
        return f"minimum * max(1, min({int(found[1])}, true_count))"
    if not isinstance(value, dict) or not 0 < len(value) <= MOST_STEPS:
        return ""
    amounts = [match for units in value.values() if (match := UNITS.fullmatch(str(units).lower()))]
    numbers = [re.findall(r"-?[0-9]{1,3}", str(count)) for count in value]
    counts = [int(each[0]) for each in numbers if len(each) == 1]
    if not 1 < len(value) == len(amounts) == len(counts):
        return ""
    steps = sorted(zip(counts, (int(match[1]) for match in amounts), strict=True))
    are_units = min(steps, key=lambda step: step[1])[1] < LEAST_AMOUNT or any(match[2] for match in amounts)
    least = f"{steps.pop(0)[1]}" if steps[0][0] < FIRST_RAISE or _has_least(value) else ""
    parts = "".join(f"{units} if true_count >= {count} else " for count, units in reversed(steps))
    return f"minimum * ({parts}{least or 1})" if are_units else f"{parts}{least or 'minimum'}"


def _has_least(ramp: Mapping[str, Any]) -> bool:
    """Return whether any step in ``ramp`` applies to all counts up to some limit."""
    return any(
        re.search(r"<|\b(?:or (?:less|lower|below)|under|below|up to|at most)\b", str(count))
        for count in ramp
    )


STEP = re.compile(
    r"\$?([0-9]{1,4})(?: units?)? (?:at|if|when|for|from|on) (?:a |the )?"
    r"(?:true[ _]count|true|running count|tc|count)?"
    r" ?(?:is |of |>=? ?|== ?)*([+-]?[0-9]{1,2})(?: ?(?:\+|or (?:more|higher|better|less|lower|below)))?"
)
"""Matches a step in a spread, such as `20 at TC 2`."""


def to_wager(value: Any) -> str | None:
    """Convert a bet spread by the count, which may be a phrase or a table, to a wager.

    Return None for any other value.

    >>> to_wager("1-8 spread")
    'min(bankroll, minimum * max(1, min(8, floor(52 * count / cards_left))))'
    >>> to_wager("10 at TC 1, 40 at TC 2 or more")
    'min(bankroll, 40 if floor(52 * count / cards_left) >= 2 else 10)'
    """
    text = " ".join(value.lower().split()) if isinstance(value, str) else ""
    steps = [STEP.fullmatch(part.strip()) for part in re.split(r"[,;]| and ", text)]
    if len(steps) > 1 and all(steps):
        value = {match[2]: int(match[1]) for match in steps if match}
    elif len(steps) == 1 and steps[0] and "or l" not in text and "or b" not in text:
        units = "minimum" if int(steps[0][1]) == 1 else f"{int(steps[0][1])} * minimum"
        amount = units if " unit" in text else steps[0][1]
        return f"min(bankroll, {amount} if {NUMBER} >= {int(steps[0][2])} else minimum)"
    elif text:
        found = re.search(r"\b1 ?(?:-|to|:) ?[0-9]{1,3}\b", text)
        others = text.replace(found[0], "") if found else "no spread"
        value = (
            found[0]
            if found and re.fullmatch(r"(?: ?\b(?:a|bet|spread|of|from|units?|ramp))* ?", others)
            else None
        )
    ramp = to_ramp(value)
    return f"min(bankroll, {ramp})".replace("true_count", NUMBER) if ramp else None


def advise_ramp(value: Any) -> str:
    """Return advice on how to write a bet spread or a betting ramp as a wager."""
    ramp = to_ramp(value) or "minimum * max(1, min(8, true_count))"
    wager = write_value(f"min(bankroll, {ramp})")
    return f"write `wager = {wager}` under [strategies.NAME], and {TRUE_COUNT}"
