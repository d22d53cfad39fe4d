"""What the rules of a game read of hands: all else makes no difference between two of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from bj.arguments import Value
from bj.catalogue.limits import MOST_HELD
from bj.catalogue.names import BY_FIRST, BY_RANK, BY_SUIT
from bj.compiler.folding import fold
from bj.engine.preparing import Reads
from bj.errors import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import Call, Compare, Expression, Literal, Name, parts, walk
from bj.ruleset.model.strategies import owner_of
from bj.simulation.seats import strategies_of

CARDS_READ = BY_RANK | BY_SUIT | {"holds"}
"""The names and functions that look at the cards of a hand one by one."""

ASKED = ("wager", "rules", "reactions", "powers", "insurance")
"""What a strategy is asked during a hand, besides its chart."""

TWO = 3
"""Whether a hand has two cards, or more, always matters."""


SHUFFLING = ("shoe", "reshuffle_when")
"""What is asked before the first card of a hand."""


def asked_in_hands(checked: Checked, values: Mapping[str, Value]) -> Iterator[tuple[KeyPath, Expression]]:
    """The expressions that are asked during a hand, each with its place."""
    model = checked.model
    playing = [name for name in strategies_of(model, values) if name]
    own = {("strategies", owner_of(model.strategies, name, key), key) for name in playing for key in ASKED}
    sections = ("shoe", "procedure", "powers", "rules", "payouts")
    for path, expression in checked.expressions.items():
        if path[:3] in own or (path[0] in sections and path[-1] not in ("while", "minimum_wager")):
            yield path, expression


def names_of(expression: Expression) -> set[str]:
    """The names and functions of an expression."""
    return {
        node.name if isinstance(node, Name) else node.function
        for node in walk(expression)
        if isinstance(node, Name | Call)
    }


def reads_of(checked: Checked, values: Mapping[str, Value]) -> Reads:
    """What the rules, and the strategies that play, read of hands."""
    asked = [expression for _, expression in asked_in_hands(checked, values)]
    if any(True for _ in checked.model.all_reactions()):
        last = any("last" in names_of(each) for each in asked)
        every = (MOST_HELD, MOST_HELD)
        return Reads(every, (True, True), last, (), True, True, MOST_HELD, dealer=True, left=True)
    names = [
        set().union(*(names_of(fold(each, {"from_split": split}, 1)) for each in asked)) for split in (0, 1)
    ]
    whole, part = (most_cards_read(asked, {"from_split": split}) for split in (0, 1))
    first, first_of_part = (bool(BY_FIRST & found) for found in names)
    tells_first = (BY_FIRST - {"first"}) & (names[0] | names[1])
    pair = "pair" in names[0] | names[1] or checked.model.rules.may_ever("split")
    number = max((_cards_read(each) for each in asked), default=TWO)
    closed = bool(checked.model.payouts.bonuses)
    return Reads(
        (max(whole, part), part),  # hands from splits begin with a card of one that was dealt
        (first or (first_of_part and bool(tells_first)), first_of_part),
        False,  # only reactions read the last card
        () if tells_first else compared(asked, {"first"}),
        pair,
        closed,
        max(TWO, number, checked.model.rules.charlie or 0),
        dealer=False,
        left=any(
            "cards_left" in names_of(each)
            for path, each in asked_in_hands(checked, values)
            if path != SHUFFLING
        ),
    )


def compared(asked: Sequence[Expression], names: Collection[str]) -> tuple[int, ...]:
    """The numbers that any of some names is compared with; none where more is done with it."""
    bounds: set[int] = set()
    others = 0
    for node in (each for expression in asked for each in walk(expression)):
        if isinstance(node, Name):
            others += node.name in names
        elif isinstance(node, Compare):
            sides = (node.left, node.right)
            literals = [side.value for side in sides if isinstance(side, Literal)]
            if literals and any(isinstance(side, Name) and side.name in names for side in sides):
                bounds.update(literals)
                others -= 1
    return () if others else tuple(sorted(bounds))


def most_cards_read(asked: Iterable[Expression], known: Mapping[str, int]) -> int:
    """The most cards of a hand of which rules look at each, 0 if they never do."""
    reading = [each for each in asked if CARDS_READ & names_of(each)]
    return max(
        (
            cards
            for cards in range(MOST_HELD + 1)
            if any(CARDS_READ & names_of(fold(each, {**known, "cards": cards}, 1)) for each in reading)
        ),
        default=0,
    )


def _cards_read(expression: Expression) -> int:
    """From how many cards of a hand on their number makes no difference to an expression."""
    if isinstance(expression, Name):
        return MOST_HELD if expression.name == "cards" else 0
    if isinstance(expression, Compare):
        sides = (expression.left, expression.right)
        literals = [side.value for side in sides if isinstance(side, Literal)]
        if literals and any(isinstance(side, Name) and side.name == "cards" for side in sides):
            return min(MOST_HELD, literals[0] + 1)
    inner: Sequence[Expression] = parts(expression)
    return max((_cards_read(part) for part in inner), default=0)
