"""Describe when players can hit, double, split and surrender, in terms that players use."""

from __future__ import annotations

from bj.describe.rules.comparisons_in_words import said_number
from bj.describe.rules.expressions_in_words import Phrases
from bj.describe.rules.possible_in_game import can_split, can_split_aces
from bj.ruleset.check import Checked
from bj.ruleset.model.allowances import ACES, TABLES, Allowed, Double, Hit, Split, Surrender

NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
OFTEN = {2: "twice"}
AFTER_THE_PEEK = " after the dealer has checked for a natural"


def sentence(checked: Checked, key: str) -> str | None:
    """Return the rule ``key`` as a sentence, or None if the rule is written as a condition."""
    rules = checked.model.rules
    written = rules.written(key)
    table = TABLES[key]() if written is True else written
    aces = rules.aces
    if not isinstance(table, Allowed):
        return None
    when = ""
    if table.when is not None:
        when = f", {Phrases(checked).when(('rules', key, 'when'))}"
    match table:
        case Hit():
            return _hit(table, aces, when)
        case Double():
            aces = aces if can_split_aces(checked) else ACES[0]
            return _double(table, aces, when, splits=can_split(checked))
        case Split():
            return _split(table, when)
        case Surrender():
            return _surrender(table, when)
    return None


def _hit(table: Hit, aces: str, when: str) -> str:
    which = "A split ace gets one card" if aces == "one card" else "Split aces may be hit like other hands"
    also = ", and a doubled hand may be hit" if table.doubled else ""
    return f"{which}{also}." if not when else f"A hand may be hit{when}. {which}{also}."


def _double(table: Double, aces: str, when: str, *, splits: bool) -> str:
    cards = "two cards" if table.cards == 2 else "any number of cards"
    totals = f" with {_totals(table.on)}" if table.on is not None else ""
    once = f"up to {NUMBERS[table.times]} times, each time" if table.times > 1 else ""
    once = OFTEN[table.times] + ", each time" if table.times in OFTEN else once
    after = ", but not after a split"
    if table.after_split:
        after = ", split aces too" if aces == ACES[-1] else ", after a split too" if splits else ""
    how = f" {once} for one more card" if once else " for exactly one more card"
    return f"The wager on a hand of {cards}{totals} may be doubled{how}{after}{when}."


def _totals(totals: str) -> str:
    """Describe a range of totals.

    >>> _totals("9..11"), _totals("hard 10"), _totals("15..")
    ('a total of 9 to 11', 'a hard total of 10', 'a total of at least 15')
    """
    kind, _, numbers = totals.rpartition(" ")
    low, is_range, high = numbers.partition("..")
    said = f"{low} to {high}" if low and high else f"at least {low}" if is_range and low else low
    said = said or f"at most {high}"
    return f"a {kind + ' ' if kind else ''}total of {said}"


def _split(table: Split, when: str) -> str:
    alike = "rank" if table.same_rank else "value"
    hands = "any number of" if table.hands == "unlimited" else f"up to {said_number(table.hands, NUMBERS)}"
    hands = "two" if table.hands == 2 else hands
    aces = "" if table.hands == 2 else ", aces too" if table.resplit_aces else ", aces only once"
    return f"Two cards of the same {alike} may be split, into {hands} hands{aces}{when}."


def _surrender(table: Surrender, when: str) -> str | None:
    if not table.late:
        return f"Only a doubled hand may be surrendered{when}." if table.doubled else None
    which = "The first two cards" if table.cards == 2 else "A hand of any number of cards"
    after = ", after a split too" if table.after_split else ""
    doubled = ", and so may a doubled hand" if table.doubled else ""
    return f"{which} may be surrendered{AFTER_THE_PEEK}{after}{doubled}{when}."
