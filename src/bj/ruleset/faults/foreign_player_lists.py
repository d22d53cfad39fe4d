"""Suggests seats for lists of player names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bj.catalogue.limits import MOST_SEATS
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_values import fold
from bj.ruleset.toml.reading_and_writing import write_lines, write_value

MOST_NAMES = 20


def find_names(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest seats for a list of player names.

    If the command line names the players, explain that instead, even if ``value`` is only a number of
    players. Return None for any other value.
    """
    if len(path) == 1 and fold(path[0]) == "seats" and isinstance(value, dict):
        value = list(value.values())
    named = (len(path) == 1 and fold(path[0]) in ("players", "seats")) or (
        len(path) == 2 and fold(path[-1]) in ("players", "names", "seats")
    )
    if named and isinstance(value, int | list) and _names_players(data.get("arguments")):
        return (
            f"the players are named on the command line, up to {MOST_SEATS} of them, each as "
            "`STRATEGY:NAME:BANKROLL`"
        )
    if (
        not named
        or not isinstance(value, list)
        or not value
        or not all(isinstance(each, str) for each in value)
    ):
        return None
    seats = [seat_named(name, data) for name in value[:MOST_NAMES]]
    say = f"write `players = {write_value(seats)}` above all sections"
    return Fix(write_lines(seats), say, to=("players",))


def _names_players(arguments: Any) -> bool:
    listed = arguments.values() if isinstance(arguments, dict) else ()
    return any(isinstance(each, dict) and each.get("type") == "players" for each in listed)


def seat_named(name: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a seat for the player ``name``.

    The seat uses the argument `bankroll`, and an argument that selects a strategy, if they exist.
    """
    arguments, strategies = data.get("arguments"), data.get("strategies")
    known = arguments if isinstance(arguments, dict) else {}
    chosen = [
        key for key, each in known.items() if isinstance(each, dict) and _are_strategies(each, strategies)
    ]
    strategy = (chosen or [*(strategies if isinstance(strategies, dict) else ())] or ["NAME"])[0]
    return {"name": name, "bankroll": "bankroll" if "bankroll" in known else 1000, "strategy": strategy}


def _are_strategies(argument: Mapping[str, Any], strategies: Any) -> bool:
    choices = argument.get("choices")
    return (
        isinstance(choices, list)
        and isinstance(strategies, dict)
        and all(map([*strategies].__contains__, choices))
    )
