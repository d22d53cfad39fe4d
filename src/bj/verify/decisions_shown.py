"""The players' hands in a transcript: their totals and decisions."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from bj.cards import rank_of
from bj.engine.face.view import View
from bj.text.sentences import enumerate_words
from bj.verify.mismatch import Mismatch
from bj.verify.rulebook import without_role

ACTIONS = {
    "dealt": "draws",
    "hits": "draws",
    "doubles": "doubles",
    "splits": "splits",
    "surrenders": "surrenders",
    "total": "stands",
    "stands": "stands",
}
"""Maps events, without the role, to a person's actions."""


class ShownDecision(NamedTuple):
    """An action of a person that a transcript shows."""

    action: str
    """The action, one of those in ACTIONS."""
    is_soft: bool
    total: int


def total_shown(mismatch: Mismatch, person: int) -> int | None:
    """The total of a person's only hand, from its cards in the transcript; None if one is hidden."""
    own = [event for event in mismatch.since_deal if event.person == person]
    cards = mismatch.held_by(person)
    dealt = sum(event.card is not None and event.key != "hole_card" for event in own)
    is_split = any(event.part is not None or without_role(event.key) == "splits" for event in own)
    if not cards or is_split or dealt != len(cards):
        return None
    return View(mismatch.compiled.program, mismatch.compiled.table).total_with(person, cards)


def _is_soft(mismatch: Mismatch, person: int, total: int) -> bool:
    """Whether an ace counts high among the person's cards that are shown."""
    worths = mismatch.reference.checked.pack.worths
    return total > sum(min(worths[rank_of(card)]) for card in mismatch.held_by(person))


def decision_of(mismatch: Mismatch) -> ShownDecision | None:
    """The action that the line shows, with the total of the hand; None if either is unknown."""
    shown = mismatch.shown
    person = None if shown is None or without_role(shown.key) not in ACTIONS else shown.person
    if shown is None or person is None or person not in range(len(mismatch.compiled.persons)):
        return None
    total = total_shown(mismatch, person)
    is_soft = total is not None and _is_soft(mismatch, person, total)
    return None if total is None else ShownDecision(ACTIONS[without_role(shown.key)], is_soft, total)


def describe_decisions(decisions: Collection[ShownDecision]) -> str:
    """Actions with the totals of their hands.

    >>> describe_decisions([ShownDecision("draws", False, 17), ShownDecision("draws", True, 19)])
    'draws with 17 or soft 19'
    """
    by_action: dict[str, list[str]] = {}
    for action, is_soft, total in sorted(decisions):
        by_action.setdefault(action, []).append(f"{'soft ' if is_soft else ''}{total}")
    return " and ".join(
        f"{action} with {enumerate_words(totals, 'or')}" for action, totals in by_action.items()
    )
