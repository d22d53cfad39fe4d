"""Finds cards that a transcript deals more often than the shoe contains them."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from bj.catalogue.effects import EFFECTS
from bj.record.events import HIDDEN, Event
from bj.ruleset.shoe_size import packs_for
from bj.ruleset.templates import TemplateField
from bj.verify.reference_game import ReferenceGame
from bj.verify.text import Text

TELLING = ("player_dealt", "dealer_dealt", "hole_card")
"""Events that show every dealt card exactly once."""


class Surplus(NamedTuple):
    """A card that was dealt more often than the shoe contains it."""

    at: int
    """The offset of the card's line."""
    hand: int
    card: int
    is_early: bool = False
    """Whether the card was dealt in an earlier round, and cannot be back in the shoe yet."""
    left: int = 0
    """The number of cards left in the shoe before this round, if no card has been dealt twice by then."""


def find_surplus(
    reference: ReferenceGame, text: Text, seats: int, shuffled: Collection[int], end: int
) -> Iterator[Surplus]:
    """Find cards that are dealt too often between two shuffles, or in one round.

    If no line announces shuffles, ``shuffled`` lists the offsets of the rounds that begin with a shuffle, up
    to the offset ``end``. If powers can move cards, no card is found, because a card that was put back may be
    dealt again.
    """
    packs = packs_for(reference.checked.model, seats)
    moves = any(EFFECTS[reaction.do].moves_cards for _, reaction in reference.checked.model.all_reactions())
    if packs is None or moves:
        return
    there = Counter({card: packs * copies for card, copies in reference.checked.pack.copies.items()})
    if "shuffle" not in reference.checked.texts:
        yield from _find_in_rounds(reference, text, there, sorted(shuffled), end)
    elif all(_shows_card(reference, key) for key in TELLING):
        yield from _find_in_deals(reference, text, there)


def _find_in_rounds(
    reference: ReferenceGame, text: Text, there: Counter[int], shuffled: list[int], end: int
) -> Iterator[Surplus]:
    """Find cards that appear too often in lines that list whole hands, between two shuffles.

    If the rules allow splits, no card is found.
    """
    if reference.checked.model.rules.may_ever("split"):
        return
    held: dict[tuple[int | None, int], int] = {}
    before = Counter[int]()
    at = rounds = shuffles = 0
    found, is_new = [0, 0], True
    while at < text.end:
        event = _event_at(reference, text, at)
        if event is not None and event.key == "player_bets":
            if is_new:
                before.update(held.values())
                if bisect(shuffled, at) > shuffles or at > end:
                    before.clear()
                rounds, shuffles = rounds + 1, bisect(shuffled, at)
            is_new = False
            held.clear()
        elif event is not None and event.cards is not None:
            is_new = True
            held |= {(event.person, place): card for place, card in enumerate(event.cards) if card != HIDDEN}
            now = Counter(held.values())
            is_early, surplus = not now - there, now + before - there
            if found[is_early] < rounds and surplus:
                found[is_early] = rounds
                yield Surplus(at, rounds, [*surplus][-1], is_early, (there - before).total())
        at = text.after_line(at)


def _find_in_deals(reference: ReferenceGame, text: Text, there: Counter[int]) -> Iterator[Surplus]:
    """Find cards that appear too often in lines about single cards, between two shuffles."""
    dealt: Counter[int] = Counter()
    at = hand = 0
    while at < text.end:
        event = _event_at(reference, text, at)
        if event is not None and event.key == "shuffle":
            dealt.clear()
        elif event is not None and event.key == "hand":
            hand = event.hand or hand + 1
        elif event is not None and event.card is not None and event.key in TELLING:
            dealt[event.card] += 1
            if dealt[event.card] > there[event.card]:
                yield Surplus(at, hand, event.card)
        at = text.after_line(at)


def _event_at(reference: ReferenceGame, text: Text, at: int) -> Event | None:
    """The event that prints the line at an offset; None if it is not a line of the game."""
    readings = reference.language.events_at(text, at)
    return readings[0][0] if readings else None


def _shows_card(reference: ReferenceGame, key: str) -> bool:
    """Whether the line of an event shows a card with both rank and suit."""
    template = reference.checked.texts.get(key)
    pieces = template.pieces if template else ()
    fields = {piece.name for piece in pieces if isinstance(piece, TemplateField)}
    return "card" in fields or {"rank", "suit"} <= fields
