"""What people say, and what their powers do to a hand."""

from __future__ import annotations

from tests.engine.variant_powers import amount_of
from tests.umpire.game import Game
from tests.umpire.people import Hand, Person

from bj.cards import rank_of
from bj.record.events import Event


class Powers(Game):
    """Reactions in a game."""

    def says(self, person: Person, event: Event) -> None:
        """Somebody reacts, which may change money or a hand."""
        assert self.said != event, "nobody says the same twice on one occasion"
        self.said = event
        reaction = person.reactions[event.phrase or 0]
        assert reaction.get("as", "both") in ("both", person.role)
        hand = self._reacting_hand(reaction["on"], person)
        assert self._is_occasion(reaction["on"], person, hand)
        deed = reaction.get("do", "speak")
        if deed == "change bankroll":
            amount = amount_of(reaction["amount"], person.bankroll, hand.wager, self.unit)
            person.bankroll += amount
            self.seating.dealer.bankroll -= amount
        elif deed == "reset count":
            person.count = 0
        elif deed in ("retake hand", "void hand", "win hand", "extra card"):
            hand.power = reaction

    def _reacting_hand(self, occasion: str, person: Person) -> Hand:
        """The hand about which somebody reacts."""
        if occasion in ("bust", "stand"):
            return self.acting_hand(person)
        if occasion in ("hand won", "hand lost", "push"):
            assert self.compared is not None
            return self.compared
        return person.first_hand

    def _is_occasion(self, occasion: str, person: Person, hand: Hand) -> bool:
        """Whether somebody may react on an occasion now."""
        if occasion in ("bust", "stand"):
            is_next = self.is_open and hand is [*self.waiting_hands(), self.dealer_hand][0]
            has_turn = is_next and hand.has_turn == self.is_said(person, "turn")
            return has_turn and not hand.result and self.house.is_bust(hand) == (occasion == "bust")
        if occasion in ("hand won", "hand lost", "push"):
            is_won = hand.paid > 0 or hand.settled_by in ("player_natural", "player_bonus")
            how = "hand won" if is_won else "hand lost" if hand.paid < 0 else "push"
            return person is hand.owner and occasion == how
        if occasion == "dealt":
            return self.is_open and not self.dealing and not self.has_begun
        if occasion in ("kicked out", "round won"):
            return person in [lost[occasion == "round won"] for lost in self.seating.lost[-1:]]
        begins = occasion in ("round begins", "hand begins")
        return not self.is_open and (self.announced is None or self.may_quit or not begins)

    def begin_retakes(self) -> None:
        """Who retakes a hand has none for the moment, and it busts no more."""
        for hand in self.every_hand():
            power = hand.power
            if power and power["do"] == "retake hand" and not hand.retaking:
                lies_down = hand.covered or len(hand.cards) - 1 in hand.hidden
                if lies_down and power.get("busting_card") == "hidden" and power.get("sees") == "all":
                    hand.owner.see(rank_of(hand.cards[-1]))
                hand.retaking, hand.cards, hand.covered = len(hand.cards), [], False
                hand.hidden.clear()

    def retake(self, hand: Hand, card: int) -> None:
        """A card that a power takes, seen by nobody else; the last one may be shown."""
        power = hand.power
        assert power is not None
        hand.cards.append(card)
        hand.knows_last = power.get("sees") == "all"
        if hand.knows_last:
            hand.owner.see(rank_of(card))
        hand.retaking -= 1
        if hand.retaking == 0:
            hand.power, hand.has_drawn = None, False
            hand.covered = power.get("retaken") == "last shown" and not self.house.is_bust(hand)
            if hand.covered:
                self.next(hand.owner, "dealt")
