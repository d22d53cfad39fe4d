"""Reads players in other notations: a section for the only player, a list of names, or a strategy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.catalogue.limits import MOST_SEATS
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_values import LONGEST_TABLE, fold, is_amount, may_repeat
from bj.ruleset.model_fields import fields_at
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_lines, write_path, write_value

PLAYER_SECTIONS = ("player", "me", "seat")
"""The names of sections about the only player, in snake case."""

STYLES = ("name", "style", "strategy", "play_style", "plays", "plays_like", "type", "kind")
"""The keys in a player's section that name a strategy."""

BANKROLLS = ("bankroll", "chips", "money", "stack", "buy_in", "starting_bankroll", "starting_chips")
WAGERS = (
    *("bet", "bets", "wagers", "stake", "stakes", "unit", "bet_size", "bet_amount", "flat", "flat_bet"),
    "amount",
    *("base", "base_bet", "base_unit", "betting_unit", "start", "starting_bet", "first_bet", "initial_bet"),
)
"""The keys that set a player's wager. BANKROLLS contains the keys that set a player's money."""

BET_SECTIONS = re.compile(
    r"(?:(?:my|player)_)?(?:bets?|betting|wagers?|wagering|stakes?|staking|money_management|martingale|paroli"
    r"|(?:bet(?:ting)?_)?progression|bet(?:ting)?_(?:system|plan|strategy|scheme))"
)
COUNT_SECTIONS = re.compile(r"(?:card_)?(?:counts?|counting|counter)(?:_(?:system|strategy))?")
"""Match the names of sections about the wagers or the count in a single strategy, in snake case."""

MOST_NAMES = 20


