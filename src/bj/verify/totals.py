"""The totals of hands in a transcript."""

from __future__ import annotations

from bj.cards import rank_of
from bj.engine.face.view import View
from bj.verify.chance import HAND_IS_OVER, events_from
from bj.verify.text import Text
from bj.verify.yardstick import Yardstick

HIGHEST = 35
"""The highest total that is taken from a transcript."""


def value_shown(yardstick: Yardstick, text: Text, at: int, view: View, card: int) -> int | None:
    """The value of a hand with its next card by the transcript: twice the total, plus 1 if it is soft.

    None if no line shows it before the hand gets another card.
    """
    chance = view.chance
    if chance is None or chance.person is None:
        return None
    held = [each.card for each in view.hands(chance.person)[view.asked_hand].cards]
    total = _total_shown(yardstick, text, at, chance.person, len(held) + 1)
    worths = [yardstick.checked.pack.worths[rank_of(each)] for each in (*held, card)]
    lowest = sum(map(min, worths))
    if total is None or not 0 < total <= HIGHEST:
        return None
    return 2 * total + any(total == lowest + max(worth) - min(worth) > lowest for worth in worths)


def _total_shown(yardstick: Yardstick, text: Text, at: int, person: int, cards: int) -> int | None:
    """The total in the next line about a person's hand of this many cards."""
    dealt = 0
    for event in events_from(yardstick, text, at):
        if event.key in HAND_IS_OVER:
            return None
        if event.person != person:
            continue
        dealt += event.card is not None
        if dealt > 1 or (event.cards is not None and len(event.cards) != cards):
            return None
        if event.total is not None:
            return event.total
    return None
