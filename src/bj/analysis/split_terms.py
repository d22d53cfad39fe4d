"""Computes how many hands come from a split, and what is known about the other hands' cards.

Every hand is played according to its own cards only. So, by linearity, only the second cards of the others
matter. Cards that split a hand again are known. About all other cards, it is known only that they split no
hand. Source: E. Farmer, "Blackjack: computing the expected value of splitting pairs", generalized.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

EXTRA = -1
"""The label of hands from further splits. The first hands are numbered from 0."""

MOST_PAIRS = 1000
"""The number of pairs whose terms are cached. Few suffice, because most pairs differ only in their rank."""

Outcomes: TypeAlias = Mapping[tuple[tuple[int, ...], tuple[int, ...]], float]
"""Maps final hands to their chances.

The first tuple holds hands that could have been split again, but got a different second card. The second
tuple holds hands that could not be split again.
"""


class Pair(NamedTuple):
    """The numbers that describe a pair when it is split."""

    start: int
    """The number of hands that are waiting for their second card."""
    most: int
    """The maximum number of hands that splits can make."""
    alike: int
    """The number of cards in the shoe that split a hand again."""
    in_shoe: int
    is_endless: bool

    def share(self, alike: int, others: int) -> float:
        """Return the chance that the next card splits a hand again.

        ``alike`` is how many cards that split a hand have been removed from the shoe, and ``others`` is how
        many other cards have been removed.
        """
        if self.is_endless:
            return self.alike / self.in_shoe
        left = self.in_shoe - alike - others
        return max(0, self.alike - alike) / left if left > 0 else 0.0


class Term(NamedTuple):
    """A hand from a split, with what is known about the other hands."""

    label: int
    alike: int
    """How many cards that split a hand again have been dealt."""
    others: int
    """How many second cards that split no hand have been dealt."""
    is_last: bool
    """Whether the hand cannot be split again."""


@lru_cache(maxsize=MOST_PAIRS)
def terms_of(pair: Pair) -> tuple[Mapping[Term, float], Outcomes]:
    """Compute the chances of the hands from a split, and the chances of the final hands."""
    terms: dict[Term, float] = {}
    outcomes: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
    waiting: dict[tuple[int, int, tuple[int, ...], tuple[int, ...]], float] = {
        (0, 0, tuple(range(pair.start)), ()): 1.0
    }
    while waiting:
        (alike, others, queue, done), chance = waiting.popitem()
        is_last = pair.start + alike == pair.most
        if is_last or not queue:
            for label in queue:
                term = Term(label, alike, others, True)
                terms[term] = terms.get(term, 0.0) + chance
            key = tuple(sorted(done)), tuple(sorted(queue))
            outcomes[key] = outcomes.get(key, 0.0) + chance
            continue
        label, *rest = queue
        share = pair.share(alike, others)
        term = Term(label, alike, others, False)
        terms[term] = terms.get(term, 0.0) + chance
        for after, part in (
            ((alike + 1, others, (label, EXTRA, *rest), done), chance * share),
            ((alike, others + 1, tuple(rest), tuple(sorted((*done, label)))), chance * (1 - share)),
        ):
            if part:
                waiting[after] = waiting.get(after, 0.0) + part
    return terms, outcomes


@lru_cache(maxsize=MOST_PAIRS)
def known_terms(pair: Pair) -> Mapping[tuple[int, int], tuple[float, float]]:
    """Map what is known about the other hands' cards to two factors for the hands from a split.

    One factor is for the value with any second card. The other is for the part of the value in which that
    card could split the hand again.
    """

    @cache
    def known(alike: int, others: int) -> Mapping[int, float]:
        """Compute the mean over unknown cards from the means over known cards."""
        if others == 0:
            return {alike: 1.0}
        share = pair.share(alike, others - 1)
        found = {at: factor / (1 - share) for at, factor in known(alike, others - 1).items()}
        if share:
            for at, factor in known(alike + 1, others - 1).items():
                found[at] = found.get(at, 0.0) - share * factor / (1 - share)
        return found

    found: dict[tuple[int, int], tuple[float, float]] = {}
    for term, chance in terms_of(pair)[0].items():
        for alike, factor in known(term.alike, term.others).items():
            whole, part = found.get((term.label, alike), (0.0, 0.0))
            weight = chance * factor
            found[term.label, alike] = whole + weight, part - (0.0 if term.is_last else weight)
    return found


def removals(
    counts: Mapping[int, int], number: int, *, is_endless: bool
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield the ways to remove ``number`` of the cards that ``counts`` counts, each with its chance."""
    if number == 0:
        yield (), 1.0
        return
    merged: dict[tuple[int, ...], float] = {}
    for cards, chance in removals(counts, number - 1, is_endless=is_endless):
        total = sum(counts.values()) - (0 if is_endless else number - 1)
        for kind, copies in counts.items():
            left = copies if is_endless else copies - cards.count(kind)
            if left > 0 and total > 0:
                after = tuple(sorted((*cards, kind)))
                merged[after] = merged.get(after, 0.0) + chance * left / total
    yield from merged.items()


def means_product(means: Sequence[float]) -> float:
    """Return the sum of the products of all ordered pairs of different items in ``means``."""
    return sum(means) ** 2 - sum(mean * mean for mean in means)
