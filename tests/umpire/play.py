"""Follows the play of a hand: the cards, the actions and the totals."""

from __future__ import annotations

from tests.engine.hand_facts import raise_of
from tests.umpire.game import Due
from tests.umpire.people import Hand, Person
from tests.umpire.side_bets import SideBets

from bj.catalogue.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from bj.catalogue.limits import MOST_SPLIT
from bj.record.events import Event


def stays(hand: Hand) -> bool:
    """Whether a power lets a bust hand stand."""
    return hand.role == "player" and hand.power is not None and hand.power["do"] == "stand"


class Play(SideBets):
    """The events between the last wager and the settlement."""

    # --- cards ---------------------------------------------------------------------------------------------

    def begin_deal(self) -> None:
        """Plan the deal once all wagers are made."""
        self.is_open = True
        for entry in self.data["procedure"]["deal"]:
            role, side = entry.split()
            for hand in self.hands if role == "player" else [self.dealer_hand]:
                self.dealing.append((hand, "dealt" if side == "up" else "dealt_down"))

    def card(self, person: Person, event: Event) -> None:
        """Follow a card that is dealt, or one that is turned face up."""
        card, is_up = event.card, event.key == f"{person.role}_dealt"
        assert card is not None
        assert self.is_open
        hand = self.dealing[0][0] if self.dealing else self.acting_hand(person)
        if is_up and hand.covered:
            self._turn_last(hand, card)
            return
        assert hand.result == ""
        self.shoe.deal(card)
        if self.dealing:
            self._deal(person, card, is_up)
        elif hand.retaking:
            assert not is_up
            self.retake(hand, card)
        elif hand.lacks_card:
            self._complete(hand, card, is_up)
        else:
            self._draw(hand, card, is_up)

    def _deal(self, person: Person, card: int, is_up: bool) -> None:
        """Deal one of the first cards in the ruleset's order."""
        self.order.play("deal")
        hand, how = self.dealing.pop(0)
        assert (hand.owner, how) == (person, "dealt" if is_up else "dealt_down")
        hand.cards.append(card)
        if is_up:
            self.show(card)
        else:
            hand.hidden.append(len(hand.cards) - 1)
        if not self.dealing:
            self._end_deal()

    def _end_deal(self) -> None:
        """End the deal."""
        dealer = self.dealer_hand
        dealer.upcard = next(card for at, card in enumerate(dealer.cards) if at not in dealer.hidden)
        self.expect_peek()
        if "upcard" in self.data["output"]:
            self.due = Due(("upcard",), self.seating.dealer)

    def upcard(self, person: Person, event: Event) -> None:
        """Check that the upcard is the dealer's first card dealt face up."""
        assert event.card == person.first_hand.upcard

    def _complete(self, hand: Hand, card: int, is_up: bool) -> None:
        """Deal the second card of a hand from a split, which must have been named."""
        assert hand.is_named, "no event says which hand begins"
        assert is_up
        self.order.play("players act")
        hand.has_turn = False
        hand.cards.append(card)
        self.show(card)
        if self.is_said(hand, "turn"):
            self.next(hand.owner, "turn")

    def _draw(self, hand: Hand, card: int, is_up: bool) -> None:
        """Draw a card by choice or as the rules require."""
        assert self.was_due or not self.is_said(hand, "hits", "stands"), "no event says that a card comes"
        self.act(hand)
        assert not self.house.is_bust(hand), "a hand that has bust draws"
        hand.was_bust = False
        has_extra = hand.power is not None and hand.power["do"] == "extra card"
        if not has_extra and not hand.is_doubling:
            assert not self.house.has_to_stand(hand)
            if hand.role == "player":
                assert self.house.allows("hit", hand, self.dealer_hand), "the hand may not be hit"
            else:
                assert self.house.dealer_draws(hand), "the dealer has to stand"
        stays_down = hand.is_doubling and self.house.doubles_face_down
        assert is_up != (hand.owner.is_veiled or stays_down)
        hand.cards.append(card)
        hand.hidden += [len(hand.cards) - 1] * stays_down
        hand.power, hand.covered = None, not (is_up or stays_down)
        hand.has_drawn, hand.knows_last, hand.is_doubling = True, False, False
        if is_up:
            self.show(card)
            self._tell_hand(hand)
        elif stays_down:
            self._tell_hand(hand)
        elif not self.house.is_bust(hand):
            self.next(hand.owner, "dealt")

    def _turn_last(self, hand: Hand, card: int) -> None:
        """Turn the last card, and show it to all who do not know it."""
        assert hand.cards[-1] == card
        self.show(card, *([hand.owner] if hand.knows_last else []))
        hand.covered = False
        if hand.has_drawn and not hand.was_bust:
            self._tell_hand(hand)

    def _tell_hand(self, hand: Hand) -> None:
        """Require the hand to be shown after a drawn card, if there is a template and it is not bust."""
        if self.is_said(hand, "hand") and not self.house.is_bust(hand):
            self.next(hand.owner, "hand")

    def hole_card(self, person: Person, event: Event) -> None:
        """Turn the dealer's face-down cards one after the other, if the dealer is needed."""
        hand = person.first_hand
        assert event.card is not None
        assert hand.hidden
        if not self.was_due:
            if self.will_peek:
                self.peek_at_natural()
            else:
                self.take_step("reveal hole card")
                assert self.is_dealer_needed()
                assert not self.waiting_hands()
        assert hand.cards[hand.hidden.pop(0)] == event.card
        self.show(event.card)
        if hand.hidden:
            self.due = Due(("hole_card",), person)

    # --- acting --------------------------------------------------------------------------------------------

    def act(self, hand: Hand) -> None:
        """Check that it is the turn of a hand; the dealer's comes last."""
        is_dealer = hand is self.dealer_hand
        self.take_step("dealer acts" if is_dealer else "players act")
        hand.waits_again = False
        assert self.is_open
        assert not self.dealing
        assert not hand.retaking
        assert not hand.result
        assert not hand.lacks_card or stays(hand), "the second card is missing"
        waiting = self.waiting_hands()
        if is_dealer:
            assert not waiting, "the dealer does not wait for the players"
            assert self.is_dealer_needed(), "the dealer plays without need"
            assert not (hand.hidden and self.order.has_hand_step("reveal hole card"))
        else:
            assert hand in waiting[:1], "it is another person's turn"
            self.begin_turns()
        assert hand.has_turn == self.is_said(hand, "turn")

    def begin_turns(self) -> None:
        """Check, when a person acts, that all naturals are paid."""
        if not self.has_begun and self.order.has_hand_step("pay naturals"):
            unpaid = (
                each for each in self.waiting_hands() if not (each.was_switched or each.missed_naturals)
            )
            assert not any(map(self.house.has_natural, unpaid)), "a natural is not paid"
        self.has_begun = True

    def turn(self, person: Person, event: Event) -> None:
        """Begin a person's turn."""
        if person.role == "player":
            self.take_step("players act")
        hand = self.acting_hand(person)
        is_said = hand.is_named or self.named is not None
        assert is_said or person.role == "dealer" or not self.has_several(person), "no event says which hand"
        assert hand is self.named_or(hand)
        assert not hand.has_turn
        hand.has_turn = True
        self.act(hand)
        self.list_of_cards(hand, event)

    def _acts(self, person: Person) -> Hand:
        """The hand of the person who acts; it must be that hand's turn."""
        if person.role == "player":
            self.take_step("players act")
        hand = self.acting_hand(person)
        self.act(hand)
        return hand

    def hit(self, person: Person, event: Event) -> None:
        """Follow a hit, after which a card must come."""
        self.check_total(self._acts(person), event)
        self.next(person, "dealt", "dealt_down")

    def stand(self, person: Person, event: Event) -> None:
        """Follow a stand, after which the total must come."""
        hand = self._acts(person)
        self.check_total(hand, event)
        assert stays(hand) or not self.house.is_bust(hand)
        self.next(person, "total")

    def legal(self, hand: Hand) -> tuple[int, ...]:
        """The legal actions of a hand in its turn."""
        house, dealer = self.house, self.dealer_hand
        if house.has_to_stand(hand):
            return (STAND,)
        more, given = self.raise_by_doubling(hand)
        has_money = house.gives_credit or house.allows("free_split", hand, dealer)
        may = {
            HIT: house.allows("hit", hand, dealer),
            STAND: house.allows("stand", hand, dealer),
            DOUBLE: house.allows("double", hand, dealer)
            and (given >= more > 0 or (given > 0 and house.doubles_for_less)),
            SPLIT: house.allows("split", hand, dealer)
            and len(hand.cards) == 2
            and len(hand.parts) < MOST_SPLIT
            and (has_money or self.purse(hand.owner) >= hand.wager),
            SURRENDER: house.allows("surrender", hand, dealer),
        }
        return tuple(action for action in sorted(may) if may[action])

    def raise_by_doubling(self, hand: Hand) -> tuple[int, int]:
        """The amount that a double adds to the wager, and the money available for it."""
        more = raise_of(self.data, self.house.facts(hand, self.dealer_hand), hand.wager, self.minimum)
        is_free = self.house.allows("free_double", hand, self.dealer_hand)
        return more, more if self.house.gives_credit or is_free else self.purse(hand.owner)

    def double(self, person: Person, event: Event) -> None:
        """Follow a double: the wager is doubled, or raised by the money left, and a card must come."""
        hand = self._acts(person)
        assert DOUBLE in self.legal(hand), "the hand may not be doubled"
        is_free = self.house.allows("free_double", hand, self.dealer_hand)
        self.check_total(hand, event)
        assert event.wager == hand.wager + min(self.raise_by_doubling(hand))
        assert event.bankroll == person.bankroll
        added = event.wager - hand.wager
        hand.wager, hand.doubled, hand.is_doubling = event.wager, hand.doubled + 1, True
        if is_free:
            hand.free += added
            self._give(person, added, "dealt", "dealt_down")
        else:
            self.next(person, "dealt", "dealt_down")

    def _give(self, person: Person, amount: int, *behind: str) -> None:
        """Require the house to put up what a player has added."""
        self.given = amount, behind
        self.due = Due(("free_wager",), person)

    def take_gift(self, person: Person, event: Event) -> None:
        """Follow the house putting up the amount that a player added."""
        amount, behind = self.given
        assert (event.amount, event.bankroll) == (amount, person.bankroll)
        self.next(person, *behind)

    def split(self, person: Person, event: Event) -> None:
        """Follow a split; the first of the two hands is played immediately."""
        hand = self._acts(person)
        assert SPLIT in self.legal(hand), "the hand may not be split"
        is_free = self.house.allows("free_split", hand, self.dealer_hand)
        hand.counts_as = None
        assert (event.wager, event.bankroll) == (hand.wager, person.bankroll)
        other = Hand(person, hand.wager, counted=hand.counted, parts=hand.parts)
        other.free = hand.wager if is_free else 0
        other.looks = hand.looks
        other.doubled, other.cards = hand.doubled, [hand.cards.pop()]
        other.hidden = [0] if 1 in hand.hidden else []
        hand.hidden = [0] if 0 in hand.hidden else []
        hand.has_turn = hand.is_named = False
        self.hands.insert(self.hands.index(hand) + 1, other)
        if is_free:
            self._give(person, hand.wager, "part")
        else:
            self.next(person, "part")

    def part(self, person: Person, event: Event) -> None:
        """Follow the announcement of one of several hands, which begins or is about to be changed."""
        waiting = self.waiting_hands()
        own = [hand for hand in self.hands if hand.owner is person]
        assert len(own) > 1, "a player has one hand only"
        if waiting and waiting[0].lacks_card and not waiting[0].is_named:
            hand = waiting[0]
            self.order.play("players act")
            hand.is_named = True
            self.due = Due(("player_dealt",), person) if not self.shoe.is_empty() else None
        else:
            hand = self.named = own[(event.part or 0) - 1]
        assert event.part == 1 + own.index(hand)
        assert event.wager == hand.wager

    def bust_hand(self, person: Person, event: Event) -> None:
        """Check the cards and the total of a bust hand."""
        hand = self._acts(person)
        self.list_of_cards(hand, event)
        assert self.house.is_bust(hand)
        self.next(person, "total")

    def total(self, person: Person, event: Event) -> None:
        """Follow the total of a hand that has ended."""
        hand = self.busting.pop(0) if self.busting else self._acts(person)
        busts = self.house.is_bust(hand) and not stays(hand)
        self.check_total(hand, event)
        assert not hand.covered
        if busts:
            assert self.was_due == (hand.result != "stands" and self.is_said(hand, "bust_hand"))
            self.next(person, "busts")
        else:
            assert self.was_due == self.is_said(hand, "hits", "stands")
            assert hand.role == "player" or not self.house.dealer_draws(hand), "the dealer has to draw"
            may_stand = hand.role == "dealer" or stays(hand) or self.house.may_stand(hand, self.dealer_hand)
            assert may_stand, "the hand may not stand"
        hand.result = "busts" if busts else "stands"
        hand.power = None

    def bust(self, person: Person, event: Event) -> None:
        """Check the repeated total of a bust hand."""
        own = [hand for hand in self.every_hand() if hand.owner is person and hand.result == "busts"]
        assert own, "no person has bust"
        self.check_total(own[-1], event)
