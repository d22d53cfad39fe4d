"""What people say, and what their powers do to a hand."""

from __future__ import annotations

from tests.engine.variant_powers import amount_of
from tests.umpire.game import Game
from tests.umpire.people import Person

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
        assert self._is_occasion(reaction["on"], person)
        deed = reaction.get("do", "speak")
        if deed == "change bankroll":
            amount = amount_of(reaction["amount"], person.bankroll, person.wager, self.unit)
            person.bankroll += amount
            self.seating.dealer.bankroll -= amount
        elif deed == "reset count":
            person.count = 0
        elif deed in ("retake hand", "void hand", "win hand", "extra card"):
            person.power = reaction

    def _is_occasion(self, occasion: str, person: Person) -> bool:
        """Whether somebody may react on an occasion now."""
        if occasion in ("bust", "stand"):
            is_next = self.is_open and person is [*self.waiting_hands(), self.seating.dealer][0]
            has_turn = is_next and person.has_turn == self.is_said(person, "turn")
            return has_turn and not person.result and self.house.is_bust(person) == (occasion == "bust")
        if occasion in ("hand won", "hand lost", "push"):
            is_won = person.paid > 0 or person.settled_by == "player_natural"
            how = "hand won" if is_won else "hand lost" if person.paid < 0 else "push"
            return person is self.compared and occasion == how
        if occasion == "dealt":
            return self.is_open and not self.dealing and not self.has_begun
        if occasion in ("kicked out", "round won"):
            return person in [lost[occasion == "round won"] for lost in self.seating.lost[-1:]]
        begins = occasion in ("round begins", "hand begins")
        return not self.is_open and (self.announced is None or self.order.may_leave or not begins)

    def begin_retakes(self) -> None:
        """Who retakes a hand has none for the moment, and it busts no more."""
        for person in self.seating.everybody():
            power = person.power
            if power and power["do"] == "retake hand" and not person.retaking:
                lies_down = person.covered or len(person.cards) - 1 in person.hidden
                if lies_down and power.get("busting_card") == "hidden" and power.get("sees") == "all":
                    person.see(rank_of(person.cards[-1]))
                person.retaking, person.cards, person.covered = len(person.cards), [], False
                person.hidden.clear()

    def retake(self, person: Person, card: int) -> None:
        """A card that a power takes, seen by nobody else; the last one may be shown."""
        power = person.power
        assert power is not None
        person.cards.append(card)
        person.knows_last = power.get("sees") == "all"
        if person.knows_last:
            person.see(rank_of(card))
        person.retaking -= 1
        if person.retaking == 0:
            person.power, person.has_drawn = None, False
            person.covered = power.get("retaken") == "last shown" and not self.house.is_bust(person)
            if person.covered:
                self.next(person, "dealt")
