"""Follows the settlement of hands: what each one wins, the bankrolls, and the results that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tests.umpire import people
from tests.umpire.game import Due
from tests.umpire.house import BEFORE_DEALER, BY_CARDS, NATURALS
from tests.umpire.people import Data, Person
from tests.umpire.play import Play

from bj.argument_values import Value
from bj.compiler.compile import Compiled
from bj.record.events import Event


class Hand(NamedTuple):
    """A player's finished hand, and its result."""

    person: int
    wager: int
    """The amount that could be lost."""
    initial: int
    """The wager when the hand was dealt; 0 for a hand from a split."""
    counted: int
    """The running count at which the wager was made."""
    doubled: bool
    is_natural: bool
    is_bust: bool
    is_surrendered: bool
    received: int
    insured: int
    """The insurance stake."""
    insurance: int
    """The money won by insurance."""
    settled_by: str
    """The event that settled the hand."""


class Settling(Play):
    """The payments, and the hands that they end."""

    def __init__(self, data: Data, values: Mapping[str, Value], compiled: Compiled) -> None:
        super().__init__(data, values, compiled)
        self.is_settling = False
        """Whether hands have been compared with the dealer's."""
        self.last_settled: people.Hand | None = None
        """The hand that was settled last."""
        self.settled: list[list[Hand]] = []
        """The settled hands of all players that were not replayed."""

    def settle(self, person: Person, event: Event) -> None:
        """Follow the settlement of a hand, which must have the right result."""
        assert self.is_open
        dealer = self.dealer_hand
        unsettled = [hand for hand in self.hands if hand.result != "settled"]
        self._end_others(unsettled)
        hand, is_by_power = self._meant(person, event, unsettled)
        self.settling_as_one = self._settled_with(event, hand, is_by_power=is_by_power)
        assert hand in unsettled
        assert person in (hand.owner, dealer.owner)
        named, self.named = self.named, None
        if not is_by_power and event.key != "player_bonus":
            assert (named is hand) == self.has_several(hand.owner), "it is not said which hand is settled"
        amount = self._amount(event, hand)
        hand.owner.bankroll += amount
        dealer.owner.bankroll -= amount
        assert (event.amount, event.bankroll) == (abs(amount), hand.owner.bankroll)
        assert event.wager == hand.wager
        self.check_total(hand if person is hand.owner else dealer, event)
        hand.paid, hand.result, hand.settled_by, self.last_settled = amount, "settled", event.key, hand
        says_money = not {"paid", "collected"}.isdisjoint(self.data["output"])
        if amount and event.key != "player_bonus" and says_money:
            self.due = Due(("paid" if amount > 0 else "collected",), hand.owner)
        self.compared = hand if amount or not is_by_power else None
        if not self.is_anything_open():
            self.end_hand()

    def _end_others(self, unsettled: list[people.Hand]) -> None:
        """End the settlement by the same rules if no hand is left for it."""
        naturals = [hand for hand in unsettled if self.house.has_natural(hand)]
        standing = [hand for hand in unsettled if hand.result not in BEFORE_DEALER]
        left = {"pay naturals": naturals, "dealer": standing}
        if not left.get(self.settling_as_one, unsettled):
            self.end_settling()

    def _settled_with(self, event: Event, hand: people.Hand, *, is_by_power: bool) -> str:
        """The kind of settlement by which other hands were settled with this one."""
        if is_by_power:
            return "" if hand.settles else "dealer"
        if event.key == "player_bonus" or not (self.is_settling or "pay naturals" in self.steps_here()):
            return ""
        return "settle" if self.is_settling else "pay naturals"

    def _meant(self, person: Person, event: Event, unsettled: list[people.Hand]) -> tuple[people.Hand, bool]:
        """The hand that an event settles, and whether a power does it."""
        assert unsettled, "there is no hand to settle"
        if event.key == "player_folds":
            return self.folds(person, event), False
        dealer = self.dealer_hand
        naturals = [each for each in unsettled if self.house.has_natural(each) and each.result != "given up"]
        is_tied = event.key == "dealer_natural" and self.order.can_be_next("pay naturals") and naturals
        if event.key in NATURALS or is_tied:
            self.take_step("pay naturals", "settle")
            assert naturals, "there is no natural"
            if "pay naturals" in self.steps_here():
                self.take_step("pay naturals")
                return naturals[0], False
            self._compare_next(unsettled[0])
            return unsettled[0], False
        standing = [each for each in unsettled if each.result not in BEFORE_DEALER]
        if dealer.settles and standing:
            return standing[0], True
        waiting = self.waiting_hands()
        if waiting and waiting[0].settles:
            return waiting[0], True
        if event.key == "player_bonus":
            return self.acting_hand(person), False
        if self.given_early:
            hand, self.given_early = self.given_early, None
            assert event.key == "lost_by_surrender"
            return hand, False
        assert event.key in BY_CARDS
        self.take_step("settle")
        self._compare_next(unsettled[0])
        return unsettled[0], False

    def _compare_next(self, hand: people.Hand) -> None:
        """Begin to compare hands with the dealer's; this one is the first."""
        assert not self.waiting_hands()
        assert not any(each.insured for each in self.hands), "insurance is not settled"
        assert not self.open_stakes(), "side bets are not settled"
        assert (
            self.is_settling
            or self.dealer_hand.result
            or self.dealer_hand.settles
            or not self.is_dealer_needed()
        )
        self.is_settling = True

    def _amount(self, event: Event, hand: people.Hand) -> int:
        """The amount that the hand wins or loses with this event."""
        if event.key == "player_folds":
            return -hand.own
        if event.key == "player_bonus":
            self.act(hand)
            return self.house.bonus_at_once(hand, self.dealer_hand)
        if event.key in BY_CARDS and self.is_settling and self.house.pays_naturals and hand.is_split:
            assert not self.house.has_natural(hand) or hand.result == "given up", "a natural is not paid"
        return self.house.amount(event.key, hand, self.dealer_hand, may_be_beaten=self.is_settling)

    def tell_money(self, person: Person, event: Event) -> None:
        """Check the amount printed for the settled hand."""
        hand = self.last_settled
        assert hand is not None
        assert (event.amount, event.wager, event.bankroll) == (abs(hand.paid), hand.wager, person.bankroll)
        self.check_total(hand, event)

    def end_hand(self) -> None:
        """Check, at the end of a hand of the table, that all hands are settled."""
        self.is_open = False
        self.settled.append([self._result(hand) for hand in self.hands])

    def _result(self, hand: people.Hand) -> Hand:
        """The result of a settled hand."""
        return Hand(
            self.people.index(hand.owner),
            hand.own,
            hand.initial,
            hand.counted,
            hand.doubled > 0,
            self.house.has_natural(hand),
            self.house.is_bust(hand),
            hand.was_given_up,
            hand.paid,
            hand.insurance_staked,
            hand.insurance_paid,
            hand.settled_by,
        )
