"""The bookkeeping of cards that come from a transcript: no pack has more of a card than it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from bj.record.events import Event
from bj.ruleset.room import packs_for
from bj.ruleset.templates import Field
from bj.verify.text import Text
from bj.verify.yardstick import Yardstick

TELLING = ("player_dealt", "dealer_dealt", "hole_card")
"""Events that tell each card of a deal once."""


class Surplus(NamedTuple):
    """A card that is dealt more often than the shoe has it."""

    at: int
    """The character at which its line begins."""
    hand: int
    event: Event


def find_surplus(yardstick: Yardstick, text: Text, seats: int) -> Iterator[Surplus]:
    """The cards that are dealt too often between two shuffles, where lines tell cards and shuffles."""
    packs = packs_for(yardstick.checked.model, seats)
    said = yardstick.checked.said
    if packs is None or "shuffle" not in said or not all(_tells_card(yardstick, key) for key in TELLING):
        return
    there = Counter({card: packs * copies for card, copies in yardstick.checked.pack.copies.items()})
    dealt: Counter[int] = Counter()
    at = hand = 0
    while at < text.end:
        event = _event_at(yardstick, text, at)
        if event is not None and event.key == "shuffle":
            dealt.clear()
        elif event is not None and event.key == "hand":
            hand = event.hand or hand + 1
        elif event is not None and event.card is not None and event.key in TELLING:
            dealt[event.card] += 1
            if dealt[event.card] > there[event.card]:
                yield Surplus(at, hand, event)
        at = text.after_line(at)


def _event_at(yardstick: Yardstick, text: Text, at: int) -> Event | None:
    """What a line tells, if it is a line of the game."""
    readings = yardstick.language.events_at(text.content, at)
    return readings[0][0] if readings else None


def _tells_card(yardstick: Yardstick, key: str) -> bool:
    """Whether the line of an event tells a card with rank and suit."""
    template = yardstick.checked.said.get(key)
    fields = {piece.name for piece in template.pieces if isinstance(piece, Field)} if template else set()
    return "card" in fields or {"rank", "suit"} <= fields
