"""Sorts cards into classes. Cards are in the same class if no rule of the game distinguishes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations_with_replacement

from bj.analysis.relevant_hand_properties import CARDS_READ, most_cards_read, names_of, read_in_hands
from bj.argument_values import Value
from bj.cards import ANY_OF_RANK, ANY_OF_SUIT, rank_of, suit_of
from bj.catalogue.expression_names import BY_FIRST, BY_RANK, BY_SUIT
from bj.compiler.compile import Compiled
from bj.compiler.constant_folding import fold, held
from bj.engine.face.side_bet_judging import facts_of
from bj.engine.face.view import View
from bj.engine.search.search_setup import CardKind, Columns, is_endless, rank_columns
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import ASKING_FOR_CARDS, Call, Expression, Literal, walk

MOST_LISTED = 4
"""The number of cards in the largest hands to compare one by one.

If rules read individual cards in larger hands, no hands are compared.
"""


def classes_of(checked: Checked, values: Mapping[str, Value], compiled: Compiled) -> list[CardKind]:
    """Return the classes of cards in the shoe, in ascending order."""
    expressions = [each for _, each in read_in_hands(checked, values) if CARDS_READ & names_of(each)]
    cards = shoe_of(checked, compiled)
    alike = rank_columns(compiled.program, compiled.table, checked.pack.ranks)
    distinctions = _Distinctions(compiled, expressions, alike, sorted({rank_of(card) for card in cards}))
    found: dict[object, list[int]] = {}
    for card in sorted(cards.elements()):
        found.setdefault(distinctions.key(card), []).append(card)
    return [CardKind(cards[0], frozenset(cards), len(cards)) for cards in found.values()]


class _Distinctions:
    """Determines which properties of a card, apart from its value, are read by rules."""

    def __init__(
        self,
        compiled: Compiled,
        expressions: Sequence[Expression],
        alike: Mapping[int, Columns],
        ranks: Sequence[int],
    ) -> None:
        self._compiled = compiled
        self._expressions = expressions
        self._alike = alike
        self._named = cards_named(expressions)
        self._suits: set[int] = set()
        """The ranks for which a rule reads the card's suit."""
        self._ranks = {rank: rank for rank in ranks}
        """Maps each rank to the first rank that no rule distinguishes from it."""
        names: set[str] = set().union(*map(names_of, expressions))
        number = most_cards_read(expressions, {})
        if number > MOST_LISTED or names & (BY_FIRST - {"first"}):
            self._suits |= set(ranks) if self._distinguishes_suits(names) else set()
            if not BY_RANK & names:
                self._ranks = {rank: self._first_alike(rank, ranks) for rank in ranks}
        else:
            self._try_hands(ranks, number)

    def key(self, card: int) -> object:
        """Return everything that rules read about ``card``. Cards in the same class have the same key."""
        rank = rank_of(card)
        suit = suit_of(card) if rank in self._suits else -1
        return self._alike[rank], self._ranks[rank], suit, card in self._named

    def _first_alike(self, rank: int, ranks: Sequence[int]) -> int:
        """Return the first of ``ranks`` that is equivalent to ``rank``.

        If a rule names a rank, no other rank is equivalent to it.
        """
        if ANY_OF_RANK + rank in self._named:
            return rank
        others = [each for each in ranks if ANY_OF_RANK + each not in self._named]
        return next(each for each in others if self._alike[each] == self._alike[rank])

    def _distinguishes_suits(self, names: Collection[str]) -> bool:
        """Return whether any of the ``names`` depends on suits, or whether any rule names a suit."""
        return not BY_SUIT.isdisjoint(names) or any(wanted >= ANY_OF_SUIT for wanted in self._named)

    def _try_hands(self, ranks: Sequence[int], number: int) -> None:
        """Try every hand of up to ``number`` cards to find the ranks and suits that rules distinguish."""
        by_hand: dict[tuple[int, ...], object] = {}
        for size in range(1, number + 1):
            for hand in combinations_with_replacement(ranks, size):
                left = self._remaining_of(hand)
                by_hand[hand] = left
                for each in left:
                    if not BY_SUIT.isdisjoint(names_of(each)) or any(
                        wanted >= ANY_OF_SUIT for wanted in cards_named([each])
                    ):
                        self._suits |= set(hand)
        for rank in ranks:
            self._ranks[rank] = next(
                other
                for other in ranks
                if other == rank
                or (self._ranks[other] == other and self._are_one(rank, other, by_hand, number))
            )

    def _remaining_of(self, hand: Sequence[int]) -> tuple[Expression, ...]:
        """Return the expressions after simplifying them with all known facts about ``hand``."""
        known = facts_of(self._compiled.program, self._compiled.table, hand)
        for wanted in self._named:
            if wanted < ANY_OF_RANK:
                known |= {} if rank_of(wanted) in hand else {held(wanted): 0}
            elif wanted < ANY_OF_SUIT:
                known[held(wanted)] = int(wanted - ANY_OF_RANK in hand)
        return tuple(fold(each, known, 1) for each in self._expressions)

    def _are_one(self, rank: int, other: int, by_hand: Mapping[tuple[int, ...], object], number: int) -> bool:
        """Return whether no rule distinguishes ``rank`` from ``other`` in any hand."""
        if self._alike[rank] != self._alike[other] or (rank in self._suits) != (other in self._suits):
            return False
        return all(
            by_hand[tuple(sorted((*hand, rank)))] == by_hand[tuple(sorted((*hand, other)))]
            for size in range(number)
            for hand in combinations_with_replacement(self._ranks, size)
        )


def cards_named(expressions: Iterable[Expression]) -> frozenset[int]:
    """Return all cards, ranks and suits that ``expressions`` name."""
    return frozenset(
        node.arguments[0].value
        for expression in expressions
        for node in walk(expression)
        if isinstance(node, Call)
        and node.function in ASKING_FOR_CARDS
        and isinstance(node.arguments[0], Literal)
    )


def distinguishes_pairs(compiled: Compiled, kinds: Sequence[CardKind]) -> bool:
    """Return whether rules distinguish between pairs with the same total.

    For example, a chart may have a separate row for a pair of jacks.
    """
    ranks = {rank_of(card) for kind in kinds for card in kind.cards}
    columns = rank_columns(compiled.program, compiled.table, sorted(ranks))
    distinctions = {(additions, pairs) for _, additions, _, pairs, _ in columns.values()}
    return len(distinctions) > len({additions for _, additions, *_ in columns.values()})


def shoe_of(checked: Checked, compiled: Compiled) -> Counter[int]:
    """Return how many copies of each card are in the shoe.

    For an infinite shoe, the numbers are relative frequencies.
    """
    cards = Counter(checked.pack.cards)
    if is_endless(compiled.program):
        return Counter(compiled.deck) if checked.pack.is_usual else cards
    packs = View(compiled.program, compiled.table).shoe_size // cards.total()
    return Counter({card: packs * copies for card, copies in cards.items()})
