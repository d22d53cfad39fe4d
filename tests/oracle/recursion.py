"""The odds of a table, by recursion over all cards. Shares nothing with `bj`.

Hands from a split are played one after the other, and share the maximum number of hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, TypeAlias

Deck: TypeAlias = tuple[int, ...]
"""The number of remaining cards of each value, aces first; constant for an infinite deck."""

INFINITE: Deck = (1, 1, 1, 1, 1, 1, 1, 1, 1, 4)
WITHOUT_TENS: Deck = (1, 1, 1, 1, 1, 1, 1, 1, 1, 3)
PACK: Deck = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)

UPCARDS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
NATURAL = 22
PUSHING = 23
"""Ends of a dealer's hand other than its total and 0 for a bust: a natural, and a bust that pushes."""


@dataclass(frozen=True)
class Hand:
    """The part of a hand that determines its future."""

    total: int
    soft: bool
    cards: int
    free: int = 0
    """The part of the wager that the house has put up."""
    run: Any = None
    """The cards of the hand, if they matter."""

    def add(self, worth: int) -> Hand:
        """The hand with one more card."""
        total, soft = self.total + worth, self.soft
        if worth == 1 and not soft and total + 10 <= 21:
            total, soft = total + 10, True
        elif soft and total > 21:
            total, soft = total - 10, False
        return replace(self, total=total, soft=soft, cards=self.cards + 1)


def hand_of(*worths: int) -> Hand:
    """The hand that has these cards."""
    hand = Hand(0, False, 0)
    for worth in worths:
        hand = hand.add(worth)
    return hand


def draws(deck: Deck) -> Iterator[tuple[int, float, Deck]]:
    """Every value that can come next, with its probability and the deck after it."""
    size = sum(deck)
    for worth, cards in enumerate(deck, 1):
        if cards:
            left = deck if size < 52 else (*deck[: worth - 1], cards - 1, *deck[worth:])
            yield worth, cards / size, left


