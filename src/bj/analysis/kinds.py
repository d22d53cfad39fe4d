"""Kinds of cards: cards that nothing in a game tells apart are of one kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from bj.analysis.reads import tells_ranks_apart
from bj.arguments import Value
from bj.cards import is_wanted, rank_of, suit_of
from bj.compiler.compile import Compiled
from bj.engine.preparing import Kind, is_endless, rank_columns
from bj.engine.view import View
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import Call, Expression, Literal, walk


def kinds_of(checked: Checked, values: Mapping[str, Value], compiled: Compiled) -> list[Kind]:
    """The kinds of cards in the shoe, from the lowest card on."""
    ranks, suits = tells_ranks_apart(checked, values)
    named = wanted_by_name(checked.expressions.values())
    alike = rank_columns(compiled.program, compiled.table, checked.pack.ranks)
    found: dict[object, list[int]] = {}
    for card in sorted(shoe_of(checked, compiled).elements()):
        asked = frozenset(wanted for wanted in named if is_wanted(card, wanted))
        apart = (asked, ranks and rank_of(card), suits and suit_of(card))
        found.setdefault((apart, alike[rank_of(card)]), []).append(card)
    return [Kind(cards[0], frozenset(cards), len(cards)) for cards in found.values()]


def wanted_by_name(expressions: Iterable[Expression]) -> frozenset[int]:
    """What expressions ask for by name: cards, ranks and suits."""
    return frozenset(
        node.arguments[0].value
        for expression in expressions
        for node in walk(expression)
        if isinstance(node, Call) and node.function == "holds" and isinstance(node.arguments[0], Literal)
    )


def shoe_of(checked: Checked, compiled: Compiled) -> Counter[int]:
    """How many there are of each card; of a shoe without end, among how many equally likely ones."""
    cards = Counter(checked.pack.cards)
    if is_endless(compiled.program):
        return Counter(compiled.deck) if checked.pack.is_usual else cards
    packs = View(compiled.program, compiled.table).shoe_size // cards.total()
    return Counter({card: packs * copies for card, copies in cards.items()})
