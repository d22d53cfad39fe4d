"""What is asked during a hand: the expressions of the rules, and of the strategies that play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bj.arguments import Value
from bj.catalogue.limits import MOST_HELD
from bj.catalogue.names import BY_RANK, BY_SUIT
from bj.compiler.folding import fold
from bj.errors import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import ASKING_FOR_CARDS, Call, Expression, Name, walk
from bj.ruleset.model.strategies import owner_of
from bj.simulation.seats import strategies_of

CARDS_READ = BY_RANK | BY_SUIT | ASKING_FOR_CARDS
"""The names and functions that look at the cards of a hand one by one."""

ASKED = ("wager", "rules", "reactions", "powers", "insurance")
"""What a strategy is asked during a hand, besides its chart."""

SHUFFLING = ("shoe", "reshuffle_when")
"""What is asked before the first card of a hand."""


def asked_in_hands(checked: Checked, values: Mapping[str, Value]) -> Iterator[tuple[KeyPath, Expression]]:
    """The expressions that are asked during a hand, each with its place."""
    model = checked.model
    playing = [name for name in strategies_of(model, values) if name]
    own = {("strategies", owner_of(model.strategies, name, key), key) for name in playing for key in ASKED}
    sections = ("shoe", "procedure", "powers", "rules", "payouts")
    for path, expression in checked.expressions.items():
        if (
            path[:3] in own
            or path[:2] == ("dealer", "reactions")
            or (path[0] in sections and path[-1] not in ("while", "minimum_wager"))
        ):
            yield path, expression


def names_of(expression: Expression) -> set[str]:
    """The names and functions of an expression."""
    return {
        node.name if isinstance(node, Name) else node.function
        for node in walk(expression)
        if isinstance(node, Name | Call)
    }


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
