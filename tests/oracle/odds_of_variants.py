"""Exact odds of variants with special rules, by the same recursion. Shares nothing with `bj`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from tests.oracle.recursion import WITHOUT_TENS, Deck, Hand, Table, draws, hand_of

MOST_CARDS = 7
"""The number of cards from which a 21 pays the most."""
BY_CARDS = {5: 1.5, 6: 2.0, 7: 3.0}
ROYAL = ((6, 7, 8), (7, 7, 7))
BY_SUITS = {"mixed": 1.5, "suited": 2.0, "spades": 3.0}


@dataclass(frozen=True)
class Run:
    """The cards that can still complete one of ROYAL, and whether they have one suit."""

    worths: tuple[int, ...] = ()
    suits: str = ""

    def add(self, worth: int) -> Iterator[tuple[float, Run | None]]:
        """The hands after one more card; None without one."""
        worths = tuple(sorted((*self.worths, worth)))
        if not any(worths in (royal[: len(worths)], royal[-len(worths) :], royal[::2]) for royal in ROYAL):
            yield 1.0, None
        elif not self.suits:
            yield from ((0.25, Run(worths, "spades")), (0.75, Run(worths, "suited")))
        elif self.suits == "mixed":
            yield 1.0, Run(worths, "mixed")
        else:
            yield from ((0.25, Run(worths, self.suits)), (0.75, Run(worths, "mixed")))


@dataclass(frozen=True)
class Spanish(Table):
    """Spanish 21: the pack has no tens, and a 21 always wins, and pays more with many cards, 6-7-8 or 7-7-7.

    Any hand may be doubled, and a doubled one may be surrendered for half of the stake.
    """

    deck: Deck = WITHOUT_TENS
    late_surrender: bool = True
    ace_hands: int = 4
    hit_split_aces: bool = True
    times: int = 1
    """The number of times that a hand may be doubled."""

    def deal(self, one: int, two: int) -> Iterator[tuple[float, Hand]]:
        """Two cards, and the entries of ROYAL that they can complete."""
        for share, run in Run().add(one):
            for part, both in run.add(two) if run else [(1.0, None)]:
                yield share * part, replace(hand_of(one, two), run=both)

    def drawn(self, hand: Hand, deck: Deck) -> Iterator[tuple[float, Hand, Deck]]:
        """The hands after one more card, counting no more cards than make a difference."""
        for worth, chance, left in draws(deck):
            after = hand.add(worth)
            for share, run in hand.run.add(worth) if hand.run else [(1.0, None)]:
                yield chance * share, replace(after, cards=min(after.cards, MOST_CARDS), run=run), left

    def beats(self, total: int, end: int) -> int:
        """A 21 always wins."""
        return 1 if total == 21 else super().beats(total, end)

    def brings(self, one: int, two: int, dealer: Hand, deck: Deck) -> float:
        """A natural also wins against the dealer's natural."""
        return 1.5 if hand_of(one, two).total == 21 else super().brings(one, two, dealer, deck)

    @cache
    def options(self, hand: Hand, dealer: Hand, deck: Deck, may_double: bool = True) -> Mapping[str, float]:
        """A 21 is paid immediately."""
        if hand.total == 21:
            by_suits = BY_SUITS[hand.run.suits] if hand.run and len(hand.run.worths) == 3 else 0.0
            return {"S": by_suits or BY_CARDS.get(hand.cards, 1.0)}
        found = {**Table.options(self, hand, dealer, deck, False)}
        return {**found, "D": self.double(hand, dealer, deck)} if hand.total < 21 else found

    def double(self, hand: Hand, dealer: Hand, deck: Deck, times: int = 1) -> float:
        """The value of a hand that is doubled for the first or the second time."""
        plain = replace(hand, run=None)
        return sum(
            chance * max(self.doubled(after, dealer, times).values())
            for chance, after, _ in self.drawn(plain, deck)
        )

    @cache
    def doubled(self, hand: Hand, dealer: Hand, times: int) -> Mapping[str, float]:
        """The possible plays of a hand that was doubled this many times, with their values."""
        found = {"S": self.stand(hand.total, 0, 2**times, dealer, self.deck)}
        if hand.total < 21:
            found["R"] = -(2**times) / 2
            if times < self.times:
                found["D"] = self.double(hand, dealer, self.deck, times + 1)
        return found


VARIANTS: Mapping[str, Table] = {
    "spanish_21": Spanish(),
    "spanish_21_redoubled": Spanish(hits_soft_17=True, times=2),
    "double_exposure": Table(
        sees_both=True, hits_soft_17=True, natural=1.0, hands=2, lost_ties=frozenset(range(22))
    ),
    "free_bet": Table(is_free=True, hits_soft_17=True, pushes_22=True, ace_hands=4),
}
"""The variants by name."""
