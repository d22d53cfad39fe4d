"""What the rules of a game read of hands: all else makes no difference between two of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bj.analysis.asked import SHUFFLING, asked_in_hands, names_of
from bj.analysis.looks import Looks, looks_of
from bj.arguments import Value
from bj.catalogue.limits import MOST_HELD
from bj.catalogue.names import BY_FIRST
from bj.compiler.folding import fold
from bj.engine.preparing import Reads
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import Compare, Expression, Literal, Name, parts, walk

BY_DEALER = frozenset(("dealer_total", "dealer_cards", "dealer_soft"))
"""The names of what the dealer shows, which is the whole hand when hands are paid."""

TWO = 3
"""Whether a hand has two cards, or more, always matters."""


def reads_of(checked: Checked, values: Mapping[str, Value]) -> Reads:
    """What the rules, and the strategies that play, read of hands."""
    asked = [expression for _, expression in asked_in_hands(checked, values)]
    if any(True for _ in checked.model.all_reactions()):
        last = any("last" in names_of(each) for each in asked)
        return Reads(
            (Looks(), Looks()),
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
        set().union(*(names_of(fold(each, {"from_split": split}, 1)) for each in asked)) for split in (0, 1)
    ]
    paid = [each for path, each in asked_in_hands(checked, values) if path[0] == "payouts"]
    always = (1 << TWO + 1) - 1 | 1 << (checked.model.rules.charlie or 0)
    first, first_of_part = (bool(BY_FIRST & found) for found in names)
    tells_first = (BY_FIRST - {"first"}) & (names[0] | names[1])
    pair = "pair" in names[0] | names[1] or checked.model.rules.may_ever("split")
    number = max((_cards_read(each) for each in asked), default=TWO)
    closed = any(({"soft", "pair"} | BY_FIRST) & names_of(each) for each in paid)
    return Reads(
        (looks_of(asked, paid, 0, always), looks_of(asked, paid, 1, always)),
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
        paid=any(BY_DEALER & names_of(each) for each in paid),
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
