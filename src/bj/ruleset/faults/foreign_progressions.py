"""Progressions in other words: systems by name, steps in units, and what follows a win or a loss."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from bj.errors import Fix, KeyPath, Remedy
from bj.ruleset.expressions.repairs import repair_condition
from bj.ruleset.faults.foreign_players import WAGERS, move_to
from bj.ruleset.faults.foreign_values import fold, is_amount
from bj.ruleset.model_fields import fields_at
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.reading_and_writing import write_lines, write_path, write_value
from bj.ruleset.toml.removed import look_up
from bj.text.patterns import compile_later

SYSTEMS = compile_later(
    r"(?:the )?(?:(?:anti|reverse|classic|grand)[-_ ]?)?(?:martingale|paroli|parlay|d.?alembert|fibonacci"
    r"|oscar.?s? grind|labouchere|(?:[1-9][0-9]?[-_ ,]){2,11}[1-9][0-9]?)(?:[-_ ](?:system|progression))?"
)
"""The names of progressions, or their steps in units."""

SAID = compile_later(
    rf"{SYSTEMS.pattern}|(?:i |always )?(?:double|press|parlay|let it ride)s?"
    " ?(?:up|it|(?:the |my )?(?:last |previous )?(?:bet|wager|stake))?"
    " (?:after|on|when|if) (?:i |an? |each |every |the |last |hand )*(?:win|won|loss|lose|lost)"
)
"""The words of a wager that are certainly a progression."""

COMPUTED = compile_later(
    r"(?:2 ?\* ?(?:LAST)|(?:LAST) ?\* ?2|twice (?:the )?(?:LAST)) (?:if|when) "
    r"(?:(?:i|you|the|last|previous|hand|bet|round|result|outcome|was|is|==)[ _]*+){0,8}"
    r"'?(won|win|lost|loss|lose)'?"
    r"(?:[ _]last(?:[ _]hand)?)?(?:,? (?:else|otherwise) .*)?".replace(
        "LAST", r"(?:the )?(?:last|previous|prev)[_ ](?:bet|wager|stake)"
    )
)
"""A wager that doubles the last one."""

RAISED = compile_later(r"(?:\*\*|\^) ?\(?[a-z]")
POWER = compile_later(
    r"(minimum|[0-9]{1,4}) ?\* ?\(?2 ?(?:\*\*|\^) ?(\w*(?:win|won|los|streak)\w*)\)?"
    r"(?: if \2 ?(<=?) ?([0-9]{1,2}) else .*)?"
)
"""A power whose exponent is a name, and one that counts wins or losses, perhaps with the most of these."""

GOES_ON = r"(?:double_)?(?:after|on|if)_(?:an?_|each_|every_)?"
KEYS = compile_later(
    rf"{GOES_ON}(?:win|won|loss|lose|losing|lost|push|tie)\w*|progression|sequence|steps|pattern"
    r"|(?:max|maximum|most)_(?:steps?|levels?|doubles|doublings|losses|wins|in_a_row)"
)
LONGER = r".*(?:true|next|up|doubl|increas|rais|advanc|add|forward|press)"
AFTER_WIN = rf"{GOES_ON}(?:win|won){LONGER}|anti|reverse|paroli|parlay|(?:after|on) (?:a |each |every )?win"
AFTER_LOSS = rf"{GOES_ON}los{LONGER}|martingale|alembert|fibonacci|(?:after|on) (?:a |each |every )?los"

MOST_STEPS, LARGEST_STEP, LONGEST = 12, 1_000, 80
LEAST_AMOUNT = 5
"""Steps that are all at least this are amounts; others are units."""

FIBONACCI = [1, 1, 2, 3, 5, 8, 13, 21]

EXAMPLE = (
    'write `memory = {{ bet = {0} }}`, `wager = "bet"` and `reactions = [{{ on = "hand lost", set = '
    '{{ bet = "2 * bet" }} }}, {{ on = "hand won", set = {{ bet = {0} }} }}]`, with the amounts that you mean'
)


class Progression(NamedTuple):
    """A progression in the words of players."""

    keys: list[str]
    """The keys of the table that describe it."""
    unit: int
    """Its first wager; 0 without one."""
    written: dict[str, Any]
    """The keys of a strategy that it makes; empty if its steps are unclear."""


def read_progression(table: Mapping[str, Any]) -> Progression | None:
    """The progression in a table about one strategy or its wagers; None without one.

    >>> read_progression({"system": "paroli"}).written["reactions"][0]
    {'on': 'hand won', 'set': {'units': '2 * units'}}
    >>> read_progression({"progression": [1, 3], "unit": 5}).written["wager"]
    'min(bankroll, 5 * (1 if step == 0 else 3))'
    """
    known = fields_at(("strategies", "x"))
    own = {key: value for key, value in table.items() if key not in known}
    keys = [key for key, value in own.items() if KEYS.fullmatch(fold(key)) or _is_named(value)]
    if not keys:
        return None
    first = next((key for key in own if fold(key) in WAGERS and key not in keys), "")
    unit = own[first] if first and is_amount(own[first]) else 0
    words = {key: str(own[key]) for key in keys if isinstance(own[key], str | int) and own[key] is not False}
    said = "\n".join(f"{fold(key)} {text[:LONGEST]}"[:LONGEST].lower() for key, text in words.items())
    steps = next(filter(None, (_read_steps(own[key]) for key in keys)), [])
    wins = re.search(AFTER_WIN, said) is not None
    is_clear = wins or steps or re.search(AFTER_LOSS, said)
    written = _write(said, steps, unit, after_win=wins or (bool(steps) and not re.search(AFTER_LOSS, said)))
    used = [key for key in own if key in keys or key == first]
    return Progression(used, unit, written if is_clear and (unit or not first) else {})


def _is_named(value: Any) -> bool:
    """Whether a value is the name of a progression, or says when a wager grows."""
    text = value[:LONGEST].lower() if isinstance(value, str) else ""
    return (
        bool(SYSTEMS.fullmatch(text))
        or re.search("(?:after|on) (?:an? |each |every )?(?:win|los)", text) is not None
    )


def _read_steps(value: Any) -> list[int]:
    """The steps of a progression in units; none for anything else."""
    if isinstance(value, str):
        text = value[:LONGEST].lower()
        value = FIBONACCI if "fibonacci" in text else [*map(int, re.findall("[0-9]{1,4}", text))]
    is_list = isinstance(value, list) and 1 < len(value) <= MOST_STEPS
    return value if is_list and all(type(each) is int and 0 < each <= LARGEST_STEP for each in value) else []


def _write(said: str, steps: list[int], unit: int, *, after_win: bool) -> dict[str, Any]:
    """The keys of a strategy for a progression that goes on after a win, or after a loss."""
    name, start, on, back = "units", 1, "2 * units", "1"
    amount = name
    most = re.search(r"(?:max|maximum|most)_\w+ ([0-9]{1,2})\b", said)
    if steps:
        name, start, on, back, last = "step", 0, f"(step + 1) % {len(steps)}", "0", len(steps) - 1
        parts = "".join(f"{units} if step == {at} else " for at, units in enumerate(steps[:-1]))
        amount = f"({parts}{steps[-1]})"
        on = on if after_win else f"min(step + 1, {last})"
        back = "max(0, step - 2)" if "fibonacci" in said else back
    elif "alembert" in said:
        on, back = "units + 1", "max(1, units - 1)"
    elif most and 1 < int(most[1]) <= MOST_STEPS:
        on = f"2 * units if units < {2 ** (int(most[1]) - 1)} else 1"
    is_of_amounts = bool(steps) and not unit and min(steps) >= LEAST_AMOUNT
    amount = amount if is_of_amounts else f"{unit or 'minimum'} * {amount}"
    events = ("hand won", "hand lost")[:: 1 if after_win else -1]
    changes = ({name: int(text) if text.isdigit() else text} for text in (on, back))
    return {
        "memory": {name: start},
        "wager": f"min(bankroll, {amount})",
        "reactions": [{"on": event, "set": change} for event, change in zip(events, changes, strict=True)],
    }


def find_progression(path: KeyPath, table: Any, to: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a key of a progression in a ``table``, for the strategy ``to``; None for other keys."""
    found = read_progression(table) if isinstance(table, dict) else None
    if found is None or path[-1] not in found.keys:
        return None
    if not found.written or "memory" in table or "reactions" in table:
        is_said = {"memory", "wager", "reactions"} <= {*table}
        return Fix("", "`reactions` say so: remove it") if is_said else EXAMPLE.format(found.unit or 10)
    if path[-1] != found.keys[0]:
        return Fix("", f"the remedy for `{shorten(found.keys[0])}` covers this key: remove it")
    lines = {key: write_value(value) for key, value in found.written.items()}
    shown = ", ".join(f"`{key} = {value}`" for key, value in lines.items())
    under = "" if path[:-1] == to[:2] else f" under [{write_path(to[:2])}]"
    fix = move_to(path, lines["wager"], f"write {shown}{under}", (*to[:2], "wager"), data)
    more = {(*to[:2], key): write_lines(found.written[key]) for key in ("memory", "reactions")}
    return fix._replace(also=(*more.items(), *fix.also))


