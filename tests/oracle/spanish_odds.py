"""Exact odds of Spanish 21 with an infinite shoe, by recursion over all cards. Shares nothing with `bj`.

    python tests/oracle/spanish_odds.py

The pack has no tens, a 21 always wins, and brings more with many cards or as 6-7-8 and 7-7-7. Any hand may be
doubled, and a doubled one given up for half of what is at stake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property

from tests.oracle.casino_odds import Hand, hand_of

UPCARDS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
CHANCES: Mapping[int, float] = {worth: (3 if worth == 10 else 1) / 12 for worth in range(1, 11)}
NATURAL = 22
MOST_CARDS = 7
"""From how many cards on a 21 brings the most."""
BY_CARDS = {5: 1.5, 6: 2.0, 7: 3.0}
ROYAL = ((6, 7, 8), (7, 7, 7))
BY_SUITS = {"mixed": 1.5, "suited": 2.0, "spades": 3.0}


@dataclass(frozen=True)
class Run:
    """Cards that can still become one of ROYAL, and whether they are of one suit."""

    worths: tuple[int, ...] = ()
    suits: str = ""

    def add(self, worth: int) -> Iterator[tuple[float, Run | None]]:
        """What it may be with one more card; None when it cannot become anything."""
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
class Spanish:
    """The rules of a table, and what they are worth."""

    hits_soft_17: bool = False
    doubles: int = 1
    """How often a hand may be doubled."""

    @cache
    def ends(self, hand: Hand) -> Mapping[int, float]:
        """How probable each end of the dealer's ``hand`` is: a total, NATURAL, or 0 for a bust."""
        if hand.cards == 2 and hand.total == 21:
            return {NATURAL: 1.0}
        if hand.total > 17 or (hand.total == 17 and not (hand.soft and self.hits_soft_17)):
            return {hand.total if hand.total <= 21 else 0: 1.0}
        found: dict[int, float] = {}
        for worth, chance in CHANCES.items():
            for end, share in self.ends(limited(hand.add(worth))).items():
                found[end] = found.get(end, 0.0) + chance * share
        return found

    @cache
    def stand(self, total: int, upcard: int) -> float:
        """What a hand that stands, or has bust, brings of its wager, if the dealer has no natural."""
        if total > 21:
            return -1.0
        if total == 21:
            return 1.0
        ends = self.ends(hand_of(upcard))
        seen = ends.get(NATURAL, 0.0)
        value = sum(share * ((end < total) - (end > total)) for end, share in ends.items() if end != NATURAL)
        return value / (1 - seen)

    def made(self, hand: Hand, run: Run | None) -> float:
        """What a 21 brings."""
        by_suits = BY_SUITS[run.suits] if run and len(run.worths) == 3 else 0.0
        return by_suits or BY_CARDS.get(hand.cards, 1.0)

    @cache
    def doubled(self, hand: Hand, upcard: int, times: int) -> Mapping[str, float]:
        """What can be done with a hand that was doubled so many times, and what that brings."""
        stake = 2.0**times
        found = {"S": stake * self.stand(hand.total, upcard)}
        if hand.total < 21:
            found["R"] = -stake / 2
            if times < self.doubles:
                found["D"] = self.double(hand, upcard, times + 1)
        return found

    def double(self, hand: Hand, upcard: int, times: int = 1) -> float:
        """What a hand brings that is doubled for the first, or the second time."""
        return sum(
            chance * max(self.doubled(limited(hand.add(worth)), upcard, times).values())
            for worth, chance in CHANCES.items()
        )

    @cache
    def options(self, hand: Hand, upcard: int, run: Run | None) -> Mapping[str, float]:
        """What can be done with a hand, but to split it or to give it up, and what that brings."""
        if hand.total > 21:
            return {"S": -1.0}
        if hand.total == 21:
            return {"S": self.made(hand, run)}
        hit = sum(
            chance * share * max(self.options(limited(hand.add(worth)), upcard, after).values())
            for worth, chance in CHANCES.items()
            for share, after in (run.add(worth) if run else [(1.0, None)])
        )
        return {"S": self.stand(hand.total, upcard), "H": hit, "D": self.double(hand, upcard)}

    @cache
    def split(self, worth: int, upcard: int) -> float:
        """What a pair brings that is split, into up to four hands."""
        done = {
            drawn: sum(
                share * max(self.options(hand_of(worth, drawn), upcard, run).values())
                for share, run in runs(worth, drawn)
            )
            for drawn in CHANCES
        }
        rest = sum(chance * done[drawn] for drawn, chance in CHANCES.items() if drawn != worth)
        again = CHANCES[worth]

        @cache
        def waiting(cards: int, hands: int) -> float:
            """What ``cards`` bring that wait for their second one, when there are so many ``hands``."""
            if not cards:
                return 0.0
            others = waiting(cards - 1, hands)
            pair = done[worth] + others
            if hands < 4:
                pair = max(pair, waiting(cards + 1, hands + 1))
            return rest + (1 - again) * others + again * pair

        return waiting(2, 2)

    def first(self, one: int, two: int, upcard: int, run: Run | None) -> dict[str, float]:
        """What can be done with the first two cards, and what that brings."""
        found = {**self.options(hand_of(one, two), upcard, run), "R": -0.5}
        return {**found, "P": self.split(one, upcard)} if one == two else found

    @cached_property
    def value(self) -> float:
        """What the table brings per initial wager with the best play."""
        total = 0.0
        for upcard in UPCARDS:
            natural = self.ends(hand_of(upcard)).get(NATURAL, 0.0)
            for one, first in CHANCES.items():
                for two, second in CHANCES.items():
                    value = 1.5
                    if hand_of(one, two).total != 21:
                        best = [
                            share * max(self.first(one, two, upcard, run).values())
                            for share, run in runs(one, two)
                        ]
                        value = (1 - natural) * sum(best) - natural
                    total += CHANCES[upcard] * first * second * value
        return total


def limited(hand: Hand) -> Hand:
    """The hand with no more cards than make a difference."""
    return replace(hand, cards=min(hand.cards, MOST_CARDS))


def runs(one: int, two: int) -> Iterator[tuple[float, Run | None]]:
    """How probable each run of two cards is."""
    for share, run in Run().add(one):
        for part, both in run.add(two) if run else [(1.0, None)]:
            yield share * part, both


TABLES: Mapping[str, Spanish] = {
    "spanish_21": Spanish(),
    "spanish_21_redoubled": Spanish(hits_soft_17=True, doubles=2),
}
"""The tables by name."""


if __name__ == "__main__":
    for name, table in TABLES.items():
        print(f"{name:30} {100 * table.value:.7f}%")
