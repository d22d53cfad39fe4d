"""A referee: follows the events of a game with rules of its own and objects to whatever is not right."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from bj.catalogue import events as e

LENGTHS = {
    **dict.fromkeys((e.CUT, e.USED_UP), 1),
    **dict.fromkeys((e.HAND_BEGINS, e.BETS, e.DOUBLES, e.STANDING, e.LINE), 2),
    **dict.fromkeys((e.NATURAL, e.NATURALS_TIE, e.NATURAL_BEATS, e.PLAYER_WINS, e.DEALER_WINS, e.PUSH), 2),
    **dict.fromkeys((e.LOST_BY_BUST, e.WON_BY_BUST, e.PAID_OUT, e.COLLECTED), 2),
}
"""How many numbers follow the code of an event."""


class Event(NamedTuple):
    """One event, taken apart."""

    person: int
    kind: int
    is_dealer: bool
    card: int
    """The card, or the total."""
    numbers: tuple[int, ...]


def read_events(numbers: Sequence[int]) -> list[Event]:
    """The events of a record."""
    events = []
    at = 0
    while at < len(numbers):
        person, rest = divmod(numbers[at], e.PERSON_STRIDE)
        kind = rest // e.KIND_STRIDE * e.KIND_STRIDE
        end = at + 1 + LENGTHS.get(kind, 0)
        dealer = bool(rest & e.DEALER_ROLE)
        events.append(Event(person, kind, dealer, rest & e.CARD_MASK, tuple(numbers[at + 1 : end])))
        at = end
    return events


class Worths(NamedTuple):
    """What cards are worth."""

    low: tuple[int, ...]
    """The least of every rank, from the two to the ace."""
    high: tuple[int, ...]
    """The most of every rank."""

    @classmethod
    def of(cls, data: dict[str, Any]) -> Worths:
        """The worths of a ruleset."""
        ranks = [data["cards"]["ranks"][rank] for rank in "23456789TJQKA"]
        return cls(
            tuple(rank["value"] for rank in ranks), tuple(rank.get("or", rank["value"]) for rank in ranks)
        )


def best_total(cards: Sequence[int], target: int, worths: Worths) -> tuple[int, bool]:
    """Total and softness of a hand: at most one card counts high, and only within the target."""
    low = sum(worths.low[card % 13] for card in cards)
    gains = [worths.high[card % 13] - worths.low[card % 13] for card in cards]
    gain = max((gain for gain in gains if gain and low + gain <= target), default=0)
    return low + gain, gain > 0


def is_natural(cards: Sequence[int], target: int, worths: Worths) -> bool:
    """Whether two cards make the target, with one of them counted high."""
    return len(cards) == 2 and best_total(cards, target, worths) == (target, True)


def rounded(amount: Fraction, rounding: str) -> int:
    """An amount in whole units; halves go up to the nearest."""
    if rounding == "down":
        return math.floor(amount)
    return math.ceil(amount) if rounding == "up" else math.floor(amount + Fraction(1, 2))


@dataclass
class Seat:
    """What the referee knows of somebody at the table."""

    bankroll: int = 0
    wager: int = 0
    cards: list[int] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    result: str = ""
    """Empty, or stands, busts, natural."""


class RecordEndsError(Exception):
    """There is no event after the last one."""


class Referee:
    """Follows one game of a variant (see variants.py) with players who sit there from the beginning."""

    def __init__(self, data: dict[str, Any], bankrolls: Sequence[int], minimum: int) -> None:
        self.data = data
        self.minimum = minimum
        self.target: int = data["rules"]["target"]
        self.worths = Worths.of(data)
        self.seats = [Seat(bankroll) for bankroll in bankrolls]
        self.dealer = Seat(data["dealer"]["bankroll"])
        self.hand = 0
        self.dealt: Counter[int] = Counter()
        self.draws = eval("lambda total, soft: " + data["dealer"]["draws"])  # noqa: S307  # our own text
        self.waiting: list[Event] = []
        self.at = 0

    def follow(self, events: list[Event], is_over: bool) -> None:
        """Go through all the events; a game that is not over may end anywhere in a hand."""
        self.waiting, self.at = events, 0
        try:
            self.play()
        except RecordEndsError:
            assert not is_over
        assert self.at == len(events)

    def play(self) -> None:
        """The whole game."""
        self.take(e.SHUFFLE)
        self.cuts()
        while self.peek() == e.HAND_BEGINS:
            self.play_hand()
        for number, seat in enumerate(self.seats):
            standing = self.take(e.STANDING)
            assert (standing.person, *standing.numbers) == (number, seat.bankroll, self.hand)
        assert self.take(e.STANDING, dealer=True).numbers == (self.dealer.bankroll, self.hand)

    # --- events one after the other -----------------------------------------------------------------------

    def peek(self) -> int:
        """The kind of the next event."""
        if self.at == len(self.waiting):
            raise RecordEndsError
        return self.waiting[self.at].kind

    def take(self, kind: int, dealer: bool | None = None) -> Event:
        """The next event, which has to be of this kind."""
        assert self.peek() == kind, self.waiting[self.at - 3 : self.at + 1]
        event = self.waiting[self.at]
        assert dealer is None or event.is_dealer == dealer
        self.at += 1
        return event

    # --- the parts of a hand ------------------------------------------------------------------------------

    def cuts(self) -> None:
        """A shuffle brings all cards back; a riffle announces its cuts."""
        self.dealt.clear()
        shuffle = self.data["shoe"]["shuffle"]
        for _ in range(shuffle.get("cuts", 0)):
            low, high = shuffle["between"]
            assert low <= self.take(e.CUT).numbers[0] <= high

    def play_hand(self) -> None:
        """One hand from its announcement to the settling."""
        self.hand += 1
        begins = self.take(e.HAND_BEGINS)
        assert begins.numbers == (self.hand, self.seats[0].bankroll)
        self.reshuffle()
        for number, seat in enumerate(self.seats):
            bets = self.take(e.BETS)
            seat.wager = bets.numbers[0]
            assert (bets.person, bets.numbers[1]) == (number, seat.bankroll)
            assert seat.wager >= self.minimum
            assert seat.wager <= seat.bankroll or self.data["rules"]["credit"]
            seat.cards, seat.hidden, seat.result = [], [], ""
        self.dealer.cards, self.dealer.hidden, self.dealer.result = [], [], ""
        self.deal()
        self.naturals()
        for seat in self.seats:
            if not seat.result:
                self.draw(seat, None)
        self.dealer_acts()
        self.settle()

    def reshuffle(self) -> None:
        """The shoe is shuffled exactly when its condition holds."""
        condition = self.data["shoe"].get("reshuffle_when")
        if condition is None:
            return
        left = 52 * self.data["shoe"]["packs"] - self.dealt.total()
        assert (self.peek() == e.SHUFFLE) == (left < int(condition.split()[-1]))
        if self.peek() == e.SHUFFLE:
            self.take(e.SHUFFLE)
            self.cuts()

    def person(self, event: Event) -> Seat:
        """Who is meant by an event."""
        assert event.is_dealer == (event.person == len(self.seats))
        return self.dealer if event.is_dealer else self.seats[event.person]

    def see_card(self, event: Event) -> None:
        """A card goes into a hand, and it was in the shoe until then."""
        self.dealt[event.card] += 1
        packs = self.data["shoe"]["packs"]
        if packs == "infinite":
            assert event.card < 13
        else:
            assert event.card < 52
            assert self.dealt[event.card] <= packs, "a card is dealt more often than the shoe has it"
        self.person(event).cards.append(event.card)

    def deal(self) -> None:
        """The first cards come in the ruleset's order."""
        for entry in self.data["procedure"]["deal"]:
            who, side = entry.split()
            for number in range(len(self.seats)) if who == "player" else [len(self.seats)]:
                event = self.take(e.DEALT if side == "up" else e.DEALT_DOWN, who == "dealer")
                assert event.person == number
                self.see_card(event)
                if side == "down":
                    self.person(event).hidden.append(event.card)

    def naturals(self) -> None:
        """Two cards that make the target with an ace counted high are paid at once."""
        if "pay naturals" not in self.data["procedure"]["hand"]:
            return
        for number, seat in enumerate(self.seats):
            if is_natural(seat.cards, self.target, self.worths):
                natural = self.take(e.NATURAL)
                amount = self.pays("natural", seat.wager)
                self.pay(seat, amount)
                assert (natural.person, *natural.numbers) == (number, amount, seat.bankroll)
                seat.result = "natural"

    def draw(self, seat: Seat, must_draw: Callable[[int, bool], bool] | None) -> None:
        """Somebody draws until the total is announced."""
        while True:
            total, soft = best_total(seat.cards, self.target, self.worths)
            if self.peek() == e.DEALT:
                assert total <= self.target
                assert must_draw is None or must_draw(total, soft)
                event = self.take(e.DEALT)
                assert self.person(event) is seat
                self.see_card(event)
                continue
            said = self.take(e.TOTAL)
            assert self.person(said) is seat
            assert said.card == total
            seat.result = "busts" if total > self.target else "stands"
            if seat.result == "busts":
                busts = self.take(e.BUSTS)
                assert (self.person(busts), busts.card) == (seat, total)
            else:
                assert must_draw is None or not must_draw(total, soft)
            return

    def dealer_acts(self) -> None:
        """The dealer turns the cards and plays when a hand is left to be compared."""
        if any(seat.result == "stands" for seat in self.seats):
            for card in self.dealer.hidden:
                assert self.take(e.HOLE_CARD, dealer=True).card == card
            self.draw(self.dealer, self.draws)

    def settle(self) -> None:
        """Every hand that is still open brings what the ruleset says."""
        dealers, _ = best_total(self.dealer.cards, self.target, self.worths)
        for seat in self.seats:
            total, _ = best_total(seat.cards, self.target, self.worths)
            if seat.result == "busts":
                kind, amount = e.LOST_BY_BUST, -seat.wager
            elif seat.result != "stands":
                continue
            elif self.dealer.result == "busts":
                kind, amount = e.WON_BY_BUST, self.pays("win", seat.wager)
            elif total > dealers:
                kind, amount = e.PLAYER_WINS, self.pays("win", seat.wager)
            elif total < dealers:
                kind, amount = e.DEALER_WINS, -seat.wager
            else:
                tie = self.data["payouts"]["tie"]
                kind, amount = e.PUSH, {"push": 0, "lose": -seat.wager, "win": seat.wager}[tie]
            self.pay(seat, amount)
            assert self.take(kind).numbers == (abs(amount), seat.bankroll)

    def pays(self, payout: str, wager: int) -> int:
        """What a wager brings at a payout of the ruleset."""
        numerator, denominator = self.data["payouts"][payout].split(":")
        return rounded(Fraction(wager * int(numerator), int(denominator)), self.data["payouts"]["rounding"])

    def pay(self, seat: Seat, amount: int) -> None:
        """Money goes from the house to a player."""
        seat.bankroll += amount
        self.dealer.bankroll -= amount