HALVES = compile_later(r"(.+) (?:if|when) (.*(?:won|win|lost|loss|lose).*) (?:else|otherwise) (.+)")
LIMITED = compile_later(
    r"min\((?:([^,]*(?:last|prev|\*\*|\^)[^,]*), ?([^()]+)|([^()]+), ?([^,]*(?:last|prev|\*\*|\^)[^,]*))\)"
)
"""A wager after one of two results, and one or a power limited by the bankroll or another amount."""


def _turn(text: str) -> str:
    """A wager that depends on the last one, with it in the first half.

    >>> _turn("minimum if won_last else min(2 * last_bet, bankroll)")
    '2 * last_bet if lost else minimum'
    """
    match = HALVES.fullmatch(text)
    if match is None:
        return text
    first, event, second = (LIMITED.sub(r"\1\4", part).strip() for part in match.groups())
    if "last" in first or "prev" in first:
        return f"{first} if {event} else {second}"
    return f"{second} if {'won' if 'lo' in event else 'lost'} else {first}"


def _clause(text: str) -> str:
    """The part of a text in lowercase that says when a wager is doubled; the whole text without one.

    >>> _clause("Minimum after a win, and double after every loss")
    'double after every loss'
    """
    parts = [part.strip() for part in re.split(r"[,;]| (?:and|then) ", text.lower())]
    return next(
        (part.removeprefix("and ") for part in parts if re.search("doubl|press|ride", part)), text.lower()
    )


