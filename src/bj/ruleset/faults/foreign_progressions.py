"""Reads progressions in players' words: names of systems, steps in units, and moves after wins and losses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_players import WAGERS, move_to
from bj.ruleset.faults.foreign_values import LEAST_AMOUNT, fold, is_amount
from bj.ruleset.model_fields import fields_at
from bj.ruleset.suggestions import in_digits, shorten
from bj.ruleset.toml.reading_and_writing import write_lines, write_path, write_value
from bj.text.lazy_regex import compile_later

SYSTEMS = compile_later(
    r"(?:the )?(?:(?:anti|reverse|classic|grand)[-_ ]?)?(?:martingale|paroli|parlay|d.?alembert|fibonacci"
    r"|oscar.?s? grind|labou?ch[eè]re|cancellation|split martingale"
    r"|(?:[1-9][0-9]?[-_ ,]){2,11}[1-9][0-9]?)(?:[-_ ](?:system|progression))?"
)
"""Matches the name of a progression, or its steps in units."""

GOES_ON = r"(?:double_)?(?:after|on|if)_(?:an?_|each_|every_)?"
KEYS = compile_later(
    rf"{GOES_ON}(?:win|won|loss|lose|losing|lost|push|tie)\w*|progression|sequence|steps|pattern"
    r"|(?:max|maximum|most)_(?:steps?|levels?|doubles|doublings|losses|wins|in_a_row)"
)
LONGER = r".*(?:true|next|up|doubl|increas|rais|advanc|add|forward|press)"
AFTER_WIN = rf"{GOES_ON}(?:win|won){LONGER}|anti|reverse|paroli|parlay|(?:after|on) (?:a |each |every )?win"
AFTER_LOSS = rf"{GOES_ON}los{LONGER}|martingale|alembert|fibonacci|(?:after|on) (?:a |each |every )?los"
MOST_STEPS, LARGEST_STEP, LONGEST = 12, 1_000, 80
FIBONACCI = [1, 1, 2, 3, 5, 8, 13, 21]
EXAMPLE = (
    'write `memory = {{ bet = {0} }}`, `wager = "bet"` and `reactions = [{{ on = "hand lost", set = '
    '{{ bet = "…" }} }}, {{ on = "hand won", set = {{ bet = "…" }} }}]`, with the amounts that you want'
)
CANCELLED = compile_later("labou?ch[eè]re|cancellation|split.martingale")
CANNOT = (
    "bj cannot play this system: its list of numbers grows, but a player can remember only individual numbers"
)
OUTCOMES = compile_later(
    r"(?:after|on|if)_(?:an?_|each_|every_)?(?:(wins?|won|winning)|(?:loss(?:es)?|loses?|lost|losing))"
)
"""Matches keys that give the move after a win or after a loss."""


class Progression(NamedTuple):
    """A progression that was read from a table."""

    keys: list[str]
    """The keys in the table that describe the progression."""
    unit: int
    """The first wager in the progression, or 0 if it is unknown."""
    written: Mapping[str, Any]
    """The keys for a strategy that follows the progression. Empty if the steps are unclear."""
    is_possible: bool = True
    """Whether any strategy in bj can follow the progression."""


def read_progression(table: Mapping[str, Any], name: str = "") -> Progression | None:
    """Read the progression that a table describes. The strategy ``name`` uses it for its wagers.

    Return None if the table does not describe a progression.

    >>> read_progression({"system": "paroli"}).written["reactions"][0]
    {'on': 'hand won', 'set': {'units': '2 * units'}}
    >>> read_progression({"progression": [1, 3], "unit": 5}).written["wager"]
    'min(bankroll, 5 * (1 if step == 0 else 3))'
    """
    known = fields_at(("strategies", "x"))
    own = {key: value for key, value in table.items() if key not in known}
    keys = [key for key, value in own.items() if KEYS.fullmatch(fold(key)) or is_named(value)]
    if not keys:
        return None
    first = next((key for key in own if fold(key) in WAGERS and key not in keys), "")
    unit = own[first] if first and is_amount(own[first]) else 0
    is_unit_clear = unit or not first or own[first] == "minimum"
    words = {key: str(own[key]) for key in keys if isinstance(own[key], str | int) and own[key] is not False}
    said = "\n".join(f"{fold(key)} {text[:LONGEST]}"[:LONGEST].lower() for key, text in words.items())
    said += f"\n{name.lower()}"
    used = [key for key in own if key in keys or key == first]
    if CANCELLED.search(said):
        return Progression(used, unit, {}, is_possible=False)
    steps = next(filter(None, (_read_steps(own[key]) for key in keys)), [])
    moves = {bool(match[1]): _read_move(own[key]) for key in keys if (match := OUTCOMES.fullmatch(fold(key)))}
    wins = re.search(AFTER_WIN, said) is not None
    is_clear = wins or steps or re.search(AFTER_LOSS, said)
    after_win = wins or (bool(steps) and not re.search(AFTER_LOSS, said))
    if len(moves) > 1:
        is_read = None not in moves.values() and not (steps and "double" in moves.values())
        written = _write(steps, unit, moves) if is_read else {}
    elif "oscar" in said:
        written = _write_oscars_grind(f"{unit or 'minimum'}")
    elif is_clear:
        written = _write(steps, unit, _usual_moves(said, steps, after_win=after_win), _most_units(said))
    else:
        written = {}
    return Progression(used, unit, written if is_unit_clear else {})


MOVE = compile_later(
    r"(up|forward|advance|\+|back|down|-)? ?([0-9]{1,2})(?: (?:units?|steps?))?(?: (up|forward|back|down))?"
)


def _read_move(value: Any) -> int | str | None:
    """Read a move, which is a number of steps, `reset` or `double`. Return None if it is unclear.

    >>> _read_move("next"), _read_move("two back"), _read_move("+1"), _read_move("reset"), _read_move("x2")
    (1, -2, 1, 'reset', 'double')
    """
    text = in_digits(str(value).strip().lower())
    if re.match("(?:go )?back to |(?:re)?(?:start|set)|first|base|minimum", text):
        return "reset"
    if re.match("doubl|2 ?x|[x*] ?2", text):
        return "double"
    if re.fullmatch("same|stay|hold|repeat|keep|nothing", text):
        return 0
    match = MOVE.fullmatch("1" if text in ("next", "up", "advance", "forward", "raise", "increase") else text)
    is_back = match is not None and {match[1], match[3]} & {"back", "down", "-"}
    return int(match[2]) * (-1 if is_back else 1) if match else None


def _usual_moves(said: str, steps: list[int], *, after_win: bool) -> dict[bool, int | str]:
    """Return the usual moves after a win (True) and after a loss (False).

    The progression advances after wins if ``after_win`` is true, and after losses otherwise.
    """
    on: int | str = 1 if steps or "alembert" in said else "double"
    back = -2 if "fibonacci" in said else -1 if "alembert" in said else "reset"
    return {after_win: on, not after_win: back}


def _most_units(said: str) -> int:
    """Return the largest number of units that a doubling progression wagers before it restarts.

    Return 0 for a progression without a limit.
    """
    most = re.search(r"(?:max|maximum|most)_\w+ ([0-9]{1,2})\b", said)
    return 2 ** (int(most[1]) - 1) if most and 1 < int(most[1]) <= MOST_STEPS else 0


def is_named(value: Any) -> bool:
    """Return whether ``value`` names a progression, or says when the wager grows."""
    text = value[:LONGEST].lower() if isinstance(value, str) else ""
    return (
        bool(SYSTEMS.fullmatch(text))
        or re.search("(?:after|on) (?:an? |each |every )?(?:win|los)", text) is not None
    )


def _read_steps(value: Any) -> list[int]:
    if isinstance(value, str):
        text = value[:LONGEST].lower()
        value = FIBONACCI if "fibonacci" in text else [*map(int, re.findall("[0-9]{1,4}", text))]
    is_list = isinstance(value, list) and 1 < len(value) <= MOST_STEPS
    return value if is_list and all(type(each) is int and 0 < each <= LARGEST_STEP for each in value) else []


def _write(
    steps: list[int], unit: int, moves: Mapping[bool, int | str | None], most: int = 0
) -> dict[str, Any]:
    """Return the keys for a strategy that follows a progression.

    ``moves`` contains the moves after a win (True) and after a loss (False). ``most`` is the largest number
    of units, or 0 if it is unlimited.
    """
    name, start = ("step", 0) if steps else ("units", 1)
    amount = name
    if steps:
        parts = "".join(f"{units} if step == {at} else " for at, units in enumerate(steps[:-1]))
        amount = f"({parts}{steps[-1]})"
    is_of_amounts = bool(steps) and not unit and min(steps) >= LEAST_AMOUNT
    reactions = []
    for is_win, move in sorted(moves.items(), key=lambda each: each[1] == "reset" or _steps_of(each[1]) < 0):
        text: int | str = start
        if move == "double":
            text = f"2 * units if units < {most} else 1" if most else "2 * units"
        elif _steps_of(move) < 0:
            text = f"max({start}, {name} - {-_steps_of(move)})"
        elif move != "reset" and steps:
            next_step = f"step + {move}"
            text = f"({next_step}) % {len(steps)}" if is_win else f"min({next_step}, {len(steps) - 1})"
        elif move != "reset":
            text = f"units + {move}"
        if move != 0:
            reactions.append({"on": f"hand {'won' if is_win else 'lost'}", "set": {name: text}})
    return {
        "memory": {name: start},
        "wager": f"min(bankroll, {amount})"
        if is_of_amounts
        else f"min(bankroll, {unit or 'minimum'} * {amount})",
        "reactions": reactions,
    }


def _steps_of(move: int | str | None) -> int:
    """Return the number of steps in ``move``, or 0 if it is a word."""
    return move if isinstance(move, int) else 0


def _write_oscars_grind(unit: str) -> dict[str, Any]:
    """Return the keys for a strategy that plays Oscar's grind, where each series ends one ``unit`` ahead.

    The wager grows by one unit after a win, but never exceeds the amount that the series still needs.
    """
    whole = unit if unit == "minimum" else f"{unit}.0"  # an amount of money
    needed = f"ceil(({whole} - ahead) / {whole})"
    won = {"ahead": "ahead + profit", "units": f"max(1, min(units + 1, {needed}))"}
    return {
        "memory": {"units": 1, "ahead": 0},
        "wager": f"min(bankroll, {unit} * units)",
        "reactions": [
            {"on": "hand won", "set": won},
            {"on": "hand lost", "set": {"ahead": "ahead + profit"}},
            {"on": "hand over", "when": f"ahead >= {unit}", "set": {"ahead": 0, "units": 1}},
        ],
    }


def find_progression(path: KeyPath, table: Any, to: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest keys of a strategy in place of a key in ``table`` that describes a progression.

    ``to`` is the path of the key in the strategy. Return None for any other key.
    """
    found = read_progression(table, str(to[1])) if isinstance(table, dict) else None
    if found is None or path[-1] not in found.keys:
        return None
    if not found.is_possible:
        return CANNOT
    if not found.written or "memory" in table or "reactions" in table:
        is_said = {"memory", "wager", "reactions"} <= {*table}
        return (
            Fix("", "remove this key: `reactions` already describe the progression")
            if is_said
            else EXAMPLE.format(found.unit or 10)
        )
    if path[-1] != found.keys[0]:
        return Fix("", f"remove this key: the remedy for `{shorten(found.keys[0])}` covers it")
    lines = {key: write_value(value) for key, value in found.written.items()}
    shown = ", ".join(f"`{key} = {value}`" for key, value in lines.items())
    under = "" if path[:-1] == to[:2] else f" under [{write_path(to[:2])}]"
    fix = move_to(path, lines["wager"], f"write {shown}{under}", (*to[:2], "wager"), data)
    more = {(*to[:2], key): write_lines(found.written[key]) for key in ("memory", "reactions")}
    return fix._replace(also=(*more.items(), *fix.also))
