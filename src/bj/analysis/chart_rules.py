"""A chart by the dealer's totals as rules of a strategy, which can say what no chart by upcards can."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bj.analysis.columns import condition_of_total
from bj.analysis.game import Game
from bj.analysis.solving import Cell, code_at
from bj.catalogue.actions import ACTIONS, DOUBLE, HIT, PLAYS, SPLIT, STAND, SURRENDER
from bj.ruleset.hands import possible_hands

ORDER = (SURRENDER, SPLIT, DOUBLE, HIT)
"""The actions as rules have them; hands that no rule is about stand."""

NAMES = {row.number: name for name, row in ACTIONS.items()}


def rules_of(game: Game, codes: Mapping[Cell, str], totals: Sequence[int]) -> list[dict[str, str]]:
    """The rules of a strategy that plays as a chart says, whose columns are ``totals`` of the dealer."""
    rules: list[dict[str, str]] = []
    for action in ORDER:
        columns: dict[str, list[int]] = {}
        for column in totals:
            hands = _hands_with(game, codes, column, action)
            if hands:
                columns.setdefault(hands, []).append(column)
        for hands, alike in columns.items():
            dealer = _any_of(f"({condition_of_total(column)})" for column in alike)
            rules.append({"when": f"({dealer}) and ({hands})", "do": NAMES[action]})
    return [*rules, {"do": NAMES[STAND]}]


def _hands_with(game: Game, codes: Mapping[Cell, str], column: int, action: int) -> str:
    """The condition of the hands that have an action in a column; empty if none has.

    A pair that may not be split is played by its total. So only pairs that a chart does not split, and plays
    otherwise than their totals, have conditions of their own.
    """
    pairs = {
        max(game.checked.pack.worths[cell.number]): code
        for cell, code in codes.items()
        if (cell.kind, cell.upcard) == ("pair", column)
    }
    if action == SPLIT:
        split = sorted(worth for worth, code in pairs.items() if ACTIONS["split"] in PLAYS[code].actions)
        return f"pair and {_is_one_of('first', split)}" if split else ""
    apart = {
        worth: code for worth, code in pairs.items() if code != _code_of_pair(game, codes, worth, column)
    }
    hands, parts = possible_hands(game.checked.model), list[str]()
    for kind, soft in (("hard", "not soft"), ("soft", "soft")):
        totals = sorted(total for is_soft, total in hands if is_soft == (kind == "soft"))
        of_totals = {total: code_at(codes, kind, total, column) for total in totals}
        parts += [f"{soft} and {each}" for each in _conditions(of_totals, "total", action)]
    found = _any_of(parts)
    if apart and found:
        found = f"not (pair and {_is_one_of('first', sorted(apart))}) and ({found})"
    own = [f"pair and {each}" for each in _conditions(apart, "first", action)]
    return _any_of([*([found] if found else []), *own])


def _code_of_pair(game: Game, codes: Mapping[Cell, str], worth: int, column: int) -> str:
    """The code of the total of a pair."""
    is_soft = worth * 2 > game.checked.model.rules.target
    total = worth * 2 - (10 if is_soft else 0)
    return code_at(codes, "soft" if is_soft else "hard", total, column)


def _conditions(of_numbers: Mapping[int, str], name: str, action: int) -> list[str]:
    """The conditions of numbers whose code has an action: doubling or hitting, or what comes before both."""
    found = []
    doubled = [number for number, code in of_numbers.items() if code in ("D", "Pd")]
    or_stand = [number for number, code in of_numbers.items() if code == "Ds"]
    if action == DOUBLE:
        found += [_is_one_of(name, doubled)] if doubled else []
        found += [f"cards == 2 and {_is_one_of(name, or_stand)}"] if or_stand else []
        return found
    own = [
        number
        for number, code in of_numbers.items()
        if action in {each.number for each in PLAYS[code].actions}
    ]
    own = [number for number in own if action == SURRENDER or number not in doubled]
    return [_is_one_of(name, own)] if own else []


def _is_one_of(name: str, numbers: Sequence[int]) -> str:
    """The condition that a number is one of some, which are in ascending order."""
    parts = []
    first = 0
    for last, number in enumerate(numbers):
        if last + 1 < len(numbers) and numbers[last + 1] == number + 1:
            continue
        low = numbers[first]
        parts.append(f"{name} == {low}" if low == number else f"{low} <= {name} <= {number}")
        first = last + 1
    return f"({_any_of(parts)})" if len(parts) > 1 else parts[0]


def _any_of(conditions: Iterable[str]) -> str:
    """The condition that one of some holds."""
    return " or ".join(conditions)
