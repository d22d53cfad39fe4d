"""Describes a game from one person's point of view, without the cards that this person may not see."""

from __future__ import annotations

from typing import NamedTuple

from bj.cards import card_code
from bj.engine.face.view import Hand, View
from bj.ruleset.check import Checked


class SeenHand(NamedTuple):
    """A hand as the observer sees it. Between hands, it is the last hand that was dealt."""

    cards: tuple[str, ...]
    """The codes of the cards, such as ``9C``. A card that the observer cannot see is ``??``."""
    total: int | None
    """The total of the hand, or None if the observer cannot see all of its cards."""
    is_soft: bool | None
    """Whether the total is soft, or None if the observer cannot see all of the cards."""
    wager: int
    """The whole wager, including any amount added by doubling. The dealer's wager is 0."""
    is_doubled: bool
    insured: int
    """The insurance wager."""


class SeenPerson(NamedTuple):
    """A person at the table as the observer sees them."""

    name: str
    bankroll: int
    """The bankroll in the ruleset's smallest unit of money."""
    hands: tuple[SeenHand, ...]


class Observation(NamedTuple):
    """Everything that one person can see. Amounts are in the ruleset's smallest unit of money."""

    person: int
    """The index of the observer in ``State.persons``."""
    hand_number: int
    """The number of the current hand, starting at 1, or 0 before the first hand."""
    round_number: int
    """The number of the current round, starting at 1, or 0 if no round has begun."""
    minimum_wager: int
    """The minimum wager, in the smallest unit of money."""
    cards_left: int
    """The number of cards left in the shoe, or 0 if the shoe is infinite."""
    running_count: int
    """The observer's running count, or 0 if the observer's strategy does not count cards."""
    players: tuple[SeenPerson, ...]
    """The players in seat order, including the observer."""
    dealer: SeenPerson
    hole_cards: tuple[str, ...]
    """The dealer's face-down cards that a power reveals to the observer. Usually empty."""
    next_card: str | None
    """The next card in the shoe if a power reveals it to the observer, or else None."""
    own: SeenPerson
    """The observer as a person at the table, even after the observer has left."""


HIDDEN = "??"
"""The code that replaces a card that the observer cannot see."""


def observe(checked: Checked, persons: tuple[str, ...], view: View, observer: int) -> Observation:
    """Return what the person with the index ``observer`` can currently see of the game."""
    codes = checked.pack.codes

    def see_hand(hand: Hand, owner: int) -> SeenHand:
        hidden = [held.is_hidden and owner != observer for held in hand.cards]
        knows_all = not any(hidden)
        return SeenHand(
            tuple(
                HIDDEN if is_hidden else card_code(held.card, codes)
                for held, is_hidden in zip(hand.cards, hidden, strict=True)
            ),
            hand.total if knows_all else None,
            hand.is_soft if knows_all else None,
            hand.wager,
            hand.is_doubled,
            hand.insured,
        )

    def see_person(person: int) -> SeenPerson:
        hands = tuple(see_hand(hand, person) for hand in view.hands(person))
        return SeenPerson(persons[person], view.bankroll(person), hands)

    known = view.seen_by(observer)
    return Observation(
        observer,
        view.hand_number,
        view.round_number,
        view.minimum_wager,
        view.cards_left,
        view.count(observer),
        tuple(map(see_person, view.players)),
        see_person(view.dealer),
        tuple(card_code(card, codes) for card in known.hole_cards),
        None if known.next_card is None else card_code(known.next_card, codes),
        see_person(observer),
    )
