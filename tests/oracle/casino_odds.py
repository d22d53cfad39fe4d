"""Exact odds of casino tables with an infinite shoe, by recursion over all cards. Shares nothing with `bj`.

    python tests/oracle/casino_odds.py

prints what every table of ``TABLES`` brings the player per initial wager with the best play. Hands that are
split are played one after the other, and share the number of hands that may be made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property

UPCARDS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
CHANCES: Mapping[int, float] = {worth: (4 if worth == 10 else 1) / 13 for worth in range(1, 11)}
"""How probable each worth is, aces as 1."""

NATURAL = 22
PUSHING = 23
"""Ends of a dealer's hand besides its total and 0 for a bust: a natural, and a bust that pushes."""


@dataclass(frozen=True)
class Hand:
    """A hand as far as its future depends on it."""

    total: int
    soft: bool
    cards: int

    def add(self, worth: int) -> Hand:
        """The hand with one more card."""
        total, soft = self.total + worth, self.soft
        if worth == 1 and not soft and total + 10 <= 21:
            return Hand(total + 10, True, self.cards + 1)
        return (
            Hand(total - 10, False, self.cards + 1)
            if soft and total > 21
            else Hand(total, soft, self.cards + 1)
        )


NOTHING = Hand(0, False, 0)


def hand_of(*worths: int) -> Hand:
    """The hand that has these cards."""
    hand = NOTHING
    for worth in worths:
        hand = hand.add(worth)
    return hand


@dataclass(frozen=True)
class Table:
    """The rules of a table, and what they are worth."""

    hits_soft_17: bool = False
    peeks: bool = True
    """Whether the dealer looks for a natural first; otherwise it takes every wager."""
    natural: float = 1.5
    doubles: Callable[[Hand], bool] | None = lambda hand: hand.cards == 2
    double_after_split: bool = True
    hands: int = 4
    """How many hands splitting may make; 1 for never, 0 for any number."""
    ace_hands: int = 2
    hit_split_aces: bool = False
    late_surrender: bool = False
    early_surrender: bool = False
    lost_ties: frozenset[int] = frozenset()
    pushes_22: bool = False
    charlie: int = 0
    """With how many cards a hand wins at once; 0 for none."""

    @cache
    def ends(self, hand: Hand) -> Mapping[int, float]:
        """How probable each end of the dealer's ``hand`` is."""
        if hand.cards == 2 and hand.total == 21:
            return {NATURAL: 1.0}
        if hand.total > 17 or (hand.total == 17 and not (hand.soft and self.hits_soft_17)):
            over = PUSHING if self.pushes_22 and hand.total == 22 else 0
            return {hand.total if hand.total <= 21 else over: 1.0}
        found: dict[int, float] = {}
        for worth, chance in CHANCES.items():
            for end, share in self.ends(hand.add(worth)).items():
                found[end] = found.get(end, 0.0) + chance * share
        return found

    @cache
    def against(self, upcard: int) -> Mapping[int, float]:
        """How probable each end is against which hands are played: without naturals if the dealer looks."""
        ends = dict(self.ends(hand_of(upcard)))
        seen = ends.pop(NATURAL, 0.0) if self.peeks else 0.0
        return {end: chance / (1 - seen) for end, chance in ends.items()}

    @cache
    def dealer_natural(self, upcard: int) -> float:
        """How probable the dealer's natural is."""
        return self.ends(hand_of(upcard)).get(NATURAL, 0.0)

    @cache
    def stand(self, total: int, upcard: int) -> float:
        """What a hand brings that stands, or has bust, with ``total``."""
        if total > 21:
            return -1.0
        value = 0.0
        for end, chance in self.against(upcard).items():
            tie = end == PUSHING or (end == total and total not in self.lost_ties)
            value += chance * (0 if tie else -1 if end >= total else 1)
        return value

    def has_charlie(self, hand: Hand) -> bool:
        """Whether a hand has won at once by its number of cards."""
        return 0 < self.charlie <= hand.cards and hand.total <= 21

    @cache
    def hit(self, hand: Hand, upcard: int, may_double: bool) -> float:
        """What a hand brings that takes a card and is then played as well as possible."""
        return sum(
            chance * self.play(hand.add(worth), upcard, may_double) for worth, chance in CHANCES.items()
        )

    @cache
    def double(self, hand: Hand, upcard: int) -> float:
        """What a doubled hand brings, per initial wager."""
        return 2 * sum(
            chance * (1.0 if self.has_charlie(after) else self.stand(after.total, upcard))
            for worth, chance in CHANCES.items()
            for after in (hand.add(worth),)
        )

    @cache
    def play(self, hand: Hand, upcard: int, may_double: bool) -> float:
        """What a hand brings that is played as well as possible, but not split or given up."""
        if self.has_charlie(hand):
            return 1.0
        if hand.total > 21:
            return -1.0
        return max(value for _, value in self.options(hand, upcard, may_double))

    def options(self, hand: Hand, upcard: int, may_double: bool) -> list[tuple[str, float]]:
        """What can be done with a hand, and what each of it brings."""
        found = [
            ("S", self.stand(hand.total, upcard)),
            ("H", self.hit(hand, upcard, may_double)),
        ]
        if may_double and self.doubles is not None and self.doubles(hand):
            found.append(("D", self.double(hand, upcard)))
        return found

    @cache
    def split(self, worth: int, upcard: int) -> float:
        """What a pair of two cards of a ``worth`` brings that is split."""
        most = self.ace_hands if worth == 1 else self.hands
        done = {drawn: self.after_split(worth, drawn, upcard) for drawn in CHANCES}
        rest = sum(chance * done[drawn] for drawn, chance in CHANCES.items() if drawn != worth)
        again = CHANCES[worth]
        if not most:  # every pair is split again, if that is better than to play it
            return 2 * max(rest / (1 - 2 * again), rest + again * done[worth])

        @cache
        def waiting(cards: int, hands: int) -> float:
            """What ``cards`` bring that wait for their second one, when there are so many ``hands``."""
            if not cards:
                return 0.0
            others = waiting(cards - 1, hands)
            pair = done[worth] + others
            if hands < most:
                pair = max(pair, waiting(cards + 1, hands + 1))
            return rest + (1 - again) * others + again * pair

        return waiting(2, 2)

    def after_split(self, worth: int, drawn: int, upcard: int) -> float:
        """What one hand of a pair that was split brings with its second card."""
        hand = hand_of(worth, drawn)
        if worth == 1 and not self.hit_split_aces:
            return self.stand(hand.total, upcard)
        may_double = self.double_after_split and worth != 1
        return self.play(hand, upcard, may_double)

    def first(self, one: int, two: int, upcard: int) -> list[tuple[str, float]]:
        """What can be done with the first two cards, and what each of it brings."""
        found = self.options(hand_of(one, two), upcard, True)
        if one == two and self.hands != 1:
            found.append(("P", self.split(one, upcard)))
        if self.late_surrender:
            found.append(("R", -0.5))
        if self.early_surrender:  # in the terms of hands that are played once the dealer has looked
            natural = self.dealer_natural(upcard)
            found.append(("R", (-0.5 + natural) / (1 - natural)))
        return found

    @cached_property
    def value(self) -> float:
        """What the table brings per initial wager with the best play."""
        total = 0.0
        for upcard in UPCARDS:
            natural = self.dealer_natural(upcard)
            for one, first in CHANCES.items():
                for two, second in CHANCES.items():
                    if hand_of(one, two).total == 21:
                        value = self.natural * (1 - natural)
                    else:
                        value = max(each for _, each in self.first(one, two, upcard))
                        value = (1 - natural) * value - natural if self.peeks else value
                    total += CHANCES[upcard] * first * second * value
        return total

    def preference(self, options: list[tuple[str, float]], more: str) -> str:
        """What a chart says of a hand of which ``more`` is done with more than two cards."""
        best = sorted(options, key=lambda option: -option[1])
        letter = best[0][0]
        if letter == "D":
            return "D" if more == "H" else "Ds"
        if letter == "R":
            behind = next(name for name, _ in best if name != "R")
            return f"R{behind.lower() if behind != 'D' else more.lower()}"
        return letter

    def chart(self) -> dict[str, list[str]]:
        """The best play: what a chart says of every hand against every upcard."""
        rows: dict[str, list[str]] = {}
        for soft in (False, True):
            for total in range(12 if soft else 4, 21):
                low = (1, total - 11) if soft else (total - min(10, total - 2), min(10, total - 2))
                name = f"{'soft' if soft else 'hard'} {total}"
                rows[name] = []
                for upcard in UPCARDS:
                    more = max(self.options(Hand(total, soft, 3), upcard, True), key=lambda each: each[1])[0]
                    options = [each for each in self.first(*low, upcard) if each[0] != "P"]
                    rows[name].append(self.preference(options, more))
        for worth in range(1, 11) if self.hands != 1 else ():
            hand = hand_of(worth, worth)
            behind = rows[f"{'soft' if hand.soft else 'hard'} {hand.total}"]
            cells = [self.preference(self.first(worth, worth, upcard), "H") for upcard in UPCARDS]
            rows[f"pair {'A' if worth == 1 else 'T' if worth == 10 else worth}"] = [
                cell if cell in ("P", "Rp") else other for cell, other in zip(cells, behind, strict=True)
            ]
        return rows


