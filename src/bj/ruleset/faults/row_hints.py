"""Remedies for unknown keys that are rows here: of a chart, of rules, of bonuses, of a pay table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.cards import RANKS
from bj.catalogue.actions import PLAYS
from bj.errors import KeyPath, Remedy
from bj.ruleset.faults.foreign_values import ROWS_OF_BETS, to_rank, to_ratio
from bj.ruleset.model.base import IDENTIFIER
from bj.ruleset.suggestions import RENAMED, shorten
from bj.ruleset.toml.keys import write_key, write_value

BONUSES: Mapping[str, str] = {
    **dict.fromkeys(
        ("suited_blackjack", "suited_natural", "blackjack_suited"), "cards == 2 and total == 21 and suited"
    ),
    **dict.fromkeys(("five_card_trick", "five_cards", "five_card_charlie"), "cards >= 5"),
    **dict.fromkeys(("five_card_21", "five_cards_21"), "cards == 5 and total == 21"),
    **dict.fromkeys(("six_card_21", "six_cards_21"), "cards == 6 and total == 21"),
    **dict.fromkeys(("three_card_21", "three_cards_21"), "cards == 3 and total == 21"),
    **dict.fromkeys(("three_sevens", "triple_seven", "triple_sevens"), "cards == 3 and number_of('7') == 3"),
}
"""The conditions of usual bonuses, by their names on felts."""


def find_row(path: KeyPath, value: Any) -> Remedy | None:
    """The remedy for a key that is a row of a table; None for anything else."""
    if path[-1] in BONUSES and (bonus := find_bonus(path, value)):
        return bonus
    return _find_chart_row(path, value) or _find_play(path, value) or _find_row_of_bet(path, value)


def find_bonus(path: KeyPath, value: Any) -> Remedy | None:
    """The remedy for a payout under a word that is not a key of ``[payouts]``; None for anything else."""
    ratio = to_ratio(value) if path[:-1] in {("payouts",), ("payouts", "bonuses")} else None
    if not ratio:
        return None
    key = str(path[-1])
    name = key if re.fullmatch(IDENTIFIER, key) and shorten(key) == key else "NAME"
    when = BONUSES.get(key.lower()) or _count_ranks(key) or "…"
    return f'write [payouts.bonuses.{name}] with `when = "{when}"` and `pays = "{ratio}"`'


def _count_ranks(key: str) -> str:
    """The condition for a hand of the ranks in a key, such as ``7 7 7``; empty if it does not list ranks."""
    codes = [to_rank(word) for word in re.split(r"[\s,+-]+", key.strip())]
    if len(codes) < 2 or not {*codes} <= {*RANKS}:
        return ""
    counts = (f"number_of('{code}') == {codes.count(code)}" for code in dict.fromkeys(codes))
    return " and ".join([f"cards == {len(codes)}", *counts])


def _find_chart_row(path: KeyPath, value: Any) -> Remedy | None:
    """The remedy for a hand with its play that is outside the rows of a chart."""
    row = re.fullmatch(r"(hard|soft|pair)[ _]?([2-9TJQKA]|1[0-9]|2[01])s?", str(path[-1]))
    if path[0] != "strategies" or row is None:
        return None
    play = next(
        (code for code, each in PLAYS.items() if str(value).lower() in (code.lower(), each.name)), None
    )
    rows = write_key(*map(str, path[:2]), "chart", "rows")
    shown = f" = {write_value(play or shorten(value))}" if isinstance(value, str) else ""
    return f'write `"{row[1]} {row[2]}"{shown}` under [{rows}]'


def _find_play(path: KeyPath, value: Any) -> Remedy | None:
    """The remedy for a play with its condition that is outside the rules of a strategy."""
    key = str(path[-1]).lower()
    play = RENAMED.get(key, key)
    if path[0] != "strategies" or len(path) != 3 or play not in {each.name for each in PLAYS.values()}:
        return None
    when = write_value(shorten(value)) if isinstance(value, str) else '"…"'
    if type(value) is int and play in ("hit", "stand"):  # from this total on, or up to it
        when = f'"total {">=" if play == "stand" else "<="} {value}"'
    row = f'{{ when = {when}, do = "{play}" }}'
    last = '{ do = "hit" }' if play == "stand" else '{ do = "stand" }'
    return f"write `rules = [{row}, {last}]`, with a row for each play"


def _find_row_of_bet(path: KeyPath, value: Any) -> Remedy | None:
    """The remedy for a payout that is outside the pay table of a side bet."""
    ratio = to_ratio(value) if path[0] == "side_bets" and len(path) == 3 else None
    if not ratio:
        return None
    when = ROWS_OF_BETS.get(str(path[-1]).lower(), "…")
    return f'write `{{ when = "{when}", pays = "{ratio}" }}` as a row of `pay_table`'
