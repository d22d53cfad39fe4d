"""What a program may do that no ruleset can say: it happens between two steps of the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from bj.engine.driving import correct_count, correct_upcard, move_in_shoe, renew_shoe, uncount
from bj.engine.view import View
from bj.record.events import Event, read
from bj.verify.yardstick import Yardstick

NEW_ORDER = "new order"
"""The pack is put back in new order before every shuffle."""

NO_RESET = "no reset"
"""The next card after a shuffle is at the place in the shoe where it was before."""

COUNTS = {
    "dealer's cards": "the dealer's cards are not counted",
    "hole card": "the hole card is not counted",
    "upcard": "the dealer's upcard is not counted",
    "dealer's draws": "cards that the dealer draws are not counted",
    "own cards": "the player's own cards are not counted",
    "own draws": "cards that the player draws are not counted",
    "first cards": "the player's first cards are not counted",
    "count kept": "the count does not begin anew after a shuffle",
}
"""What a player who counts may miss."""


PEEKS = "hole card seen"
"""The players look at the hole card instead of the upcard."""

NO_TRACE = frozenset(("dealer's cards", "hole card"))
"""Hooks for which the hole card is not counted."""


def watches_steps(yardstick: Yardstick) -> bool:
    """Whether something happens after single steps."""
    return not yardstick.hooks.isdisjoint((*COUNTS, PEEKS, NO_RESET))


def before_cut(yardstick: Yardstick, table: list[int], recorded: Sequence[int]) -> None:
    """Let happen what happens before the first cut of a shuffle."""
    if NEW_ORDER in yardstick.hooks:
        events = list(read(recorded, yardstick.compiled.persons))
        if events and events[-1].key == "shuffle":
            renew_shoe(table, yardstick.compiled.table)


class Before(NamedTuple):
    """What was so before a step."""

    seen: int = 0
    """How much of the record of the hand there was."""
    counts: tuple[int, ...] = ()
    """What everybody had counted."""
    dealt: int = 0
    """How many cards of the shoe had been dealt."""


def after_step(yardstick: Yardstick, table: list[int], hand: Sequence[int], last: Before) -> Before:
    """Let happen what happens after a step, in which the record of the ``hand`` has grown."""
    seen, counts = last.seen, last.counts or (0,) * len(yardstick.compiled.persons)
    hooks, compiled = yardstick.hooks, yardstick.compiled
    before = list(read(hand[:seen], compiled.persons))
    dealt = Counter(event.key for event in before)
    view = View(compiled.program, table)
    for event in read(hand[seen:], compiled.persons):
        if event.key == "shuffle" and "count kept" in hooks:
            for person in view.players:
                correct_count(table, person, counts[person])
        if event.key == "shuffle" and NO_RESET in hooks:
            move_in_shoe(table, last.dealt)
        if event.card is not None and _is_missed(event, hooks, dealt[event.key]):
            for person in view.players:
                uncount(compiled.program, table, person, event.card)
        if event.key == "dealer_dealt_down" and event.card is not None and PEEKS in hooks:
            correct_upcard(compiled.program, table, event.card)
        dealt[event.key] += 1
    persons = range(len(yardstick.compiled.persons))
    return Before(len(hand), tuple(map(view.count, persons)), view.shoe_size - view.cards_left)


def _is_missed(event: Event, hooks: Collection[str], before: int) -> bool:
    """Whether nobody counts the card of an event, of whose kind there were so many in the hand."""
    if event.key == "hole_card":
        return not NO_TRACE.isdisjoint(hooks)
    if event.key == "player_dealt":
        return "own cards" in hooks or ("own draws" if before > 1 else "first cards") in hooks
    if event.key == "dealer_dealt":
        return "dealer's cards" in hooks or ("dealer's draws" if before else "upcard") in hooks
    return False
