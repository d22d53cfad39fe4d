"""Finds the properties of a hand that a game's rules read. Hands with equal properties are indistinguishable.

The properties depend on which expressions are evaluated during a hand, and on the hands in which these
expressions read individual cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from bj.argument_values import Value
from bj.catalogue.expression_names import BY_FIRST, BY_RANK, BY_SUIT
from bj.catalogue.limits import HIGHEST_TOTAL, MOST_HELD
from bj.compiler.constant_folding import fold
from bj.engine.search.search_setup import Reads
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.expressions import tree
from bj.ruleset.expressions.tree import Expression
from bj.ruleset.model.strategies import owner_of
from bj.ruleset.shoe_size import RESHUFFLING
from bj.simulation.participants import strategies_of

CARDS_READ = BY_RANK | BY_SUIT | tree.ASKING_FOR_CARDS
"""The names and functions that read the individual cards in a hand."""

ASKED = ("wager", "rules", "reactions", "powers", "insurance")
"""The keys of a strategy, apart from its chart, that are evaluated during a hand."""


def read_in_hands(checked: Checked, values: Mapping[str, Value]) -> Iterator[tuple[KeyPath, Expression]]:
    """Yield every expression that is evaluated during a hand, with its path in the ruleset."""
    model = checked.model
    playing = [name for name in strategies_of(model, values) if name]
    own = {("strategies", owner_of(model.strategies, name, key), key) for name in playing for key in ASKED}
    sections = ("shoe", "procedure", "powers", "rules", "payouts")
    for path, expression in checked.expressions.items():
        if (
            path[:3] in own
            or path[:2] == ("dealer", "reactions")
            or (path[0] in sections and path[-1] not in ("while", "minimum_wager", "by"))
        ):
            yield path, expression


def names_of(expression: Expression) -> set[str]:
    """Return all names and functions used in ``expression``."""
    return {
        node.name if isinstance(node, tree.NamedValue) else node.function
        for node in tree.walk(expression)
        if isinstance(node, tree.NamedValue | tree.Call)
    }


def most_cards_read(of_hands: Iterable[Expression], known: Mapping[str, int]) -> int:
    """Return the size of the largest hand whose individual cards are read, or 0 if no cards are read."""
    reading = [each for each in of_hands if CARDS_READ & names_of(each)]
    return max(
        (
            cards
            for cards in range(MOST_HELD + 1)
            if any(CARDS_READ & names_of(fold(each, {**known, "cards": cards}, 1)) for each in reading)
        ),
        default=0,
    )


# --- the hands whose cards are read ------------------------------------------------------------------------

Bits: TypeAlias = Sequence[int]
"""A set of hands, given as a sequence of bit masks.

The index is twice a hand's total, plus 1 if it is soft, and bit n of the mask is set if the set includes
hands of n cards.
"""

EVERY: Bits = (~0,) * (2 * (HIGHEST_TOTAL + 1))


class CardsRead(NamedTuple):
    """The hands in which rules read individual cards or the number of cards."""

    waiting: Bits = EVERY
    """Hands that may still receive cards, and in which rules read individual cards."""
    closed: Bits = EVERY
    """Finished hands in which rules read individual cards."""
    number: Bits = EVERY
    """Finished hands that rules distinguish from hands of the same value with one card fewer."""


def cards_read_of(
    of_hands: Sequence[Expression], paid: Sequence[Expression], from_split: int, always: int
) -> CardsRead:
    """Find the hands in which expressions read individual cards or the number of cards.

    The expressions in ``paid`` are evaluated when hands are paid. ``always`` is a bit mask of hand sizes.
    Hands of these sizes are always distinguished from smaller hands.
    """
    known = {"from_split": from_split}
    of_hands, paid = ([fold(each, known, 1) for each in of] for of in (of_hands, paid))
    return CardsRead(
        _look([each for each in of_hands if CARDS_READ & names_of(each)]),
        _look([each for each in paid if CARDS_READ & names_of(each)]),
        [always | bits for bits in _changes([each for each in paid if "cards" in names_of(each)])],
    )


def _look(reading: Sequence[Expression]) -> Bits:
    """Return the hands in which any of the expressions reads individual cards."""
    bits = [0] * len(EVERY)
    for cards in range(1, MOST_HELD + 1):
        for each in _with(reading, cards=cards):
            if CARDS_READ & names_of(each):
                for value in range(len(EVERY)):
                    if CARDS_READ & names_of(fold(each, {"total": value >> 1, "soft": value & 1}, 1)):
                        bits[value] |= 1 << cards
    return bits


def _changes(reading: Sequence[Expression]) -> Bits:
    """Return the hands for which any expression would have a different value with one card fewer."""
    bits = [0] * len(EVERY)
    before: list[Expression] = []
    for cards in range(MOST_HELD + 1):
        after = _with(reading, cards=cards)
        for one, other in zip(before, after, strict=bool(before)):
            if one != other:
                for value in range(len(EVERY)):
                    known = {"total": value >> 1, "soft": value & 1}
                    if fold(one, known, 1) != fold(other, known, 1):
                        bits[value] |= 1 << cards
        before = after
    return bits


def _with(expressions: Iterable[Expression], **known: int) -> list[Expression]:
    return [fold(each, known, 1) for each in expressions]


# --- all dependencies ------------------------------------------------------------------------------------

BY_DEALER = frozenset(("dealer_total", "dealer_cards", "dealer_soft"))
"""The names that refer to the dealer's face-up cards or, when hands are paid, to all dealer cards."""

