"""Progressions in other words: systems by name, steps in units, and what follows a win or a loss."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from bj.errors import Fix, KeyPath, Remedy
from bj.ruleset.expressions.repairs import is_expression, repair_condition
from bj.ruleset.faults.foreign_players import WAGERS, move_to
from bj.ruleset.faults.foreign_values import fold, is_amount
from bj.ruleset.model_fields import fields_at
from bj.ruleset.suggestions import in_digits, shorten
from bj.ruleset.toml.reading_and_writing import write_lines, write_path, write_value
from bj.ruleset.toml.removed import look_up
from bj.text.patterns import compile_later

SYSTEMS = compile_later(
    r"(?:the )?(?:(?:anti|reverse|classic|grand)[-_ ]?)?(?:martingale|paroli|parlay|d.?alembert|fibonacci"
    r"|oscar.?s? grind|labou?ch[eè]re|cancellation|split martingale"
    r"|(?:[1-9][0-9]?[-_ ,]){2,11}[1-9][0-9]?)(?:[-_ ](?:system|progression))?"
)
"""The names of progressions, or their steps in units."""

SAID = compile_later(
    rf"{SYSTEMS.pattern}|(?:i |always )?(?:double|press|parlay|let it ride)s?"
    " ?(?:up|it|(?:the |my )?(?:last |previous )?(?:bet|wager|stake))?"
    " (?:after|on|when|if) (?:i |an? |each |every |the |last |hand )*(?:win|won|loss|lose|lost)"
)
"""The words of a wager that are certainly a progression."""

OUTCOME = (
    r"(?:(?:i|you|the|last|previous|hand|bet|round|result|outcome|was|is|==)[ _]*+){0,8}"
    r"'?(won|win|lost|loss|lose)'?(?:[ _]last(?:[ _]hand)?)?"
)
COMPUTED = compile_later(
    rf"(?:2 ?\* ?(?:LAST)|(?:LAST) ?\* ?2|twice (?:the )?(?:LAST)) (?:if|when) {OUTCOME}"
    r"(?:,? (?:else|otherwise) .*)?".replace(
        "LAST", r"(?:the )?(?:last|previous|prev)[_ ](?:bet|wager|stake)"
    )
)
"""A wager that doubles the last one."""

RAISED = compile_later(r"(?:\*\*|\^) ?\(?[a-z]")
POWER = compile_later(
    r"(minimum|[0-9]{1,4}) ?\* ?\(?2 ?(?:\*\*|\^) ?\(?(\w*(?:win|won|los|streak)\w*)(?: ?% ?([0-9]{1,2}))?\)*"
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
    '{{ bet = "…" }} }}, {{ on = "hand won", set = {{ bet = "…" }} }}]`, with the amounts that you mean'
)

CANCELLED = compile_later("labou?ch[eè]re|cancellation|split.martingale")
CANNOT = "bj cannot play this system: its line of numbers grows, and a player remembers single numbers"

OUTCOMES = compile_later(
    r"(?:after|on|if)_(?:an?_|each_|every_)?(?:(wins?|won|winning)|(?:loss(?:es)?|loses?|lost|losing))"
)
"""The keys for what follows a win, or a loss."""


class Progression(NamedTuple):
    """A progression in the words of players."""

    keys: list[str]
    """The keys of the table that describe it."""
    unit: int
    """Its first wager; 0 without one."""
    written: Mapping[str, Any]
    """The keys of a strategy that it makes; empty if its steps are unclear."""
    is_possible: bool = True
    """Whether a strategy can play it."""


def read_progression(table: Mapping[str, Any], name: str = "") -> Progression | None:
    """The progression in a table about the wagers of a strategy with a ``name``; None without one.

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
    """The steps that follow an outcome, `reset` or `double`; None if they are unclear.

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
    """The usual moves after a win (True) and after a loss; the progression goes on after one of them."""
    on: int | str = 1 if steps or "alembert" in said else "double"
    back = -2 if "fibonacci" in said else -1 if "alembert" in said else "reset"
    return {after_win: on, not after_win: back}


def _most_units(said: str) -> int:
    """The most units of a progression that doubles, after which it starts again; 0 without a limit."""
    most = re.search(r"(?:max|maximum|most)_\w+ ([0-9]{1,2})\b", said)
    return 2 ** (int(most[1]) - 1) if most and 1 < int(most[1]) <= MOST_STEPS else 0


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


def _write(
    steps: list[int], unit: int, moves: Mapping[bool, int | str | None], most: int = 0
) -> dict[str, Any]:
    """The keys of a strategy for a progression with ``moves`` after a win (True) and after a loss."""
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
    """The steps of a move; 0 for a word."""
    return move if isinstance(move, int) else 0


def _write_oscars_grind(unit: str) -> dict[str, Any]:
    """The keys of a strategy for Oscar's grind, until each series is a ``unit`` ahead.

    A win adds a unit to the next wager, which is never more than the series needs.
    """
    whole = unit if unit == "minimum" else f"{unit}.0"  # an amount
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
    """The remedy for a key of a progression in a ``table``, for the strategy ``to``; None for other keys."""
    found = read_progression(table, str(to[1])) if isinstance(table, dict) else None
    if found is None or path[-1] not in found.keys:
        return None
    if not found.is_possible:
        return CANNOT
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
    if path[0] != "strategies" or path[-1] != "wager" or len(text) > 2 * LONGEST:
        return None
    said = text.strip().lower()
    computed = COMPUTED.fullmatch(_turn(said))
    text = (
        f"double after a {computed[1].replace('won', 'win').replace('st', 'ss')}"
        if computed
        else _clause(text)
    )
    is_half = re.fullmatch(r"(?!.*\b(?:else|otherwise|after)\b)[^;,]+ (?:if|when) [^;,]+", text)
    if is_half and len(text) <= LONGEST:
        return (
            f"write `{repair_condition(f'{text} else minimum')}`, with the wager that you mean after `else`"
        )
    unlimited = re.sub(r"^(2 ?[*^]+ ?\w+) ?\* ?(minimum|[0-9]+)", r"\2 * \1", LIMITED.sub(r"\1\4", said))
    power = POWER.fullmatch(unlimited)
    if power is not None:
        text = f"double after a {'loss' if 'los' in power[2] else 'win'}"
    if not _is_named(text) and "oscar" in str(path[1]).lower() and re.search(LAST, said):
        text = "oscars grind"
    if not _is_named(text):
        written = _read_formula(said, look_up(data, ("rules", "minimum_wager")))
        no_powers = f"expressions have no exponents: {EXAMPLE.format(10)}" if RAISED.search(said) else None
        return _write_wager(path, written, data) if written else no_powers
    steps = power[3] or power[5] if power else None
    most = {"max_steps": int(steps) + (power[4] == "<=")} if power and steps else {}
    found = read_progression({"progression": text} | most) if SAID.fullmatch(text) else None
    if found is None or not found.written:
        return EXAMPLE.format(10) if found is None or found.is_possible else CANNOT
    written = dict(found.written)
    if power is not None:
        written["wager"] = written["wager"].replace("minimum", power[1])
    if limit := _limit_of(said):
        written["wager"] = written["wager"].replace("min(bankroll, ", f"min(bankroll, {limit}, ")
    return _write_wager(path, written, data)


def find_wager_in_table(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a wager that is a table about a progression; None for other values."""
    is_wager = path[0] == "strategies" and path[2:] == ("wager",) and isinstance(value, dict)
    found = read_progression(value, str(path[1])) if is_wager else None
    if found is None:
        return None
    return _write_wager(path, found.written, data) if found.is_possible else CANNOT


