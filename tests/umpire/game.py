"""Stores what the umpire knows about a game, and reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.umpire.house import House
from tests.umpire.order import Order
from tests.umpire.people import Data, Hand, Person, company_of
from tests.umpire.seating import Seating
from tests.umpire.shoe import Shoe

from bj.argument_values import Value
from bj.cards import rank_of
from bj.catalogue.limits import LARGEST_WAGER
from bj.compiler.compile import Compiled
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.record.events import HIDDEN, Event

LARGEST_SAID = p.VALUES // 2 - 1  # totals beyond this one look alike

SHOWN = {"show hands": {"player_table_hand", "dealer_table_hand"}, "show players": {"player_hand"}}
"""Steps that are recorded only if one of these events has a template."""


FOR_BOTH = (
    *("dealt", "dealt_down", "turn", "hits", "stands", "total", "busts", "bust_hand", "table_hand"),
    *("says", "standing", "kicked_out", "receives", "gives", "discards", "exchanges", "counts_as", "replays"),
)
"""Events that may have one text for both roles."""


def spell_out(output: Data) -> Data:
    """The templates of all events; a text for both roles is used for a role without its own."""
    roles = {f"{role}_{key}": key for role in ("player", "dealer") for key in FOR_BOTH if key in output}
    return {**{own: output[key] for own, key in roles.items()}, **output}


class Due(NamedTuple):
    """An event that must come next."""

    keys: tuple[str, ...]
    person: Person


class Game:
    """The part of a game that has been followed so far."""

    def __init__(self, data: Data, values: Mapping[str, Value], compiled: Compiled) -> None:
        said = spell_out(data["output"])
        self.data = {**data, "output": said}
        self.house = House(data)
        self.company = company_of(data, values)
        self.people = self.company.people
        silent = {step for step, keys in SHOWN.items() if keys.isdisjoint(said)}
        self.may_quit = any(each.is_asked for each in self.people)
        self.order = Order(data["procedure"], silent, may_leave=self.may_quit)
        self.seating = Seating(data, values, self.company)
        self.shoe = Shoe(data, values, compiled.table)
        self.unit = 10 ** data.get("money", {}).get("decimals", 0)
        self.minimum = compiled.table[t.MINIMUM_WAGER]
        self.maximum = compiled.table[t.MAXIMUM_WAGER]
        self.hands: list[Hand] = []
        """The players' hands on the table, in the order in which they are played."""
        self.is_open = False
        """Whether a hand is in progress: all wagers are made, and some are not settled."""
        self.has_begun = False
        """Whether a player has acted."""
        self.will_peek = False
        """Whether the dealer must still look for a natural."""
        self.insured: list[Hand] = []
        """The hands whose insurance is settled now that the dealer has looked."""
        self.leaving: Event | None = None
        """Whether a player has surrendered a hand, but the umpire does not know which one yet."""
        self.given_early: Hand | None = None
        """The hand that was surrendered before the first action and is not settled yet."""
        self.named: Hand | None = None
        """The hand announced for its settlement, if its player has several."""
        self.has_peeked = False
        """Whether the dealer has looked for a natural, and has none."""
        self.compared: Hand | None = None
        """The hand that was settled last by comparing cards."""
        self.said: tuple[Event, Hand] | None = None
        """The person who spoke last, and the hand that the words are about."""
        self.has_changed = False
        """Whether a power changed something before those words, which creates another occasion."""
        self.announced: int | None = None
        """The number of the hand that has been announced but has not begun."""
        self.roll: list[Person | Hand] = []
        """The persons that a list of all has not named yet."""
        self.calling = ""
        """The step that names all persons."""
        self.dealing: list[tuple[Hand, str]] = []
        """The persons who have not got all first cards, and how the next one is dealt."""
        self.due: Due | None = None
        self.was_due = False
        """Whether the current event was required."""
        self.given: tuple[int, tuple[str, ...]] = (0, ())
        """The amount that the house must put up, and the event that must follow."""

    def has_several(self, person: Person) -> bool:
        """Whether a player has several hands on the table."""
        return sum(hand.owner is person for hand in self.hands) > 1

    def must_be_named(self, key: str, person: Person) -> bool:
        """Whether an event must say which of a player's hands it is about."""
        always = ("player_insures", "insurance_won", "insurance_lost", "player_exchanges")
        return (key in always or key.startswith("side_bet")) and self.has_several(person)

    def begins_untold(self, hand: Hand) -> bool:
        """Whether a hand was announced because its turn begins, which no other event shows."""
        return self.waiting_hands()[:1] == [hand] and not self.is_said(hand, "turn")

    def named_or(self, hand: Hand) -> Hand:
        """The hand that was named last, or ``hand`` if none was."""
        named, self.named = self.named, None
        return named or hand

    def next(self, person: Person, *names: str) -> None:
        """Require that the next event is one of these, and about ``person``."""
        self.due = Due(tuple(f"{person.role}_{name}" for name in names), person)

    def call(self, step: str, everybody: Sequence[Person | Hand], person: Person) -> Person | Hand:
        """Follow an event that names one person in a list of all; return the person or the hand."""
        if not self.roll:
            self.order.enter(step)
            self.roll, self.calling = list(everybody), step
        assert self.calling == step, "two lists are mixed"
        named = self.roll.pop(0)
        assert person is (named.owner if isinstance(named, Hand) else named)
        return named

    def is_said(self, person: Person | Hand, *names: str) -> bool:
        """Whether one of these events has a text for persons in this role."""
        return any(f"{person.role}_{name}" in self.data["output"] for name in names)

    def show(self, card: int, *but: Person) -> None:
        """Show a card to all players who do not know it yet."""
        for seat in self.seating.watchers():
            if seat not in but:
                seat.see(rank_of(card))

    @property
    def dealer_hand(self) -> Hand:
        """The dealer's hand."""
        return self.seating.dealer.first_hand

    def every_hand(self) -> list[Hand]:
        """All hands on the table, the dealer's last."""
        return [*self.hands, self.dealer_hand]

    def waiting_hands(self) -> list[Hand]:
        """The players' hands that have not been played yet, in order."""
        return [hand for hand in self.hands if not hand.result]

    def acting_hand(self, person: Person) -> Hand:
        """The hand with which ``person`` acts now."""
        if person is self.seating.dealer:
            return self.dealer_hand
        waiting = self.waiting_hands()
        assert waiting, "no player has to act"
        assert waiting[0].owner is person, "it is another player's turn"
        return waiting[0]

    def pass_open_natural(self) -> None:
        """Allow no more actions if the dealer has looked at an open natural, which has no event."""
        raise NotImplementedError

    def begin_turns(self) -> None:
        """Check, when a person acts, that all naturals are paid."""
        raise NotImplementedError

    def purse(self, person: Person) -> int:
        """The money of a person that is not at stake in an open hand or in insurance."""
        at_stake = [
            hand.insured + (hand.own if hand.result != "settled" else 0)
            for hand in self.hands
            if hand.owner is person
        ]
        return person.bankroll - sum(at_stake) - self.open_stakes(person)

    def most_added(self, hand: Hand, amount: int) -> int:
        """The largest amount that can be added to a wager with the available money."""
        amount = amount if self.house.gives_credit else min(amount, max(0, self.purse(hand.owner)))
        return min(amount, LARGEST_WAGER - hand.wager)

    def open_stakes(self, person: Person | None = None) -> int:
        """The open stakes of ``person``, or of all persons, on side bets."""
        raise NotImplementedError

    def is_bet_on_dealer(self) -> bool:
        """Whether a side bet is waiting for cards of the dealer."""
        raise NotImplementedError

    def is_dealer_needed(self) -> bool:
        """Whether a wager depends on the dealer's cards, or any is open and the house always plays."""
        results = [hand.result for hand in self.hands]
        if "stands" in results or any(hand.insured for hand in self.hands) or self.is_bet_on_dealer():
            return True
        if "given up" in results and self.may_take_all():
            return True
        return self.house.always_plays and bool(set(results) - {"settled"})

    def may_take_all(self) -> bool:
        """Whether a natural for which the dealer has not looked can still beat surrendered hands."""
        counts = self.house.counts_dealer_natural and self.house.may_have_natural(self.dealer_hand)
        return counts and not self.has_peeked

    # --- lists of cards ------------------------------------------------------------------------------------

    def check_total(self, hand: Hand, event: Event) -> None:
        """Check that an event shows the total of a hand."""
        assert event.total == min(self.house.total(hand), LARGEST_SAID)

    def list_of_cards(self, hand: Hand, event: Event) -> None:
        """Check that a list of cards shows the hand as its owner sees it."""
        self.check_total(hand, event)
        assert event.cards == tuple(hand.cards)

    def own_hand(self, person: Person, event: Event) -> None:
        """Follow a list of a hand's cards after it took a card, or in a list of all players' hands."""
        if self.was_due:
            self.list_of_cards(self.acting_hand(person), event)
        else:
            hand = self.call("show players", self.hands, person)
            assert isinstance(hand, Hand)
            self.list_of_cards(hand, event)

    def table_hand(self, person: Person, event: Event) -> None:
        """Check a list of cards as the other persons see them: without the face-down ones."""
        hand = self.call(
            "show hands", [each for each in self.every_hand() if self.is_said(each, "table_hand")], person
        )
        assert isinstance(hand, Hand)
        self.check_total(hand, event)
        shown = [HIDDEN if at in hand.hidden else card for at, card in enumerate(hand.cards)]
        assert event.cards == tuple(shown)
