"""Cards that only the person asked has seen."""

from __future__ import annotations

from bj.cards import card_code
from bj.engine.face.view import View
from bj.ruleset.check import Checked


def secrets_of(checked: Checked, view: View, person: int) -> list[str]:
    """The cards that ``person`` alone has seen, in words."""
    codes, seen = checked.pack.codes, view.seen_by(person)
    cards = [f"the hole card: {card_code(card, codes)}" for card in seen.hole_cards]
    if seen.next_card is not None:
        cards.append(f"the next card: {card_code(seen.next_card, codes)}")
    return cards
