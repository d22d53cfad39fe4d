"""The game as one person sees it: the person's own cards, the face-up cards of others, and the money."""

from __future__ import annotations

from typing import NamedTuple

from bj.cards import card_code
from bj.engine.face.view import Hand, View
from bj.ruleset.check import Checked


class SeenHand(NamedTuple):
    """A hand as one person sees it. Between hands, the previous hand is shown until the next deal."""

    cards: tuple[str, ...]
    """The codes of the cards, such as ``9C``. A card that the person does not see is ``??``."""
    total: int | None
    """The total of the hand, or None if the person does not see all cards."""
    is_soft: bool | None
    """Whether the total is soft, or None if the person does not see all cards."""
    wager: int
    """The whole wager, including the part from doubling. It is 0 for the dealer."""
    is_doubled: bool
    insured: int
    """The stake of the insurance bet."""


class SeenPerson(NamedTuple):
    """A person at the table, as seen by another person."""

    name: str
    bankroll: int
    """The person's bankroll, in smallest units of money."""
    hands: tuple[SeenHand, ...]


class Observation(NamedTuple):
    """Everything that one person sees. Money is in the smallest unit of the ruleset."""

    person: int
    """The observer, as an index into ``State.persons``."""
    hand_number: int
    """The number of the hand, from 1, or 0 before the first hand."""
    round_number: int
    """The number of the round, from 1. It is 0 before the first round and in games without rounds."""
    minimum_wager: int
    """The minimum wager, in smallest units of money."""
    cards_left: int
    """The number of cards left in the shoe, or 0 for an infinite shoe."""
    running_count: int
    """The observer's running count, or 0 if the observer's strategy does not count cards."""
    players: tuple[SeenPerson, ...]
    """The players in seat order, including the observer."""
    dealer: SeenPerson
    hole_cards: tuple[str, ...]
    """The dealer's face-down cards if a power lets the observer see them, and otherwise no cards."""
    next_card: str | None
    """The next card of the shoe if a power lets the observer see it, and otherwise None."""
    own: SeenPerson
    """The observer, who may have left the table."""


HIDDEN = "??"
"""The code of a card that the observer does not see."""


def observe(checked: Checked, persons: tuple[str, ...], view: View, observer: int) -> Observation:
    """Describe the game as the person with the index ``observer`` sees it now."""
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