TWO = 3
"""Rules always distinguish hands with fewer cards than this from all larger hands."""


def reads_of(checked: Checked, values: Mapping[str, Value]) -> Reads:
    """Find everything about a hand that the rules and the players' strategies read."""
    of_hands = [expression for _, expression in read_in_hands(checked, values)]
    if any(True for _ in checked.model.all_reactions()):
        last = any("last" in names_of(each) for each in of_hands)
        return Reads(
            (CardsRead(), CardsRead()),
            (True, True),
            last,
            (),
            True,
            True,
            MOST_HELD,
            dealer=True,
            left=True,
            paid=True,
        )
    names = [
        set().union(*(names_of(fold(each, {"from_split": split}, 1)) for each in of_hands))
        for split in (0, 1)
    ]
    paid = [each for path, each in read_in_hands(checked, values) if path[0] == "payouts"]
    always = (1 << TWO + 1) - 1 | 1 << (checked.model.rules.charlie_cards or 0)
    first, first_of_part = (bool(BY_FIRST & found) for found in names)
    distinguishes_first = (BY_FIRST - {"first"}) & (names[0] | names[1])
    pair = "pair" in names[0] | names[1] or checked.model.rules.may_ever("split")
    number = max((_cards_read(each) for each in of_hands), default=TWO)
    closed = any(({"soft", "pair"} | BY_FIRST) & names_of(each) for each in paid)
    return Reads(
        (cards_read_of(of_hands, paid, 0, always), cards_read_of(of_hands, paid, 1, always)),
        (first or (first_of_part and bool(distinguishes_first)), first_of_part),
        False,  # the last card is read only by reactions
        () if distinguishes_first else compared(of_hands, {"first"}),
        pair,
        closed,
        max(TWO, number, checked.model.rules.charlie_cards or 0),
        dealer=False,
        left=any(
            "cards_left" in names_of(each)
            for path, each in read_in_hands(checked, values)
            if path != RESHUFFLING  # which is evaluated before the first card
        ),
        paid=any(BY_DEALER & names_of(each) for each in paid),
    )


def compared(expressions: Sequence[Expression], names: Collection[str]) -> tuple[int, ...]:
    """Return the numbers with which expressions compare ``names``.

    The result is empty if expressions use ``names`` in any other way.
    """
    bounds: set[int] = set()
    others = 0
    for node in (each for expression in expressions for each in tree.walk(expression)):
        if isinstance(node, tree.NamedValue):
            others += node.name in names
        elif isinstance(node, tree.Compare):
            sides = (node.left, node.right)
            literals = [side.value for side in sides if isinstance(side, tree.Literal)]
            if literals and any(isinstance(side, tree.NamedValue) and side.name in names for side in sides):
                bounds.update(literals)
                others -= 1
    return () if others else tuple(sorted(bounds))


def _cards_read(expression: Expression) -> int:
    """Return the hand size beyond which more cards no longer change the value of ``expression``."""
    if isinstance(expression, tree.NamedValue):
        return MOST_HELD if expression.name == "cards" else 0
    if isinstance(expression, tree.Compare):
        sides = (expression.left, expression.right)
        literals = [side.value for side in sides if isinstance(side, tree.Literal)]
        if literals and any(isinstance(side, tree.NamedValue) and side.name == "cards" for side in sides):
            return min(MOST_HELD, literals[0] + 1)
    inner: Sequence[Expression] = tree.parts(expression)
    return max((_cards_read(part) for part in inner), default=0)