@dataclass(frozen=True)
class Table:
    """The rules of a table, and the values that follow from them."""

    deck: Deck = INFINITE
    hits_soft_17: bool = False
    dealer_natural: bool = True
    """Whether a natural of the dealer beats every other hand."""
    peeks: bool = True
    """Whether the dealer checks for a natural first; otherwise it takes every wager."""
    natural: float | None = 1.5
    doubles: Callable[[Hand], bool] | None = lambda hand: hand.cards == 2
    double_after_split: bool = True
    hands: int = 4
    """The maximum number of hands from splitting; 1 for never, 0 for any number."""
    ace_hands: int = 2
    hit_split_aces: bool = False
    late_surrender: bool = False
    early_surrender: bool = False
    lost_ties: frozenset[int] = frozenset()
    pushes_22: bool = False
    charlie: int = 0
    """The number of cards with which a hand wins immediately; 0 for none."""
    sees_both: bool = False
    """Whether both of the dealer's cards are visible."""
    is_free: bool = False
    """Whether the house puts up the wager for doubling a hard 9 to 11, and for splitting all but tens."""
    draws_as: Callable[[Hand, int], float] | None = None
    """The probability that a hand draws against an upcard; None for the best play."""

    # --- the dealer ----------------------------------------------------------------------------------------

    @cache
    def ends(self, hand: Hand, deck: Deck) -> Mapping[int, float]:
        """The probability of each end of the dealer's ``hand``."""
        if self.dealer_natural and hand.cards == 2 and hand.total == 21:
            return {NATURAL: 1.0}
        if hand.total > 17 or (hand.total == 17 and not (hand.soft and self.hits_soft_17)):
            over = PUSHING if self.pushes_22 and hand.total == 22 else 0
            return {hand.total if hand.total <= 21 else over: 1.0}
        found: dict[int, float] = {}
        for worth, chance, left in draws(deck):
            after = hand.add(worth)
            for end, share in self.ends(replace(after, cards=min(after.cards, 3)), left).items():
                found[end] = found.get(end, 0.0) + chance * share
        return found

    @cache
    def against(self, dealer: Hand, deck: Deck) -> Mapping[int, float]:
        """The probability of each end against which hands are played; without naturals if a dealer peeks."""
        ends = dict(self.ends(dealer, deck))
        seen = ends.pop(NATURAL, 0.0) if self.peeks else 0.0
        return {end: chance / (1 - seen) for end, chance in ends.items()}

    def dealers(self) -> Iterator[tuple[Hand, float, Deck]]:
        """The possible upcards, their probabilities, and the deck after each."""
        for up, chance, deck in draws(self.deck):
            for other, share, left in draws(deck) if self.sees_both else ():
                yield hand_of(up, other), chance * share, left
            if not self.sees_both:
                yield hand_of(up), chance, deck

    # --- a hand --------------------------------------------------------------------------------------------

    def drawn(self, hand: Hand, deck: Deck) -> Iterator[tuple[float, Hand, Deck]]:
        """The possible hands after one more card."""
        for worth, chance, left in draws(deck):
            yield chance, hand.add(worth), left

    def beats(self, total: int, end: int) -> int:
        """Whether a total wins against an end of the dealer's hand: 1, 0 or -1."""
        if end == PUSHING or (end == total and total not in self.lost_ties):
            return 0
        return 1 if total > end else -1

    @cache
    def stand(self, total: int, free: int, wager: int, dealer: Hand, deck: Deck) -> float:
        """The value of a hand that stands, or has bust, with ``total``."""
        own = wager - free
        if total > 21:
            return -own
        value = 0.0
        for end, chance in self.against(dealer, deck).items():
            value += chance * {1: wager, 0: 0, -1: -own}[self.beats(total, end)]
        return value

    def has_charlie(self, hand: Hand) -> bool:
        """Whether a hand has won immediately by its number of cards."""
        return 0 < self.charlie <= hand.cards and hand.total <= 21

    def double(self, hand: Hand, dealer: Hand, deck: Deck) -> float:
        """The value of a doubled hand, per initial wager."""
        value, free = 0.0, hand.free
        free += self.is_free and not hand.soft and 9 <= hand.total <= 11
        for chance, after, left in self.drawn(hand, deck):
            wins = self.has_charlie(after)
            value += chance * (2.0 if wins else self.stand(after.total, free, 2, dealer, left))
        return value

    @cache
    def options(self, hand: Hand, dealer: Hand, deck: Deck, may_double: bool = True) -> Mapping[str, float]:
        """The possible plays of a hand, except splits and surrender, with their values."""
        found = {"S": self.stand(hand.total, hand.free, 1, dealer, deck)}
        if hand.total > 21:
            return found
        found["H"] = sum(
            chance * self.play(after, dealer, left, may_double)
            for chance, after, left in self.drawn(hand, deck)
        )
        if may_double and self.doubles is not None and self.doubles(hand):
            found["D"] = self.double(hand, dealer, deck)
        return found

    @cache
    def play(self, hand: Hand, dealer: Hand, deck: Deck, may_double: bool = True) -> float:
        """The value of a hand that is played to its end."""
        if self.has_charlie(hand):
            return 1.0
        if self.draws_as is None or hand.total > 21:
            return max(self.options(hand, dealer, deck, may_double).values())
        chance = self.draws_as(hand, dealer.total)
        value = (1 - chance) * self.stand(hand.total, 0, 1, dealer, deck) if chance < 1 else 0.0
        for share, after, left in self.drawn(hand, deck) if chance else ():
            value += chance * share * self.play(after, dealer, left)
        return value

    # --- pairs and first cards; split hands are those of infinite decks ------------------------------------

    def deal(self, one: int, two: int) -> Iterator[tuple[float, Hand]]:
        """The possible hands of two cards, with their probabilities."""
        yield 1.0, hand_of(one, two)

    @cache
    def after_split(self, worth: int, drawn: int, dealer: Hand, free: int) -> float:
        """The value of one hand of a split pair with its second card."""
        value = 0.0
        for share, hand in self.deal(worth, drawn):
            if worth == 1 and not self.hit_split_aces:
                value += share * self.stand(hand.total, free, 1, dealer, self.deck)
            else:
                may_double = self.double_after_split and worth != 1
                value += share * self.play(replace(hand, free=free), dealer, self.deck, may_double)
        return value

    @cache
    def split(self, worth: int, dealer: Hand) -> float:
        """The value of splitting a pair of two cards of a ``worth``."""
        most = self.ace_hands if worth == 1 else self.hands
        free = int(self.is_free and worth != 10)
        if not most:  # every pair is split again, if that is better than to play it
            done = {drawn: self.after_split(worth, drawn, dealer, 0) for drawn, _, _ in draws(self.deck)}
            again = self.deck[worth - 1] / sum(self.deck)
            rest = sum(chance * done[drawn] for drawn, chance, _ in draws(self.deck) if drawn != worth)
            return 2 * max(rest / (1 - 2 * again), rest + again * done[worth])

        @cache
        def waiting(frees: tuple[int, ...], hands: int) -> float:
            """The value of cards that wait for their second card, given the free part of each wager."""
            if not frees:
                return 0.0
            first, *others = frees
            rest, value = waiting(tuple(others), hands), 0.0
            for drawn, chance, _ in draws(self.deck):
                best = self.after_split(worth, drawn, dealer, first) + rest
                if drawn == worth and hands < most:
                    best = max(best, waiting((first, free, *others), hands + 1))
                value += chance * best
            return value

        return waiting((0, free), 2)

    def first(self, one: int, two: int, hand: Hand, dealer: Hand, deck: Deck) -> dict[str, float]:
        """The possible plays of the first two cards, with their values."""
        if self.draws_as is not None:
            return {"": self.play(hand, dealer, deck)}
        found = dict(self.options(hand, dealer, deck))
        if one == two and self.hands != 1:
            found["P"] = self.split(one, dealer)
        if self.late_surrender:
            found["R"] = -0.5
        if self.early_surrender:  # in the terms of hands that are played once the dealer has looked
            natural = self.ends(dealer, deck).get(NATURAL, 0.0)
            found["R"] = (-0.5 + natural) / (1 - natural)
        return found

    def brings(self, one: int, two: int, dealer: Hand, deck: Deck) -> float:
        """The value of two cards with the best play."""
        natural = self.ends(dealer, deck).get(NATURAL, 0.0)
        if self.natural is not None and hand_of(one, two).total == 21:
            return self.natural * (1 - natural)
        lost = natural if self.peeks else 0.0
        if lost == 1:
            return -1.0
        hands = self.deal(one, two)
        best = sum(share * max(self.first(one, two, hand, dealer, deck).values()) for share, hand in hands)
        return (1 - lost) * best - lost

    @cached_property
    def value(self) -> float:
        """The value of the table per initial wager."""
        return sum(
            chance * second * third * self.brings(one, two, dealer, rest)
            for dealer, chance, deck in self.dealers()
            for one, second, left in draws(deck)
            for two, third, rest in draws(left)
        )
