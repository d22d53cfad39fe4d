"""What people say, and what their powers do to a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.engine.variant_powers import amount_of, total_of
from tests.umpire.game import LARGEST_SAID, Game
from tests.umpire.people import Data, Hand, Person

from bj.arguments import Value
from bj.cards import rank_of
from bj.catalogue.limits import LARGEST_WAGER
from bj.compiler.compile import Compiled
from bj.record.events import Event

BOTH = ("receives", "gives", "discards", "exchanges", "counts_as")
BY_POWER = {
    *("player_raises", "player_looks"),
    *(f"{role}_{key}" for role in ("player", "dealer") for key in BOTH),
}
"""The events that tell at once what a power has done."""
REPLAYS = {"player_replays", "dealer_replays"}


class Powers(Game):
    """Reactions in a game."""

    def __init__(self, data: Data, values: Mapping[str, Value], compiled: Compiled) -> None:
        super().__init__(data, values, compiled)
        self.promised: list[tuple[str, Person, Data]] = []
        """What has to be told of a power: events with some of their fields."""
        self.replayer: Person | None = None
        """Whose power has the hand played again, which is still to be said."""

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
            self._move_chips(person, hand, reaction)
        elif deed == "reset count":
            person.count = 0
        elif deed == "replay hand":
            self.replayer = person
        elif deed in ("retake hand", "void hand", "win hand", "extra card", "stand"):
            whose = self.dealer_hand if reaction["on"] == "dealer stands" else hand
            whose.power = reaction
        elif hand.cards:
            hand.was_bust = reaction["on"] == "bust"
            self._change_hand(person, hand, reaction)
            if reaction["on"] == "dealt":
                self.expect_peek()

    def _tell(self, person: Person, name: str, **fields: Any) -> None:
        """An event has to come next, after those that have to already, with these fields."""
        self.promised.append((f"{person.role}_{name}", person, fields))

    def keep_promise(self, person: Person, event: Event) -> None:
        """What a power has done is told."""
        key, who, fields = self.promised.pop(0)
        assert (event.key, person) == (key, who)
        assert {name: getattr(event, name) for name in fields} == fields

    def _move_chips(self, person: Person, hand: Hand, reaction: Data) -> None:
        """Money goes from the house, or from a member of the team, to somebody, or the other way."""
        amount = amount_of(reaction["amount"], person.bankroll, hand.wager, self.unit)
        partner = self.seating.dealer
        if "partner" in reaction:
            partner = next(each for each in self.people if each.key == reaction["partner"])
            giver = partner if amount > 0 else person
            amount = max(-max(0, giver.bankroll), min(amount, max(0, giver.bankroll)))
        if amount and partner is not person:
            both = [(person, amount), (partner, -amount)]
            for each, more in both:
                each.bankroll += more
            for each, more in both[: 2 if "partner" in reaction else 1]:
                how = "receives" if more > 0 else "gives"
                self._tell(each, how, amount=abs(amount), bankroll=each.bankroll)

    def _change_hand(self, person: Person, hand: Hand, reaction: Data) -> None:
        """The cards of a hand, or its wager, become other ones."""
        deed, dealer = reaction.get("do"), self.dealer_hand
        if deed == "count as":
            last = min(self.house.worths.low[rank_of(hand.cards[-1])], LARGEST_SAID)
            total = min(max(0, total_of(reaction["total"], self.house.total(hand), last)), LARGEST_SAID)
            hand.counts_as = (total, len(hand.cards))
            self._tell(person, "counts_as", total=total)
        elif deed == "discard card" and len(hand.cards) > 1:
            self._turn(hand)
            hand.counts_as = None
            self._tell(person, "discards", card=hand.cards.pop())
        elif person.role == "player" and deed == "exchange card":
            self._turn(hand)
            at = dealer.cards.index(dealer.upcard)
            while at in dealer.hidden:
                at = dealer.cards.index(dealer.upcard, at + 1)
            dealer.upcard, hand.cards[-1] = hand.cards[-1], dealer.upcard
            dealer.cards[at] = dealer.upcard
            hand.counts_as = dealer.counts_as = None
            self._tell(person, "exchanges", card=hand.cards[-1])
            self._tell(dealer.owner, "exchanges", card=dealer.upcard)
        elif person.role == "player" and deed == "look at hole card":
            hand.looks = True
            for at in dealer.hidden:
                self._tell(person, "looks", card=dealer.cards[at])
        elif person.role == "player" and deed == "raise wager" and not hand.result:
            added = amount_of(reaction["amount"], person.bankroll, hand.wager, self.unit)
            added = added if self.house.gives_credit else min(added, self.purse(person))
            added = min(added, LARGEST_WAGER - hand.wager)
            if added > 0:
                hand.wager += added
                self._tell(person, "raises", wager=hand.wager, bankroll=person.bankroll)

    def expect_peek(self) -> None:
        """Find whether the dealer will look for a natural."""
        dealer = self.dealer_hand
        self.will_peek = self.order.has_hand_step("peek") and self.house.allows("peek", self.hands[0], dealer)

    def _turn(self, hand: Hand) -> None:
        """The last card of a hand lies open."""
        last = len(hand.cards) - 1
        if hand.covered or last in hand.hidden:
            self.show(hand.cards[-1])
        hand.hidden, hand.covered = [at for at in hand.hidden if at != last], False

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
        if occasion in ("bust", "stand", "dealer stands"):
            whose = self.dealer_hand if occasion == "dealer stands" else hand
            is_next = self.is_open and whose is [*self.waiting_hands(), self.dealer_hand][0]
            has_turn = is_next and whose.has_turn == self.is_said(whose, "turn")
            busts = self.house.is_bust(whose)
            if occasion == "bust":
                return has_turn and not whose.result and (busts or whose.was_bust)
            whose.was_bust = False
            return has_turn and not whose.result and not busts
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
                hand.counts_as = None
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