S17 = Table()
H17 = Table(hits_soft_17=True)

TABLES: Mapping[str, Table] = {
    "s17": S17,
    "h17": H17,
    "s17_unlimited_resplits": replace(S17, hands=0),
    "s17_unlimited_resplits_of_aces": replace(S17, hands=0, ace_hands=0),
    "s17_late_surrender": replace(S17, late_surrender=True),
    "h17_late_surrender": replace(H17, late_surrender=True),
    "s17_no_das_split_once": replace(S17, double_after_split=False, hands=2),
    "s17_never_split": replace(S17, hands=1),
    "s17_resplit_aces": replace(S17, ace_hands=4),
    "s17_hit_split_aces": replace(S17, hit_split_aces=True),
    "s17_double_9_to_11": replace(
        S17, doubles=lambda hand: hand.cards == 2 and not hand.soft and 9 <= hand.total <= 11
    ),
    "s17_never_double": replace(S17, doubles=None),
    "s17_double_any_number": replace(S17, doubles=lambda _: True),
    "s17_no_hole_card": replace(S17, peeks=False),
    "s17_early_surrender": replace(S17, early_surrender=True),
    "s17_naturals_6_to_5": replace(S17, natural=1.2),
    "s17_push_22": replace(S17, pushes_22=True),
    "s17_five_cards": replace(S17, charlie=5),
    "s17_lost_ties_of_17": replace(S17, lost_ties=frozenset({17})),
}
"""The tables by name."""


if __name__ == "__main__":
    for name, table in TABLES.items():
        print(f"{name:30} {100 * table.value:.7f}%")
