"""Remedies for unknown keys that are rows here: of charts, rules, bonuses or pay tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from bj.errors import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_bets import UNKNOWN_ROW, read_bonus, read_row
from bj.ruleset.faults.foreign_cards import find_jokers
from bj.ruleset.faults.foreign_players import find_names
from bj.ruleset.faults.foreign_side_bets import find_pay_table
from bj.ruleset.faults.foreign_strategies import find_in_strategy
from bj.ruleset.faults.foreign_values import fold, to_ratio
from bj.ruleset.faults.foreign_words import BONUSES as SECTIONS_OF_BONUSES
from bj.ruleset.faults.shape import fields_at
from bj.ruleset.model.base import IDENTIFIER
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.keys import write_key, write_value
from bj.ruleset.toml.removed import look_up

BONUS = "cards == 3 and same_rank"
"""The condition that a remedy shows for one that it cannot read."""

BONUSES: Mapping[str, str] = {
    **dict.fromkeys(
        ("suited_blackjack", "suited_natural", "blackjack_suited"),
        "cards == 2 and total == 21 and suited and split_hands == 1",
    ),
    **dict.fromkeys(("five_card_trick", "five_cards"), "cards >= 5"),
    **dict.fromkeys(("triple_seven", "triple_sevens"), "cards == 3 and number_of('7') == 3"),
}
"""The conditions of usual bonuses, by their names on felts."""


def find_row(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a key that is a row of a table in the ``data`` of a ruleset; None for anything else."""
    if fold(path[-1]) in BONUSES and (bonus := find_bonus(path, value, data)):
        return bonus
    found = find_in_strategy(path, value, data) or find_names(path, value, data)
    return found or find_pay_table(path, data) or find_bonus_part(path, data) or find_jokers(path, data)


def find_winning_hand(path: KeyPath, value: Any) -> Remedy | None:
    """The remedy for a hand that wins at once, such as `six_card_20_wins`; None for other keys."""
    hand = re.fullmatch(r"(\w+?)_(?:always_)?wins?(?:_at_once|_automatically)?", fold(path[-1]))
    when = read_row(hand[1]) if hand and value is True and len(path) == 2 else ""
    if not hand or "cards" not in when or "total" not in when or not re.fullmatch(IDENTIFIER, hand[1]):
        return None
    to = ("payouts", "bonuses", shorten(hand[1]))
    table = write_value({"when": when, "pays": "1:1", "at_once": True})
    return Fix(table, f"write `{to[-1]} = {table}` under [payouts.bonuses]", to=to)


def find_bonus(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a payout under a word that is not a key of ``[payouts]``; None for anything else."""
    is_inside = path[:-1] in {("payouts",), ("payouts", "bonuses")}
    is_section = len(path) == 2 and fold(path[0]) in SECTIONS_OF_BONUSES
    ratio = to_ratio(value) if is_inside or is_section else None
    if not ratio:
        return None
    key = str(path[-1])
    folded = fold(key)
    name = folded if folded[:1].isalpha() else f"bonus_{folded}"
    is_name = re.fullmatch(IDENTIFIER, name) and shorten(name) == name
    to = ("payouts", "bonuses", name if is_name else "NAME")
    when = _read_hand(key)
    is_known = when != UNKNOWN_ROW
    when += _exclude(when, look_up(data, path[:-1]) or ()) if is_known else ""
    say = f'write [{write_key(*to)}] with `when = "{when if is_known else BONUS}"` and `pays = "{ratio}"`'
    if not is_known:
        return f"{say}, with the condition that you mean"
    if not is_name:
        return say
    table = write_value({"when": when, "pays": ratio})
    return Fix(table, f"write `{table}`") if path == to else Fix(table, say, to=to)


def _read_hand(key: str) -> str:
    """The condition of a bonus for its name on felts; `…` if it cannot be read."""
    return BONUSES.get(fold(key)) or read_bonus(key) or UNKNOWN_ROW


def _exclude(when: str, others: Iterable[str]) -> str:
    """The end of a condition that leaves rarer hands to ``others``, because the first match counts.

    >>> _exclude("cards == 3 and number_of('7') == 3", ["777 suited", "777 spades", "678"])
    ' and not suited'
    """
    parts = {*when.split(" and ")}
    hands = [_read_hand(other).split(" and ") for other in others]
    more = [[part for part in hand if part not in parts] for hand in hands if parts < {*hand}]
    widest = [one for one in more if not any({*other} < {*one} for other in more)]
    return "".join(f" and not ({' and '.join(one)})" if one[1:] else f" and not {one[0]}" for one in widest)


def find_bonus_part(path: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a part of the condition of a bonus, such as `suited = true`; None for anything else."""
    table = look_up(data, path[:3])
    if path[:2] != ("payouts", "bonuses") or len(path) != 4 or not isinstance(table, dict):
        return None
    known = fields_at(path[:-1])
    parts = {key: _part_of(key, value) for key, value in table.items() if key not in known}
    if not parts.get(str(path[-1])):
        return None
    when = " and ".join(filter(None, parts.values()))
    if "when" in table:
        return f"write it into `when`, such as `and {parts[str(path[-1])]}`"
    first = next(key for key, part in parts.items() if part)
    if path[-1] != first:
        return Fix("", f"`{shorten(first)}` and this make one `when`: remove it")
    written = write_value(when)
    return Fix(written, f"write `when = {written}`", to=(*path[:-1], "when"))


def _part_of(key: str, value: Any) -> str:
    """The condition that a key of a bonus means; empty if it cannot be read."""
    if isinstance(value, str):
        return read_bonus(value)
    if value is True:
        return read_row(key)
    return read_row(f"{value} cards" if fold(key) in ("cards", "number_of_cards") else f"{value}")
