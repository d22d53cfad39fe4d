"""Counts the cards that are left in the shoe at a difference."""

from __future__ import annotations

from contextlib import suppress

from bj.engine.face.driving import new_record
from bj.text.sentences import count_of
from bj.verify.decisions_shown import DEALT
from bj.verify.effort import ExhaustedError
from bj.verify.mismatch import Mismatch
from bj.verify.replay import Replay
from bj.verify.rulebook import without_role


def cards_left_at(mismatch: Mismatch) -> int | None:
    """Return how many cards are left before the last card that is drawn for the expected event.

    Such a card may be announced by the event, or be the card after which a person speaks. The hand is
    replayed with a record that has room for one event, so that the engine stops in the step of the expected
    event. Return None if there is no effort left for this.
    """
    replay = Replay(mismatch.reference, mismatch.text, mismatch.begin.copy())
    replay.record = new_record(1)
    with suppress(ExhaustedError):
        halt = replay.next_hand()
        events = () if halt.event is None else (halt.event, *halt.following)
        drawn = sum(without_role(event.key) in DEALT for event in events)
        return replay.view.cards_left + drawn + any(event.phrase is not None for event in events[:1])
    return None


def describe_cards_left(mismatch: Mismatch) -> str:
    """Return the number of cards left in words, or an empty string if it is unknown."""
    left = cards_left_at(mismatch) if mismatch.variants.plain.deals_from_shoe else None
    return "" if left is None else f"{count_of(left, 'card')} left"


def describe_shuffle(mismatch: Mismatch) -> str:
    """Describe a shuffle that is missing or extra, with the number of cards left.

    Return an empty string if the difference is about something else.
    """
    keys = [None if event is None else event.key for event in (mismatch.shown, mismatch.expected)]
    left = describe_cards_left(mismatch) if "shuffle" in keys and keys[0] != keys[1] else ""
    is_early = keys[0] == "shuffle"
    return f"the cards are {'' if is_early else 'not '}shuffled with {left}" if left else ""