def find_wager_in_words(path: KeyPath, text: str, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a wager that names a progression, such as `double after a loss`; None for others."""
    if path[0] != "strategies" or path[-1] != "wager" or len(text) > LONGEST:
        return None
    said = text.strip().lower()
    computed = COMPUTED.fullmatch(_turn(said))
    text = (
        f"double after a {computed[1].replace('won', 'win').replace('st', 'ss')}"
        if computed
        else _clause(text)
    )
    if re.fullmatch(r"(?!.*\b(?:else|otherwise|after)\b)[^;,]+ (?:if|when) [^;,]+", text):
        return (
            f"write `{repair_condition(f'{text} else minimum')}`, with the wager that you mean after `else`"
        )
    unlimited = re.sub(r"^(2 ?[*^]+ ?\w+) ?\* ?(minimum|[0-9]+)", r"\2 * \1", LIMITED.sub(r"\1\4", said))
    power = POWER.fullmatch(unlimited)
    if power is not None:
        text = f"double after a {'loss' if 'los' in power[2] else 'win'}"
    if not _is_named(text):
        return f"expressions have no exponents: {EXAMPLE.format(10)}" if RAISED.search(said) else None
    most = {"max_steps": int(power[4]) + (power[3] == "<=")} if power and power[4] else {}
    found = read_progression({"progression": text} | most) if SAID.fullmatch(text) else None
    if found is None or not found.written or {"memory", "reactions"} & {*look_up(data, path[:-1])}:
        return EXAMPLE.format(10)
    written = dict(found.written)
    if power is not None:
        written["wager"] = written["wager"].replace("minimum", power[1])
    if limit := _limit_of(said):
        written["wager"] = written["wager"].replace("min(bankroll, ", f"min(bankroll, {limit}, ")
    say = "write " + ", ".join(f"`{key} = {write_value(value)}`" for key, value in written.items())
    others = {(*path[:2], key): write_lines(written[key]) for key in ("memory", "reactions")}
    return Fix(write_value(written["wager"]), say, also=tuple(others.items()))


def _limit_of(text: str) -> str:
    """The amount that limits a progression in words or in a computed wager; empty without one.

    >>> _limit_of("double after a loss, at most 16 units"), _limit_of("min(2 * last_bet, 50) if lost else 5")
    ('16 * minimum', '50')
    """
    match, computed = MOST.search(text), LIMITED.search(text)
    amounts = (computed[2] or computed[3]).split(",") if computed else [""]
    limits = [amount.strip() for amount in amounts if amount.strip() != "bankroll"]
    most = repair_condition(match[1]) if match else limits[0] if len(limits) == 1 else ""
    return "" if not re.fullmatch(r"[a-z0-9_* ]+", most) else most


MOST = compile_later(
    r"(?:at most|up to|max(?:imum)?(?: of)?|limit(?: of)?|until|never more than) ([a-z0-9_* ]+)$"
)
"""The largest wager of a progression in words."""
