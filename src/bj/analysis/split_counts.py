"""Computes how many hands a split leads to, and what is known about the cards in the other hands.

Each hand is played according to its own cards. Because expected values are linear, only the second cards of
the other hands matter. If a second card causes another split, the card is known. All that is known about any
other second card is that it causes no split. Source: E. Farmer, "Blackjack: computing the expected value of
splitting pairs", generalized.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

EXTRA = -1
"""The label for hands from further splits. The original hands are numbered from 0."""

MOST_PAIRS = 1000
"""How many pairs to cache. Few entries are needed, because pairs that differ only in rank share one."""

Outcomes: TypeAlias = Mapping[tuple[tuple[int, ...], tuple[int, ...]], float]
"""Maps the hands after all splits to their probability.

The first tuple contains hands that could have been split again if they had received another second card. The
second tuple contains hands that could not be split again, because the maximum number of hands was reached.
"""


class Pair(NamedTuple):
    """The numbers that determine how many hands the split of a pair leads to."""

    start: int
    """The number of hands that need a second card when the pair is split."""
    most: int
    """The maximum number of hands after all splits."""
    alike: int
    """The number of cards in the shoe that allow a hand to be split again."""
    in_shoe: int
    is_endless: bool

    def share(self, alike: int, others: int) -> float:
        """Return the probability that the next card allows a hand to be split again.

        ``alike`` such cards and ``others`` other cards have already been dealt.
        """
        if self.is_endless:
            return self.alike / self.in_shoe
        left = self.in_shoe - alike - others
        return max(0, self.alike - alike) / left if left > 0 else 0.0


class Term(NamedTuple):
    """A split hand, with what is known about the other hands."""

    label: int
    alike: int
    """How many of the cards dealt so far caused another split."""
    others: int
    """How many of the second cards dealt so far caused no split."""
    is_last: bool
    """Whether this hand can no longer be split."""


@lru_cache(maxsize=MOST_PAIRS)
def terms_of(pair: Pair) -> tuple[Mapping[Term, float], Outcomes]:
    """Return the probability of each hand that a split leads to, and of each outcome after all splits."""
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
    """Return two factors for each split hand and each number of cards known to have caused a further split.

    The first factor applies to the value of the hand over all second cards. The second factor applies to the
    part of that value that comes from second cards that could split the hand again.
    """

    @cache
    def known(alike: int, others: int) -> Mapping[int, float]:
        """Return factors that combine means for known cards into a mean for unknown cards."""
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
    """Yield every way to remove ``number`` of the cards in ``counts``, each with its probability."""
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
    """Return the sum of a * b over all ordered pairs of different items a and b in ``means``."""
    return sum(means) ** 2 - sum(mean * mean for mean in means)
