"""What an umpire knows of a game at any moment, and how everything that is said of it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tests.umpire.house import House
from tests.umpire.order import Order
from tests.umpire.people import Data, Person, company_of
from tests.umpire.seating import Seating
from tests.umpire.shoe import Shoe

from bj.arguments import Value
from bj.cards import rank_of
from bj.compiler.compile import Compiled
from bj.engine import program as p
from bj.record.events import HIDDEN, Event

LARGEST_SAID = p.VALUES // 2 - 1  # totals beyond are not told apart

SHOWN = {"show hands": {"player_table_hand", "dealer_table_hand"}, "show players": {"player_hand"}}
"""Steps that are told only if one of these events is said."""


FOR_BOTH = (
    *("dealt", "dealt_down", "turn", "hits", "stands", "total", "busts", "bust_hand", "table_hand"),
    *("says", "standing", "kicked_out"),
)
"""Texts for players and dealers."""


def spell_out(output: Data) -> Data:
    """What is said, with the texts for both roles as those of each role that has none of its own."""
    roles = {f"{role}_{key}": key for role in ("player", "dealer") for key in FOR_BOTH if key in output}
    return {**{own: output[key] for own, key in roles.items()}, **output}


class Due(NamedTuple):
    """An event that has to be the next one."""

    keys: tuple[str, ...]
    person: Person


class Game:
    """One game as far as it has been followed."""

    def __init__(self, data: Data, values: Mapping[str, Value], compiled: Compiled) -> None:
        said = spell_out(data["output"])
        self.data = {**data, "output": said}
        self.house = House(data)
        self.company = company_of(data, values)
        self.people = self.company.people
        silent = {step for step, keys in SHOWN.items() if keys.isdisjoint(said)}
        may_leave = any(each.is_asked for each in self.people)
        self.order = Order(data["procedure"], silent, may_leave=may_leave)
        self.seating = Seating(data, values, self.company)
        self.shoe = Shoe(data, values, compiled.table)
        self.unit = 10 ** data.get("money", {}).get("decimals", 0)
        self.is_open = False
        """Whether a hand is being played: all wagers are made, and not all of them are settled."""
        self.has_begun = False
        """Whether a player has acted."""
        self.compared: Person | None = None
        """Whose hand was settled last, by the cards."""
        self.said: Event | None = None
        """What somebody has just said."""
        self.announced: int | None = None
        """The number of the hand that has been announced and has not begun."""
        self.roll: list[Person] = []
        """Who is still named where all are, one after the other."""
        self.dealing: list[tuple[Person, str]] = []
        """Who is still dealt one of the first cards, and how."""
        self.due: Due | None = None
        self.was_due = False
        """Whether the event that is looked at had to come."""

    def next(self, person: Person, *names: str) -> None:
        """The next event has to be one of these, of a person."""
        self.due = Due(tuple(f"{person.role}_{name}" for name in names), person)

    def call(self, step: str, everybody: list[Person], person: Person) -> None:
        """Somebody is named in a step that names all of them, in their order."""
        if not self.roll:
            self.order.enter(step)
            self.roll = list(everybody)
        assert self.roll.pop(0) is person

    def is_said(self, person: Person, *names: str) -> bool:
        """Whether one of these events is said of people in this role."""
        return any(f"{person.role}_{name}" in self.data["output"] for name in names)

    def show(self, card: int, *but: Person) -> None:
        """Everybody who plays sees a card, but for those who know it."""
        for seat in self.seating.seats:
            if seat not in but:
                seat.see(rank_of(card))

    def waiting_hands(self) -> list[Person]:
        """The players who have still to act, in their order."""
        return [seat for seat in self.seating.seats if not seat.result]

    def is_dealer_needed(self) -> bool:
        """Whether a hand is left to be compared, or any is open and the house always plays."""
        results = [seat.result for seat in self.seating.seats]
        return "stands" in results or (self.house.always_plays and set(results) != {"settled"})

    # --- lists of cards ------------------------------------------------------------------------------------

    def list_of_cards(self, person: Person, event: Event) -> None:
        """A list of cards is the hand as its owner sees it."""
        assert event.total == min(self.house.total(person), LARGEST_SAID)
        assert event.cards == tuple(person.cards)

    def own_hand(self, person: Person, event: Event) -> None:
        """A hand after a card, or of all players one after the other."""
        if not self.was_due:
            self.call("show players", self.seating.seats, person)
        self.list_of_cards(person, event)

    def table_hand(self, person: Person, event: Event) -> None:
        """A hand as the table sees it: without the cards that lie face down."""
        everybody = [each for each in self.seating.everybody() if self.is_said(each, "table_hand")]
        self.call("show hands", everybody, person)
        assert event.total == min(self.house.total(person), LARGEST_SAID)
        shown = [HIDDEN if at in person.hidden else card for at, card in enumerate(person.cards)]
        assert event.cards == tuple(shown)
