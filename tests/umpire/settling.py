"""Settling: what every hand brings its player, whose bankroll that changes, and what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tests.umpire.game import Due
from tests.umpire.house import BY_CARDS
from tests.umpire.people import Data, Person
from tests.umpire.play import Play

from bj.arguments import Value
from bj.compiler.compile import Compiled
from bj.record.events import Event


class Hand(NamedTuple):
    """A player's hand that is over, and what it has brought."""

    person: int
    wager: int
    counted: int
    """The running count at which the wager was made."""
    doubled: bool
    is_natural: bool
    is_bust: bool
    received: int
    settled_by: str
    """The event that has settled it."""


class Settling(Play):
    """Payments, and the hands that they end."""

    def __init__(self, data: Data, values: Mapping[str, Value], compiled: Compiled) -> None:
        super().__init__(data, values, compiled)
        self.is_settling = False
        """Whether hands have been compared with the dealer's."""
        self.last_amount = 0
        self.hands: list[list[Hand]] = []
        """Every hand of the table that was settled and not played again: those of all players."""

    def settle(self, person: Person, event: Event) -> None:
        """A hand brings what the ruleset says of hands like these."""
        assert self.is_open
        dealer = self.seating.dealer
        unsettled = [seat for seat in self.seating.seats if seat.result != "settled"]
        seat = unsettled[0] if person is dealer else person
        assert seat in unsettled
        amount = self.house.amount(event.key, seat, dealer)
        is_by_power = seat.settles or dealer.settles
        if event.key in ("player_natural", "naturals_push"):
            self.order.play("pay naturals")
            before = self.seating.seats[: self.seating.seats.index(seat)]
            assert not any(self.house.has_natural(each) for each in before if each in unsettled)
        elif event.key in BY_CARDS and not is_by_power:
            self.order.play("settle")
            assert seat is unsettled[0], "another hand is settled before"
            assert not self.waiting_hands()
            assert self.is_settling or bool(dealer.result) == self.is_dealer_needed()
            self.is_settling = True
        seat.bankroll += amount
        dealer.bankroll -= amount
        if event.amount is not None:
            assert (event.amount, event.bankroll) == (abs(amount), seat.bankroll)
        seat.paid, seat.result, seat.settled_by, self.last_amount = amount, "settled", event.key, amount
        if amount and not is_by_power and not {"paid", "collected"}.isdisjoint(self.data["output"]):
            self.due = Due(("paid" if amount > 0 else "collected",), seat)
        self.compared = None if is_by_power else seat
        if len(unsettled) == 1:
            self._end_hand()

    def tell_money(self, person: Person, event: Event) -> None:
        """What the hand has brought that was settled."""
        assert (event.amount, event.bankroll) == (abs(self.last_amount), person.bankroll)

    def _end_hand(self) -> None:
        """All hands of the table are settled."""
        self.is_open = False
        self.hands.append([self._result(seat) for seat in self.seating.seats])

    def _result(self, seat: Person) -> Hand:
        """What a settled hand has brought."""
        return Hand(
            self.people.index(seat),
            seat.wager,
            seat.counted,
            seat.doubled,
            self.house.has_natural(seat),
            self.house.is_bust(seat),
            seat.paid,
            seat.settled_by,
        )
