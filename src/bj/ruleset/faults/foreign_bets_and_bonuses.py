"""Explains side bets, bonuses and limits that are written with keys from other programs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bj.catalogue.expression_names import NAMES
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_name_index import row_like
from bj.ruleset.faults.foreign_sections import BONUSES as SECTIONS_OF_BONUSES
from bj.ruleset.faults.foreign_values import fold, to_ratio
from bj.ruleset.faults.other_foreign_names import PAY_TABLE, SIDE_BET
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_value

PAYOUTS = re.compile(r"pays?|payouts?|paid|pays_out|odds|ratio|pay_?table|payoffs?|table|rows|prizes?")
"""Matches keys that give payouts."""

HANDS = re.compile(
    r"(?:it_)?(?:wins?|won|pays)_(?:if|when|on|with)"
    r"|condition|if|on|for|wins?|hands?|cards?|combination|result|outcome|row|total"
)
"""Matches keys that name the winning hands."""

A_ROW = 'write it as a row of `pay_table`, such as `{ when = "same_rank", pays = "11:1" }`'
"""The remedy for a payout that is written next to a pay table instead of in it."""

WHEN = (
    'write all conditions into `when`, such as `when = "cards == 3 and same_rank"`: see '
    "docs/reference.md#names"
)
"""The remedy for a key that describes the hand in a bonus or in a row of a pay table."""

PRIZES = ("amount", "prize", "fixed", "wins")
PRIZE = (
    'a fixed amount is a power: write `on = "hand won"`, `when = "cards == 3 and same_rank"`, '
    '`do = "change bankroll"` and `amount = 100` under [powers.NAME], with your own condition and amount'
)
"""PRIZES are keys for a bonus that pays a fixed amount, and PRIZE is the remedy for them."""

BONUS = (
    'write [payouts.bonuses.NAME] with `when = "cards == 3 and same_rank"` and `pays = "3:2"`, with the '
    "condition that you want: see docs/tables.md#set-payouts-and-bonuses"
)
"""The remedy for a payout whose hand has no key in [payouts]."""


def name_of_bet(name: str) -> str:
    """Convert the name of a bet to a key.

    Return an empty string if the name contains no letters or digits.

    >>> name_of_bet("7+7"), name_of_bet("Two Jacks")
    ('bet_7_7', 'two_jacks')
    """
    named = "_".join(re.findall("[a-z0-9]+", fold(name)))
    return f"bet_{named}" if named[:1].isdigit() else named


def find_pay_table(path: KeyPath, value: Any, data: Mapping[str, Any]) -> str | None:
    """Explain how to write a pay table, if a key in a side bet gives a payout or names a winning hand.

    Return None for any other key.
    """
    bet = look_up(data, path[:2])
    if path[0] != "side_bets" or len(path) != 3 or not isinstance(bet, dict):
        return None
    key = fold(path[-1])
    row = row_like(f"side_bets.{key}")
    if row is not None and row.new:
        return None
    is_of_rows = PAYOUTS.fullmatch(key) or HANDS.fullmatch(key)
    if not (is_of_rows or to_ratio(value) or isinstance(value, list | dict)):
        return None
    return A_ROW if "pay_table" in bet else PAY_TABLE


def find_row_part(path: KeyPath, value: Any) -> Remedy | None:
    """Suggest `when` or `pays` for a key such as `hand` or `odds` in a bonus or a row of a pay table.

    Return None for any other key.
    """
    is_row = path[0] == "side_bets" and path[2:3] == ("pay_table",) and len(path) == 5
    if not is_row and not (path[:2] == ("payouts", "bonuses") and len(path) == 4):
        return None
    if PAYOUTS.fullmatch(fold(path[-1])) and (ratio := to_ratio(value)):
        return Fix(write_value(ratio), f'write `pays = "{ratio}"`', to=(*path[:-1], "pays"))
    if fold(path[-1]) in PRIZES:
        return PRIZE
    return WHEN if HANDS.fullmatch(fold(path[-1])) or path[-1] in NAMES else None


def advise_side_bets(value: Any) -> Remedy:
    """Suggest a remedy for a section with a foreign name that describes one or more side bets."""
    if isinstance(value, dict) and value and all(isinstance(each, dict) for each in value.values()):
        return Fix("", "write [side_bets]", to=("side_bets",))
    named = name_of_bet(str(value.get("name", ""))) if isinstance(value, dict) else ""
    return Fix("", f"write [side_bets.{named}]", to=("side_bets", named)) if named else SIDE_BET


def advise_bonuses(bonuses: Sequence[Any]) -> str:
    """Explain how to write the tables in a list of bonuses."""
    keys = {fold(key) for bonus in bonuses if isinstance(bonus, dict) for key in bonus}
    return BONUS if keys.isdisjoint(PRIZES) else PRIZE


def find_bonus(path: KeyPath, value: Any) -> str | None:
    """Explain how to write a bonus, if a key gives the payout for a hand that does not exist in [payouts].

    Return None for any other key.
    """
    is_inside = path[:-1] in {("payouts",), ("payouts", "bonuses")}
    is_of_bonuses = len(path) == 2 and fold(path[0]) in SECTIONS_OF_BONUSES
    if path[1:2] == ("bonuses",) and isinstance(value, dict) and "when" in value:
        return None  # only the name is wrong
    is_payout = to_ratio(value) or isinstance(value, list | dict)
    return BONUS if (is_inside or is_of_bonuses) and is_payout else None
