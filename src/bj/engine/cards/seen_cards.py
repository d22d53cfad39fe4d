"""Counts, by rank, the cards that an observer has seen since the last shuffle.

Observers exist only in environments.
"""

from __future__ import annotations

from bj.cards import MOST_RANKS
from bj.catalogue import events as e

from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function


@engine_function
def note_seen(program: Ints, table: Ints, card: int) -> None:
    """Count a card that the observer sees."""
    table[t.SEEN + program[p.RANK_OF + (card & e.CARD_MASK)]] += 1


@engine_function
def note_seen_in(program: Ints, table: Ints, hand: int) -> None:
    """Count the face-up cards in a hand."""
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        if table[at] < t.FACE_DOWN:
            note_seen(program, table, table[at])


@engine_function
def forget_seen(table: Ints) -> None:
    """Reset all counts to 0."""
    for rank in range(MOST_RANKS):
        table[t.SEEN + rank] = 0