def _write_wager(path: KeyPath, written: Mapping[str, Any], data: Mapping[str, Any]) -> Remedy:
    """The remedy that writes the keys of a progression in place of a wager."""
    if not written:
        return EXAMPLE.format(10)
    say = "write " + ", ".join(f"`{key} = {write_value(value)}`" for key, value in written.items())
    if {"memory", "reactions"} & {*look_up(data, path[:-1])}:
        return say
    others = {(*path[:2], key): write_lines(written[key]) for key in ("memory", "reactions")}
    return Fix(write_value(written["wager"]), say, also=tuple(others.items()))


LAST = r"\b(?:(?:last|previous|prev)[_ ])?(?:wager|bet|stake)\b"
CHOICE = compile_later(rf"\(?(.+?) (?:if|when) {OUTCOME} (?:else|otherwise) (.+)")
KNOWN = {"bet", "minimum", "bankroll", "min", "max"}


def _read_formula(text: str, least: Any) -> dict[str, Any]:
    """The keys of a strategy for a wager computed from the last one and its result; none for another one.

    ``least`` is the smallest wager, the first one.

    >>> _read_formula("last_bet + 5 if lost else minimum if won else last_bet", 10)["reactions"]
    [{'on': 'hand lost', 'set': {'bet': 'bet + 5'}}, {'on': 'hand won', 'set': {'bet': 'minimum'}}]
    """
    amounts: dict[str, str] = {}
    rest = re.sub(LAST, "bet", text)
    while match := CHOICE.fullmatch(rest):
        amounts.setdefault("hand lost" if "lo" in match[2] else "hand won", match[1].strip())
        rest = match[3].removesuffix(")") if rest.startswith("(") else match[3]
    parts = [*amounts.values(), rest]
    names = {*re.findall("[a-z_]+", " ".join(parts))}
    is_known = least is not None and "bet" in names and names <= KNOWN and all(map(is_expression, parts))
    if not amounts or not is_known:
        return {}
    amounts = {event: amounts.get(event, rest) for event in (*amounts, "hand won", "hand lost")}
    reactions = [
        {"on": event, "set": {"bet": int(each) if each.isdigit() else each}}
        for event, each in amounts.items()
        if each != "bet"
    ]
    return {"memory": {"bet": least}, "wager": "min(bankroll, bet)", "reactions": reactions}


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
