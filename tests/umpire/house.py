"""What cards are worth and what hands bring by the rules of any ruleset, worked out anew from its data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tests.engine.packs import codes_of, worth
from tests.umpire.people import Person

from bj.cards import rank_of

Data = dict[str, Any]

BY_CARDS = {"push", "player_wins", "dealer_wins", "lost_by_bust", "won_by_bust", "dealer_natural"}
"""The events in which a hand is compared with the dealer's."""


class Worths(NamedTuple):
    """What cards are worth."""

    low: tuple[int, ...]
    """The least of every rank, from the two to the ace."""
    high: tuple[int, ...]
    """The most of every rank."""

    @classmethod
    def of(cls, data: Data) -> Worths:
        """The worths of a ruleset."""
        worths = [worth(data, code) for code in codes_of(data)]
        return cls(tuple(low for low, _ in worths), tuple(high for _, high in worths))


def best_total(cards: Sequence[int], target: int, worths: Worths) -> tuple[int, bool]:
    """Total and softness of a hand: at most one card counts high, and only within the target."""
    low = sum(worths.low[rank_of(card)] for card in cards)
    gains = [worths.high[rank_of(card)] - worths.low[rank_of(card)] for card in cards]
    gain = max((gain for gain in gains if gain and low + gain <= target), default=0)
    return low + gain, gain > 0


def rounded(amount: Fraction, rounding: str) -> int:
    """An amount in whole units; halves go up to the nearest."""
    if rounding == "down":
        return math.floor(amount)
    return math.ceil(amount) if rounding == "up" else math.floor(amount + Fraction(1, 2))


class House:
    """The rules of a house: what hands are worth, when the dealer draws, what is paid."""

    def __init__(self, data: Data) -> None:
        rules = data["rules"]
        self.payouts: dict[str, str] = data["payouts"]
        self.target: int = rules["target"]
        self.gives_credit: bool = rules.get("credit", False)
        self.allows_double: bool = rules.get("double", False)
        self.counts_dealer_natural: bool = rules.get("dealer_natural", False)
        self.spares_doubled: bool = rules.get("original_bets_only", False)
        self.stands_on_target: bool = rules.get("stand_on_target", False)
        self.always_plays: bool = data["dealer"].get("plays") == "always"
        self.worths = Worths.of(data)
        self.rule = eval("lambda total, soft: " + data["dealer"]["draws"])  # noqa: S307  # our own text

    def total(self, person: Person) -> int:
        """The total of somebody's cards."""
        return best_total(person.cards, self.target, self.worths)[0]

    def is_bust(self, person: Person) -> bool:
        """Whether somebody's cards exceed the target."""
        return self.total(person) > self.target

    def has_natural(self, person: Person) -> bool:
        """Whether somebody has two cards that make the target, with one of them counted high."""
        made = best_total(person.cards, self.target, self.worths)
        return len(person.cards) == 2 and made == (self.target, True)

    def has_to_stand(self, person: Person) -> bool:
        """Whether the house lets a hand stand, whatever its owner would do."""
        return person.doubled or (self.stands_on_target and self.total(person) == self.target)

    def dealer_draws(self, dealer: Person) -> bool:
        """Whether the dealer has to draw."""
        return not self.has_to_stand(dealer) and bool(
            self.rule(*best_total(dealer.cards, self.target, self.worths))
        )

    # --- what a hand brings --------------------------------------------------------------------------------

    def amount(self, key: str, seat: Person, dealer: Person) -> int:
        """What a hand brings that is settled by this event, which has to be the right one."""
        house_natural = self.counts_dealer_natural and self.has_natural(dealer)
        if key in ("player_natural", "naturals_push"):
            assert self.has_natural(seat)
            assert house_natural == (key == "naturals_push")
            return 0 if house_natural else self.pays("natural", seat.wager)
        for person in (seat, dealer):
            if person.settles:
                return self._by_power(key, seat, person)
        assert key in BY_CARDS
        assert seat.result in ("stands", "busts")
        assert (key == "lost_by_bust") == (seat.result == "busts")
        if key == "lost_by_bust":
            return -seat.wager
        assert dealer.result in ("stands", "busts")
        assert (key == "won_by_bust") == (dealer.result == "busts")
        if key == "won_by_bust":
            return self.pays("win", seat.wager)
        is_beaten = house_natural and not self.has_natural(seat)
        assert (key == "dealer_natural") == is_beaten
        if is_beaten:
            return -(seat.wager // 2 if self.spares_doubled and seat.doubled else seat.wager)
        return self._by_total(key, seat, dealer)

    def _by_total(self, key: str, seat: Person, dealer: Person) -> int:
        """What a hand brings that is compared with the dealer's."""
        ahead = self.total(seat) - self.total(dealer)
        assert key == ("player_wins" if ahead > 0 else "dealer_wins" if ahead < 0 else "push")
        if ahead:
            return self.pays("win", seat.wager) if ahead > 0 else -seat.wager
        return {"push": 0, "lose": -seat.wager, "win": seat.wager}[self.payouts["tie"]]

    def _by_power(self, key: str, seat: Person, person: Person) -> int:
        """What a hand brings that ``person`` has won or made void."""
        amount = 0
        if person.power and person.power["do"] == "win hand":
            amount = self.pays("win", seat.wager) if person is seat else -seat.wager
        assert key == ("player_wins" if amount > 0 else "dealer_wins" if amount < 0 else "hand_void")
        return amount

    def pays(self, payout: str, wager: int) -> int:
        """What a wager brings at a payout of the ruleset."""
        numerator, denominator = self.payouts[payout].split(":")
        return rounded(Fraction(wager * int(numerator), int(denominator)), self.payouts["rounding"])