def find_of_player(path: KeyPath, value: Any, to: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a remedy for a key in a section about a strategy or a player.

    ``to`` is the path of the key in the strategy. Return None for any other key, including a play.
    """
    key, strategies = fold(path[-1]), data.get("strategies")
    known = strategies if isinstance(strategies, dict) else {}
    seat = seat_of(data)
    is_player = fold(path[0]) in PLAYER_SECTIONS
    if key == "name" and is_player and seat:
        return move_to(
            path, "", f"write it under [{write_path(('players', seat))}]", ("players", seat, "name"), data
        )
    if key in STYLES and isinstance(value, str):
        if not is_player:
            say = f"remove this key: [{write_path(to[:2])}] already names the strategy"
            is_last = len(look_up(data, path[:1])) == 1  # the other keys need the name
            return Fix("", say) if to[1] in known and is_last else say if to[1] == fold(value) else None
        for place, written in use_strategy(to[:2], data, is_known=True).items():
            fix = write_to(path, str(place[-1]), written, place[:-1], {})
            return fix if to[1] in known else str(fix)
    if key in BANKROLLS and is_player and seat and may_repeat(value):
        is_asked = look_up(data, ("arguments", "bankroll")) is not None
        place = ("arguments", "bankroll", "default") if is_asked else ("players", seat, "bankroll")
        return write_to(path, str(place[-1]), write_value(value), place[:-1], {})
    if key in WAGERS and is_amount(value):
        return write_to(path, "wager", f'"{value}"', to[:2], data)
    if str(path[-1]) in fields_at(("strategies", "x")):
        return move_to(path, "", f"write it under [{write_path(to[:2])}]", to, data)
    if key in ("takes_insurance", "buys_insurance") and isinstance(value, bool):
        return write_to(path, "insurance", str(value).lower(), to[:2], data)
    return None


GOALS = re.compile(
    r"(?:stop|quit|leave|walk_away|end)s?_(?:on_|at_|after_|when_|if_)?(?:win|won|profit|loss|lost|ahead|down)\w*"
    r"|(?:win|profit|winnings?|loss|losses|losing)_(?:goal|limit|target|stop|cap)"
)
"""Matches keys that limit how much a player wins or loses."""

MOST_GOALS = 2


AIMS = re.compile(
    r"(?:leave|quit|stop|retire|ends?)_at|(?:target|goal)_(?:bankroll|chips|money)|bankroll_goal"
)
"""Matches keys that give the bankroll at which a player leaves."""

ENDS = re.compile(
    r"(?:game_)?(?:ends?|stops?|quits?|finish(?:es)?|over|ended)_(?:when|if|on|at|condition)|(?:play_)?until"
)
"""Matches keys that give a condition for the end of the game."""


def find_end(path: KeyPath, value: Any, data: Mapping[str, Any]) -> str | None:
    """Suggest a remedy for a condition that ends the game. Return None for any other key."""
    is_condition = isinstance(value, str) and re.search("[<>=]", value) and len(value) <= LONGEST_TABLE // 2
    if path[0] == "procedure" and len(path) > 2 and path[-1] == "until":
        says = f"`while = {write_value(f'not ({value})')}`" if is_condition else "`while`"
        return f"write {says}: the step repeats while this is true"
    if (
        AIMS.fullmatch(fold(path[-1]))
        and path[0] != "output"
        and is_amount(value)
        and (loop := _loop_of(data))
    ):
        return f'write `while.hand = "{loop} and bankroll < {value}"` under [procedure.game]'
    if len(path) > 2 or not ENDS.fullmatch(fold(path[-1])) or not is_condition:
        return None
    condition = f"{_loop_of(data) or 'hand < hands'} and not ({value})"
    return f"write `while.hand = {write_value(condition)}` under [procedure.game]"


def _loop_of(data: Mapping[str, Any]) -> str:
    """Return the condition under which another hand is played.

    Return an empty string if it is unclear.
    """
    game = look_up(data, ("procedure", "game"))
    steps = game if isinstance(game, list) else []
    loops = [step.get("while") for step in steps if isinstance(step, dict) and step.get("repeat") == "hand"]
    is_clear = len(loops) == 1 and isinstance(loops[0], str) and len(loops[0]) <= LONGEST_TABLE // 2
    return str(loops[0]) if is_clear else ""


def find_goal(path: KeyPath, data: Mapping[str, Any]) -> str | None:
    """Suggest a remedy for a key that limits how much a player wins or loses.

    Return None for any other key, or if the bankroll at the start is unknown.
    """
    table, start = look_up(data, path[:-1]), look_up(data, ("arguments", "bankroll", "default"))
    loop = _loop_of(data)
    if not isinstance(table, dict) or type(start) is not int or not loop:
        return None
    amounts = {key: each for key, each in table.items() if type(each) is int and GOALS.fullmatch(fold(key))}
    if path[-1] not in amounts or len(amounts) > MOST_GOALS or not all(map(may_repeat, amounts.values())):
        return None
    wins = {key for key in amounts if re.search("win|won|profit|ahead", fold(key))}
    limits = [
        f"bankroll < {start + each}" if key in wins else f"bankroll > {start - each}"
        for key, each in amounts.items()
    ]
    condition = " and ".join([loop, *limits])
    return f"for a bankroll of {start}, write `while.hand = {write_value(condition)}` under [procedure.game]"


def find_bet_of_seat(path: KeyPath, value: Any, data: Mapping[str, Any]) -> str | None:
    """Suggest a separate strategy for a player whose wager is set under [[players]].

    Return None for any other key.
    """
    is_wager = fold(path[-1]) in (*WAGERS, "wager") and is_amount(value)
    if path[0] != "players" or len(path) != 3 or not is_wager:
        return None
    name = re.sub("[^a-z0-9]+", "_", str((look_up(data, path[:-1]) or {}).get("name", "")).lower()).strip("_")
    own = name if name[:1].isalpha() and len(name) <= MOST_NAMES else "own"
    keys = {"extends": find_chart(data), "wager": str(value)}
    written = " and ".join(f"`{key} = {write_value(each)}`" for key, each in keys.items() if each)
    return (
        f'wagers belong to strategies: write [strategies.{own}] with {written}, and `strategy = "{own}"` here'
    )


def find_names(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest seats for a list of player names.

    If the players are named on the command line, say so instead, even if ``value`` is only a number of
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


def seat_of(data: Mapping[str, Any]) -> str:
    """Return the name of the only seat. Return an empty string unless there is exactly one seat."""
    match data.get("players"):
        case [{"name": str() as name}]:
            return name
    return ""


def find_chart(data: Mapping[str, Any]) -> str:
    """Return the only strategy with a chart, or `basic` if that is one of several.

    Return an empty string if it is unclear which strategy is meant.
    """
    strategies = data.get("strategies")
    known = strategies if isinstance(strategies, dict) else {}
    with_chart = [str(name) for name, each in known.items() if isinstance(each, dict) and "chart" in each]
    return "basic" if "basic" in with_chart else with_chart[0] if len(with_chart) == 1 else ""


def use_strategy(strategy: KeyPath, data: Mapping[str, Any], *, is_known: bool = False) -> dict[KeyPath, str]:
    """Return the keys, with their values, that let the player use ``strategy``.

    They either give the strategy to the seat, or add it to the choices for an argument. If ``is_known`` is
    true, the strategy exists, and becomes the default choice.
    """
    name, seat, arguments = str(strategy[1]), seat_of(data), data.get("arguments")
    known = arguments if isinstance(arguments, dict) else {}
    open_seats = [
        key for key, each in known.items() if isinstance(each, dict) and each.get("type") == "players"
    ]
    if not (seat or open_seats) or (look_up(data, strategy) is not None and not is_known):
        return {}
    chosen = data["players"][0].get("strategy") if seat else open_seats[0]
    choices = look_up(data, ("arguments", chosen, "choices")) if isinstance(chosen, str) else None
    if seat and not isinstance(choices, list):
        return {("players", seat, "strategy"): write_value(name)}
    if is_known:
        return {("arguments", str(chosen), "default"): write_value(name)}
    if not isinstance(choices, list) or name in choices:
        return {}
    return {("arguments", str(chosen), "choices"): write_value([*choices, name])}


def move_to(path: KeyPath, text: str, say: str, to: KeyPath, data: Mapping[str, Any]) -> Fix:
    """Return the fix that moves the key at ``path`` to the path ``to``.

    If the key moves to a strategy, the fix also lets the player use that strategy.
    """
    others = use_strategy(to[:2], data) if to[0] == "strategies" else {}
    is_part = BET_SECTIONS.fullmatch(fold(path[0])) or COUNT_SECTIONS.fullmatch(fold(path[0]))
    if is_part and others and (played := find_chart(data)):
        others = {(*to[:2], "extends"): write_value(played), **others}
    more = "".join(
        f", and `{key[-1]} = {value}` under [{write_path(key[:-1])}]" for key, value in others.items()
    )
    return Fix(text, say + more, to=to, also=tuple(others.items()))


def write_to(path: KeyPath, key: str, text: str, table: KeyPath, data: Mapping[str, Any]) -> Fix:
    """Return the fix that replaces the key at ``path`` with ``key = text`` in a different ``table``."""
    shown = text if len(text) <= LONGEST_TABLE else "…"
    return move_to(path, text, f"write `{key} = {shown}` under [{write_path(table)}]", (*table, key), data)
