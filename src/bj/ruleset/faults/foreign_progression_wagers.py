"""Reads wagers that give a progression as a phrase, a table or a formula."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.expressions.repairs import is_expression, repair_condition
from bj.ruleset.faults.foreign_progressions import (
    CANNOT,
    EXAMPLE,
    LONGEST,
    SYSTEMS,
    is_named,
    read_progression,
)
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_lines, write_value
from bj.text.lazy_regex import compile_later

SAID = compile_later(
    rf"{SYSTEMS.pattern}|(?:i |always )?(?:double|press|parlay|let it ride)s?"
    " ?(?:up|it|(?:the |my )?(?:last |previous )?(?:bet|wager|stake))?"
    " (?:after|on|when|if) (?:i |an? |each |every |the |last |hand )*(?:win|won|loss|lose|lost)"
)
"""Matches a phrase for a wager that can only mean a progression."""

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
"""Matches a phrase for a wager that doubles the previous one."""

RAISED = compile_later(r"(?:\*\*|\^) ?\(?[a-z]")
POWER = compile_later(
    r"(minimum|[0-9]{1,4}) ?\* ?\(?2 ?(?:\*\*|\^) ?\(?(\w*(?:win|won|los|streak)\w*)(?: ?% ?([0-9]{1,2}))?\)*"
    r"(?: if \2 ?(<=?) ?([0-9]{1,2}) else .*)?"
)
"""Matches a power of two in which the exponent counts wins or losses. RAISED matches any name in an exponent.
"""

HALVES = compile_later(r"(.+) (?:if|when) (.*(?:won|win|lost|loss|lose).*) (?:else|otherwise) (.+)")
LIMITED = compile_later(
    r"min\((?:([^,]*(?:last|prev|\*\*|\^)[^,]*), ?([^()]+)|([^()]+), ?([^,]*(?:last|prev|\*\*|\^)[^,]*))\)"
)
"""Matches a wager with an upper limit."""

LAST = r"\b(?:(?:last|previous|prev)[_ ])?(?:wager|bet|stake)\b"
CHOICE = compile_later(rf"\(?(.+?) (?:if|when) {OUTCOME} (?:else|otherwise) (.+)")
KNOWN = {"bet", "minimum", "bankroll", "min", "max"}
MOST = compile_later(
    r"(?:at most|up to|max(?:imum)?(?: of)?|limit(?: of)?|until|never more than) ([a-z0-9_* ]+)$"
)
"""Matches a phrase for the largest wager in a progression."""


def _turn(text: str) -> str:
    """Rewrite a conditional wager so that the branch that uses the previous wager comes first.

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
    """Return the part of a text that says when the wager is doubled, in lowercase.

    Return the whole text in lowercase if no part says so.

    >>> _clause("Minimum after a win, and double after every loss")
    'double after every loss'
    """
    parts = [part.strip() for part in re.split(r"[,;]| (?:and|then) ", text.lower())]
    return next(
        (part.removeprefix("and ") for part in parts if re.search("doubl|press|ride", part)), text.lower()
    )


def find_wager_in_words(path: KeyPath, text: str, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest keys for a strategy whose wager is written in words, such as `double after a loss`.

    Return None for any other wager.
    """
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
            f"write `{repair_condition(f'{text} else minimum')}`, with the wager that you want after `else`"
        )
    unlimited = re.sub(r"^(2 ?[*^]+ ?\w+) ?\* ?(minimum|[0-9]+)", r"\2 * \1", LIMITED.sub(r"\1\4", said))
    power = POWER.fullmatch(unlimited)
    if power is not None:
        text = f"double after a {'loss' if 'los' in power[2] else 'win'}"
    if not is_named(text) and "oscar" in str(path[1]).lower() and re.search(LAST, said):
        text = "oscars grind"
    if not is_named(text):
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
    """Suggest keys for a strategy whose wager is a table that describes a progression.

    Return None for any other value.
    """
    is_wager = path[0] == "strategies" and path[2:] == ("wager",) and isinstance(value, dict)
    found = read_progression(value, str(path[1])) if is_wager else None
    if found is None:
        return None
    return _write_wager(path, found.written, data) if found.is_possible else CANNOT


def _write_wager(path: KeyPath, written: Mapping[str, Any], data: Mapping[str, Any]) -> Remedy:
    if not written:
        return EXAMPLE.format(10)
    say = "write " + ", ".join(f"`{key} = {write_value(value)}`" for key, value in written.items())
    if {"memory", "reactions"} & {*look_up(data, path[:-1])}:
        return say
    others = {(*path[:2], key): write_lines(written[key]) for key in ("memory", "reactions")}
    return Fix(write_value(written["wager"]), say, also=tuple(others.items()))


def _read_formula(text: str, least: Any) -> dict[str, Any]:
    """Convert a formula with the previous wager and its result to the keys of a strategy.

    ``least`` is the minimum wager, which is also the first wager. Return an empty dict for any other formula.

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
    """Return the amount that limits a progression, which is given in words or as a formula.

    Return an empty string for a progression without a limit.

    >>> _limit_of("double after a loss, at most 16 units"), _limit_of("min(2 * last_bet, 50) if lost else 5")
    ('16 * minimum', '50')
    """
    match, computed = MOST.search(text), LIMITED.search(text)
    amounts = (computed[2] or computed[3]).split(",") if computed else [""]
    limits = [amount.strip() for amount in amounts if amount.strip() != "bankroll"]
    most = repair_condition(match[1]) if match else limits[0] if len(limits) == 1 else ""
    return "" if not re.fullmatch(r"[a-z0-9_* ]+", most) else most
