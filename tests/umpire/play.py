"""The play of a hand: who is dealt which card, who acts, and to which total."""

from __future__ import annotations

from tests.umpire.game import LARGEST_SAID, Due
from tests.umpire.people import Person
from tests.umpire.powers import Powers

from bj.record.events import Event


class Play(Powers):
    """What happens between the last wager and the settling."""

    # --- cards ---------------------------------------------------------------------------------------------

    def begin_deal(self) -> None:
        """All wagers are made: it is settled who gets which card."""
        self.is_open = True
        for entry in self.data["procedure"]["deal"]:
            role, side = entry.split()
            for person in self.seating.seats if role == "player" else [self.seating.dealer]:
                self.dealing.append((person, "dealt" if side == "up" else "dealt_down"))

    def card(self, person: Person, event: Event) -> None:
        """A card comes, or one that came face down is shown."""
        card, is_up = event.card, event.key == f"{person.role}_dealt"
        assert card is not None
        if is_up and person.covered:
            self._turn_last(person, card)
            return
        assert self.is_open
        assert person.result == ""
        self.shoe.deal(card)
        if self.dealing:
            self._deal(person, card, is_up)
        elif person.retaking:
            assert not is_up
            self.retake(person, card)
        else:
            self._draw(person, card, is_up)

    def _deal(self, person: Person, card: int, is_up: bool) -> None:
        """One of the first cards, in the ruleset's order."""
        self.order.play("deal")
        assert self.dealing.pop(0) == (person, "dealt" if is_up else "dealt_down")
        person.cards.append(card)
        if is_up:
            self.show(card)
        else:
            person.hidden.append(len(person.cards) - 1)
        if not self.dealing and "upcard" in self.data["output"]:
            self.due = Due(("upcard",), self.seating.dealer)

    def upcard(self, person: Person, event: Event) -> None:
        """The upcard is the dealer's first card face up."""
        up = [card for at, card in enumerate(person.cards) if at not in person.hidden]
        assert event.card == up[0]

    def _draw(self, person: Person, card: int, is_up: bool) -> None:
        """Somebody draws a card, by their own will or by the rules."""
        assert self.was_due or not self.is_said(person, "hits", "stands"), "nobody has said that a card comes"
        self.act(person)
        assert not self.house.is_bust(person), "a hand that has bust draws"
        has_extra = person.power is not None and person.power["do"] == "extra card"
        if not has_extra:
            is_doubling = person.doubled and len(person.cards) == 2
            assert is_doubling or not self.house.has_to_stand(person)
            assert person.role == "player" or self.house.dealer_draws(person), "the dealer has to stand"
        assert is_up != person.is_veiled
        person.cards.append(card)
        person.power, person.covered = None, not is_up
        person.has_drawn, person.knows_last = True, False
        if is_up:
            self.show(card)
            self._tell_hand(person)
        elif not self.house.is_bust(person):
            self.next(person, "dealt")

    def _turn_last(self, person: Person, card: int) -> None:
        """The last card is shown, to all who do not know it."""
        assert person.cards[-1] == card
        self.show(card, *([person] if person.knows_last else []))
        person.covered = False
        if person.has_drawn:
            self._tell_hand(person)

    def _tell_hand(self, person: Person) -> None:
        """Who has drawn shows the hand, if that is said and it has not bust."""
        if self.is_said(person, "hand") and not self.house.is_bust(person):
            self.next(person, "hand")

    def hole_card(self, person: Person, event: Event) -> None:
        """The dealer's face-down cards are turned, one after the other, if the dealer is needed."""
        self.order.play("reveal hole card")
        assert self.is_dealer_needed()
        assert not self.waiting_hands()
        assert event.card is not None
        assert person.hidden
        assert person.cards[person.hidden.pop(0)] == event.card
        self.show(event.card)
        if person.hidden:
            self.due = Due(("hole_card",), person)

    # --- acting --------------------------------------------------------------------------------------------

    def act(self, person: Person) -> None:
        """It is somebody's turn, in the order of the seats; the dealer's comes last."""
        is_dealer = person is self.seating.dealer
        self.order.play("dealer acts" if is_dealer else "players act")
        assert self.is_open
        assert not self.dealing
        assert not person.retaking
        assert not person.result
        waiting = self.waiting_hands()
        if is_dealer:
            assert not waiting, "the dealer does not wait for the players"
            assert self.is_dealer_needed(), "the dealer plays without need"
            assert not (person.hidden and self.order.has_hand_step("reveal hole card"))
        else:
            assert person in waiting[:1], "it is somebody else's turn"
            if not self.has_begun and self.order.has_hand_step("pay naturals"):
                assert not any(map(self.house.has_natural, waiting)), "a natural is not paid"
            self.has_begun = True
        assert person.has_turn == self.is_said(person, "turn")

    def turn(self, person: Person, event: Event) -> None:
        """Somebody's turn begins."""
        assert not person.has_turn
        person.has_turn = True
        self.act(person)
        self.list_of_cards(person, event)

    def hit(self, person: Person, _: Event) -> None:
        """Somebody draws: the card comes at once."""
        self.act(person)
        self.next(person, "dealt", "dealt_down")

    def stand(self, person: Person, _: Event) -> None:
        """Somebody stands: the total comes at once."""
        self.act(person)
        assert not self.house.is_bust(person)
        self.next(person, "total")

    def double(self, person: Person, event: Event) -> None:
        """A wager of two cards is doubled, and one card comes at once."""
        self.act(person)
        assert self.house.allows_double
        assert not self.house.has_to_stand(person)
        assert len(person.cards) == 2
        assert event.wager == 2 * person.wager
        assert event.bankroll == person.bankroll
        assert event.wager <= person.bankroll or self.house.gives_credit
        person.wager, person.doubled = event.wager, True
        self.next(person, "dealt", "dealt_down")

    def bust_hand(self, person: Person, event: Event) -> None:
        """The hand of somebody who has bust, and the total."""
        self.act(person)
        self.list_of_cards(person, event)
        assert self.house.is_bust(person)
        self.next(person, "total")

    def total(self, person: Person, event: Event) -> None:
        """A hand has come to its end."""
        self.act(person)
        busts = self.house.is_bust(person)
        assert event.total == min(self.house.total(person), LARGEST_SAID)
        assert not person.covered
        if busts:
            assert self.was_due == self.is_said(person, "bust_hand")
            self.next(person, "busts")
        else:
            assert self.was_due == self.is_said(person, "hits", "stands")
            assert person.role == "player" or not self.house.dealer_draws(person), "the dealer has to draw"
        person.result = "busts" if busts else "stands"
        person.power = None

    def bust(self, person: Person, event: Event) -> None:
        """The total of a hand that has bust is said again."""
        assert event.total == min(self.house.total(person), LARGEST_SAID)
