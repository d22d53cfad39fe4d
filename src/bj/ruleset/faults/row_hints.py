"""Remedies for unknown keys that are rows here: of a chart, of rules, of bonuses, of a pay table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.cards import RANKS
from bj.catalogue.actions import PLAYS
from bj.errors import Fix, KeyPath, Remedy, TextFaults
from bj.ruleset.expressions.syntax import read_syntax
from bj.ruleset.faults.foreign_bets import UNKNOWN_ROW, read_bonus
from bj.ruleset.faults.foreign_charts import HANDS, read_chart
from bj.ruleset.faults.foreign_side_bets import find_pay_table
from bj.ruleset.faults.foreign_values import NUMBER_WORDS, fold, may_repeat, to_rank, to_ratio
from bj.ruleset.model.base import IDENTIFIER
from bj.ruleset.model.indices import KEY, respell
from bj.ruleset.suggestions import LONGEST_WORD, RENAMED, TRUTHS, shorten
from bj.ruleset.toml.keys import write_key, write_value

MOST_REPAIRS = 5

BONUS_SECTIONS = {("payouts",), ("payouts", "bonuses"), ("bonuses",), ("bonus",)}
"""The tables in which a payout may be a bonus."""

BONUSES: Mapping[str, str] = {
    **dict.fromkeys(
        ("suited_blackjack", "suited_natural", "blackjack_suited"),
        "cards == 2 and total == 21 and suited and split_hands == 1",
    ),
    **dict.fromkeys(("five_card_trick", "five_cards"), "cards >= 5"),
    **dict.fromkeys(("five_card_21", "five_cards_21"), "cards == 5 and total == 21"),
    **dict.fromkeys(("six_card_21", "six_cards_21"), "cards == 6 and total == 21"),
    **dict.fromkeys(("three_card_21", "three_cards_21"), "cards == 3 and total == 21"),
    **dict.fromkeys(("three_sevens", "triple_seven", "triple_sevens"), "cards == 3 and number_of('7') == 3"),
}
"""The conditions of usual bonuses, by their names on felts."""


def find_row(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a key that is a row of a table in the ``data`` of a ruleset; None for anything else."""
    if fold(path[-1]) in BONUSES and (bonus := find_bonus(path, value)):
        return bonus
    finders = (_find_index, _find_chart_rows, _find_chart_row, _find_play)
    found = next((remedy for find in finders if (remedy := find(path, value))), None)
    return found or find_pay_table(path, data)


def find_bonus(path: KeyPath, value: Any) -> Remedy | None:
    """The remedy for a payout under a word that is not a key of ``[payouts]``; None for anything else."""
    ratio = to_ratio(value) if path[:-1] in BONUS_SECTIONS else None
    if not ratio:
        return None
    key = str(path[-1])
    folded = fold(key)
    name = folded if folded[:1].isalpha() else f"bonus_{folded}"
    is_name = re.fullmatch(IDENTIFIER, name) and shorten(name) == name
    to = ("payouts", "bonuses", name if is_name else "NAME")
    when = BONUSES.get(folded) or _count_ranks(key) or read_bonus(key) or UNKNOWN_ROW
    say = f'write [{write_key(*to)}] with `when = "{when}"` and `pays = "{ratio}"`'
    if not is_name or when == UNKNOWN_ROW:
        return say
    table = write_value({"when": when, "pays": ratio})
    return Fix(table, f"write `{table}`") if path == to else Fix(table, say, to=to)


def _count_ranks(key: str) -> str:
    """The condition for a hand of the ranks in a key; empty if it does not list ranks.

    >>> _count_ranks("7 7 7")
    "cards == 3 and number_of('7') == 3"
    >>> _count_ranks("six_seven_eight_suited")
    "cards == 3 and number_of('6') == 1 and number_of('7') == 1 and number_of('8') == 1 and suited"
    """
    first, *others = words = re.split(r"[\s,+_-]+", key.strip())
    suits = {"mixed": "", "suited": "suited", "spades": "suited and holds('S')"}
    suit = suits.get(words.pop().lower()) if others and words[-1].lower() in suits else ""
    if len(words) == 1 and re.fullmatch("[2-9TJQKA]{3,8}", first):
        words = list(first)
    codes = [to_rank(NUMBER_WORDS.get(word.lower(), word)) for word in words]
    if len(codes) < 2 or not {*codes} <= {*RANKS}:
        return ""
    counts = (f"number_of('{code}') == {codes.count(code)}" for code in dict.fromkeys(codes))
    return " and ".join(filter(None, [f"cards == {len(codes)}", *counts, suit]))


