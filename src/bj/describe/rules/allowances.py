"""Describe when players can hit, double, split and surrender, in the language of players.

A rule that is written as a condition is also described in words, if possible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Literal as OneOf
from typing import TypeAlias

from bj.describe.rules.comparisons_in_words import said_number
from bj.describe.rules.expressions_in_words import Phrases
from bj.describe.rules.possible_in_game import can_split, can_split_aces
from bj.ruleset.check import Checked
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import Compare, Expression, Literal, NamedValue, ValueKind, operands, walk
from bj.ruleset.model.allowances import ACES, TABLES, Allowed, Double, Hit, Split, Surrender
from bj.ruleset.model.house_rule_values import TOTALS
from bj.ruleset.names_in_expressions import NAMES, Place

NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
Cards: TypeAlias = OneOf[2, "any"]
Hands: TypeAlias = int | str
CARDS: tuple[Cards, ...] = (2, "any")
UNLIMITED: Hands = "unlimited"
OFTEN = {2: "twice"}
AFTER_THE_PEEK = " after the dealer has checked for a natural"


def sentence(checked: Checked, key: str) -> str | None:
    """Return the rule ``key`` as a sentence.

    Return None if no sentence has exactly the same meaning as the condition.
    """
    rules = checked.model.rules
    written = rules.written(key)
    table, aces = (TABLES[key](), rules.aces) if written is True else (written, rules.aces)
    if isinstance(written, str):
        found = recognise(key, checked.expressions["rules", key])
        if found is None:
            return None
        table, aces = found
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


# --- conditions that mean the same as words ---------------------------------------------------------------


def recognise(key: str, condition: Expression) -> tuple[Allowed, str] | None:
    """Return the table with the same meaning as ``condition``, and how split aces can be played.

    Return None if no table has the same meaning.
    """
    wanted = frozenset(operands(condition, "and"))
    for table, aces in _tables(key, condition):
        if frozenset(operands(_parsed(table.condition(aces)), "and")) == wanted:
            return table, aces
    return None


@cache
def _parsed(text: str) -> Expression:
    return parse_expression(text, NAMES[Place.RULE], ValueKind.BOOLEAN)


def _tables(key: str, condition: Expression) -> Iterator[tuple[Allowed, str]]:
    """Yield tables that could mean the same as ``condition``, each with the actions for split aces."""
    if key == "hit":
        yield from ((Hit(), aces) for aces in ACES)
    elif key == "double":
        totals = [None, *_ranges(condition)]
        for on, cards, after, aces in product(totals, CARDS, (True, False), (ACES[0], ACES[-1])):
            yield Double(on=on, cards=cards, after_split=after), aces
    elif key == "split":
        numbers: list[Hands] = [each for each in _numbers(condition, "split_hands") if each in NUMBERS]
        for hands, resplit, alike in product([*numbers, UNLIMITED], (True, False), (True, False)):
            yield Split(hands=hands, resplit_aces=resplit, same_rank=alike), ACES[0]
    elif key == "surrender":
        for cards, after in product(CARDS, (True, False)):
            yield Surrender(cards=cards, after_split=after), ACES[0]


def _ranges(condition: Expression) -> Iterator[str]:
    """Yield ranges of totals that could mean the same as ``condition``.

    Yield nothing if the condition contains more than two totals.
    """
    numbers = [each for each in _numbers(condition, "total") if re.fullmatch(TOTALS, str(each))]
    if len(numbers) > 2:
        return
    for kind, low, high in product(("", "hard ", "soft "), numbers, numbers):
        if low <= high:
            yield f"{kind}{low}" if low == high else f"{kind}{low}..{high}"
    for kind, number in product(("", "hard ", "soft "), numbers):
        yield from (f"{kind}{number}..", f"{kind}..{number}")


def _numbers(condition: Expression, name: str) -> list[int]:
    found = [
        node.right.value
        for node in walk(condition)
        if isinstance(node, Compare)
        and isinstance(node.left, NamedValue)
        and node.left.name == name
        and isinstance(node.right, Literal)
    ]
    return sorted(set(found))
