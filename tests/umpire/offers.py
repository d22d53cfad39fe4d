"""Follows the offers before the first action, the dealer's check for a natural, and surrenders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.umpire.people import Data, Hand, Person
from tests.umpire.powers import Powers

from bj.argument_values import Value
from bj.compiler.compile import Compiled
from bj.record.events import Event

OFFERS = ("offer surrender", "offer insurance", "peek", "offer switch")


class Offers(Powers):
    """The steps that only casinos have."""

    def __init__(self, data: Data, values: Mapping[str, Value], compiled: Compiled) -> None:
        super().__init__(data, values, compiled)
        self.leaves: Hand | None = None
        """The hand that was announced for its surrender, if its player has several."""
        self.switching: Hand | None = None
        """The second of two hands with switched cards, until its event comes."""

    def take_step(self, *names: str) -> None:
        """Continue a step of a hand, or move to one; the dealer's check comes first if the rules say so."""
        steps = self.data["procedure"]["hand"]
        if "peek" in steps and all(name in steps[steps.index("peek") + 1 :] for name in names):
            self.pass_peek()
        self.order.play(*names)

    def pass_peek(self) -> None:
        """Do the dealer's check for a natural if the rules require it; with a natural, no player acts."""
        if self.will_peek:
            self.will_peek = False
            assert self.house.has_natural(self.dealer_hand), "no event says that there is no natural"
            assert not self.dealer_hand.hidden, "the natural is not shown"
            self._let_stand()
        assert not any(hand.insured for hand in self.insured), "insurance is open"

    def _let_stand(self) -> None:
        """Make all hands stand."""
        self.insured = [hand for hand in self.hands if hand.insured]
        for hand in self.waiting_hands():
            hand.result = "stands"

    def peek_at_natural(self) -> None:
        """Follow the dealer who looked for a natural, and shows it."""
        self.order.play("peek")
        assert self.house.has_natural(self.dealer_hand), "the dealer shows what is no natural"
        self.will_peek = False
        self._let_stand()

    def pass_open_natural(self) -> None:
        """If the dealer has looked at an open natural, which has no event, no other player acts."""
        dealer = self.dealer_hand
        if self.will_peek and not dealer.hidden and self.house.has_natural(dealer):
            self.peek_at_natural()

    def peeks(self, person: Person, _: Event) -> None:
        """Follow the dealer who looked for a natural, and has none."""
        self.order.play("peek")
        assert self.will_peek
        assert person is self.seating.dealer
        assert not self.house.has_natural(self.dealer_hand)
        self.will_peek, self.has_peeked = False, True
        self.insured = [hand for hand in self.hands if hand.insured]

    # --- insurance -----------------------------------------------------------------------------------------

    def insure(self, person: Person, event: Event) -> None:
        """Follow a player who insures a hand for half the wager."""
        self.take_step("offer insurance")
        own = [hand for hand in self.waiting_hands() if hand.owner is person and not hand.insured]
        own = [hand for hand in own if self.house.allows("insurance", hand, self.dealer_hand)]
        assert own, "there is no hand to be insured"
        hand = self.named_or(own[0])
        assert hand in own
        assert not any(each.insured for each in self.hands[self.hands.index(hand) :]), "it comes too late"
        assert self.house.gives_credit or self.purse(person) >= hand.wager // 2
        assert event.wager == hand.wager // 2 > 0
        assert event.bankroll == person.bankroll
        hand.insured = hand.insurance_staked = event.wager or 0

    def settle_insurance(self, person: Person, event: Event) -> None:
        """Check the result of insurance: it wins if the dealer has a natural, and loses otherwise."""
        has_natural = self.house.has_natural(self.dealer_hand)
        self.pass_open_natural()
        if self.insured:
            self.order.play("peek")
            hand = self.insured.pop(0)
        else:
            self.take_step("settle")
            assert not self.waiting_hands()
            assert self.dealer_hand.result or self.dealer_hand.settles or not self.is_dealer_needed()
            assert not self.open_stakes(), "side bets are not settled"
            insured = [hand for hand in self.hands if hand.insured]
            assert insured, "nothing is insured"
            hand = insured[0]
        assert hand is self.named_or(hand)
        assert hand.owner is person
        assert has_natural == (event.key == "insurance_won")
        insurance = self.house.payouts.get("insurance", "2:1")
        amount = self.house.pays(insurance, hand.insured) if has_natural else -hand.insured
        person.bankroll += amount
        self.seating.dealer.bankroll -= amount
        assert (event.amount, event.bankroll, event.wager) == (abs(amount), person.bankroll, hand.insured)
        hand.insured, hand.insurance_paid = 0, amount
        if not self.is_anything_open():
            self.end_hand()

    def is_anything_open(self) -> bool:
        """Whether a hand, insurance or a side bet has not been settled."""
        raise NotImplementedError

    def end_hand(self) -> None:
        """Check, at the end of a hand of the table, that all hands are settled."""
        raise NotImplementedError

    def steps_here(self) -> Sequence[str]:
        """The possible names of the current step."""
        return [name for at in self.order.now for name in self.order.places[at].names]

    # --- switched cards ------------------------------------------------------------------------------------

    def is_switch(self, event: Event) -> bool:
        """Whether an event is about a switch rather than an effect of a power."""
        return event.key == "player_exchanges" and not self.promised

    def switch(self, person: Person, event: Event) -> None:
        """Follow a switch of the second cards of two neighbouring hands, which has two events."""
        self.take_step("offer switch")
        hand = self.named_or(self.hands[0])
        other, self.switching = self.switching, None
        if other is None:
            other = self.hands[self.hands.index(hand) + 1]
            assert hand.owner is other.owner is person
            assert not any(each.result or each.was_switched for each in (hand, other))
            hand.switch(other)
            self.switching = other
            self.expect_peek()
        else:
            assert hand is other, "the event of the second hand is missing"
        assert (hand.cards[1], self.people.index(person)) == (event.card, event.partner)

    # --- surrender -----------------------------------------------------------------------------------------

    def surrender(self, person: Person, event: Event) -> None:
        """Follow a surrender, before the first action or in the hand's turn, as the next event shows."""
        assert event.bankroll == person.bankroll
        self.leaving = event
        self.leaves, self.named = self.named, None
        self.order.play("offer surrender", "players act")

    def decide_surrender(self, event: Event) -> None:
        """Find the surrendered hand from the next event."""
        told, self.leaving = self.leaving, None
        named, self.leaves = self.leaves, None
        assert told is not None
        person = self.people[told.person or 0]
        own = [hand for hand in self.waiting_hands() if hand.owner is person]
        standing = [hand for hand in own if not self.house.is_bust(hand)]
        early = [hand for hand in standing if self.house.allows("early_surrender", hand, self.dealer_hand)]
        can_be_early = not self.has_begun and self.order.can_be_next("offer surrender")
        parts = [hand for hand in self.hands if hand.owner is person]
        is_same = named is not None and event.part == 1 + parts.index(named)
        is_settled = event.key == "lost_by_surrender" or (event.person == told.person and is_same)
        if is_settled and early and can_be_early:
            self.take_step("offer surrender")
            hand = named or early[0]
            assert hand in early
            self.given_early = hand
        else:
            self.take_step("players act")
            hand = self.acting_hand(person)
            self.act(hand)
            assert self.house.allows("surrender", hand, self.dealer_hand), "the hand may not be given up"
            assert not self.house.has_to_stand(hand)
        assert told.wager == hand.wager
        self.check_total(hand, told)
        hand.result, hand.was_given_up = "given up", True

    def act(self, hand: Hand) -> None:
        """Check that it is the turn of a hand."""
        raise NotImplementedError