def _find_index(path: KeyPath, value: Any) -> Remedy | None:
    """The remedy for an index play outside `indices`; None for anything else."""
    key = str(path[-1])
    is_index = len(key) <= LONGEST_WORD and KEY.fullmatch(respell(key))
    if path[0] != "strategies" or len(path) != 3 or not is_index:
        return None
    play = _read_play(value)
    rows = (*path[:2], "indices")
    written = f" = {write_value(play or shorten(value))}" if isinstance(value, str) else ""
    return f'write `"{respell(key)}"{written}` under [{write_key(*map(str, rows))}]'


def _find_chart_rows(path: KeyPath, value: Any) -> Remedy | None:
    """The remedy for a block of rows of a chart, as a text or a table; None for anything else."""
    kind = re.fullmatch(HANDS, str(path[-1]).lower())
    if (
        path[0] != "strategies"
        or kind is None
        or len(path) not in (3, 4)
        or path[2:-1] not in ((), ("chart",))
    ):
        return None
    rows = read_chart(kind[1], value)
    if rows is None:
        return None
    to: KeyPath = (*path[:2], "chart", "rows")
    row, plays = next(iter(rows.items()))
    shown = write_value(shorten(plays))
    say = f'write each row under [{write_key(*map(str, to))}], such as `"{row}" = {shown}`'
    return Fix(write_value(rows), say, to=to)


def _find_chart_row(path: KeyPath, value: Any) -> Remedy | None:
    """The remedy for a hand with its play that is outside the rows of a chart."""
    row = re.fullmatch(r"(hard|soft|pair)[ _]?([2-9TJQKA]|1[0-9]|2[01])s?", str(path[-1]))
    if path[0] != "strategies" or row is None:
        return None
    play = _read_play(value)
    rows = write_key(*map(str, path[:2]), "chart", "rows")
    shown = f" = {write_value(play or shorten(value))}" if isinstance(value, str) else ""
    return f'write `"{row[1]} {row[2]}"{shown}` under [{rows}]'


def _read_play(value: Any) -> str | None:
    """The code of a play by its code or its name; None for anything else."""
    said = str(value).lower()
    return next((code for code, each in PLAYS.items() if said in (code.lower(), each.name)), None)


def _find_play(path: KeyPath, value: Any) -> Remedy | None:
    """The remedy for a play with its condition that is outside the rules of a strategy."""
    key = str(path[-1]).lower()
    play = RENAMED.get(key, key)
    if path[0] != "strategies" or len(path) != 3 or play not in {each.name for each in PLAYS.values()}:
        return None
    if isinstance(value, str) and TRUTHS.get(value.lower()) == "true":
        return f'write `{{ do = "{play}" }}` as the last row of `rules`'
    when = write_value(shorten(repair_condition(value))) if isinstance(value, str) else '"…"'
    if (
        type(value) is int and may_repeat(value) and play in ("hit", "stand")
    ):  # from this total on, or up to it
        when = f'"total {">=" if play == "stand" else "<="} {value}"'
    row = f'{{ when = {when}, do = "{play}" }}'
    last = '{ do = "hit" }' if play == "stand" else '{ do = "stand" }'
    return f"write `rules = [{row}, {last}]`, with a row for each play"


def repair_condition(text: str) -> str:
    """A condition in words, as far as the remedies of expressions can write it.

    >>> repair_condition("when total is 11 or less"), repair_condition("I feel lucky")
    ('total <= 11', 'I feel lucky')
    """
    repaired = text
    for _ in range(MOST_REPAIRS):
        try:
            read_syntax(repaired)
        except TextFaults as error:
            offset, length, fix = error.faults[0].offset, error.faults[0].length, error.faults[0].remedy
            if not isinstance(fix, Fix):
                return text
            start, length = fix.span or (offset, length)
            repaired = repaired[:start] + fix.text + repaired[start + length :]
        else:
            return repaired
    return text
