"""Finds the step that prints a line, and the question that a line should ask."""

from __future__ import annotations

from bj.catalogue.events import EVENTS
from bj.faults_and_fixes import KeyPath
from bj.record.events import Event
from bj.verify.mismatch import Mismatch
from bj.verify.rulebook import without_role

QUESTIONS = {
    "wager": "is asked for a wager",
    "action": "is asked for an action",
    "insurance": "is asked about insurance",
    "surrender": "is asked about a surrender",
    "side_bet": "is asked about a side bet",
    "again": "is asked whether to continue",
}
"""Phrases for what a player is asked, for each section under [prompts]."""

FIRST_CARDS = 2
"""The number of cards in a hand before the first draw."""

STEPS_THAT_ASK = {
    "wager": ("take wagers",),
    "action": ("players act",),
    "insurance": ("offer insurance",),
    "surrender": ("offer surrender",),
    "side_bet": ("take side bets",),
    "again": ("ask again",),
}
"""The steps that ask the questions in each section under [prompts]."""


def asked(mismatch: Mismatch) -> list[str]:
    """Return which kinds of questions the expected text may belong to."""
    if mismatch.expected is not None:
        return []
    return [str(path[1]) for path, _ in mismatch.book.prompts(mismatch.halt.expected)]


def step_of(mismatch: Mismatch, event: Event | None) -> KeyPath:
    """Return the path of the step that prints an event or asks the expected question.

    Return an empty path if the step is unknown.
    """
    if event is not None and event.line is not None:
        return mismatch.compiled.lines[event.line][:-1]
    names = [name for section in asked(mismatch) for name in STEPS_THAT_ASK.get(section, ())]
    if event is not None and event.key in EVENTS:
        names = [*EVENTS[event.key].steps]
        if without_role(event.key) == "dealt" and not mismatch.is_dealing:
            names = ["dealer acts" if event.is_dealer else "players act"]
        elif event.cards is not None and len(event.cards) == FIRST_CARDS:
            names.reverse()  # a hand with only its first cards is shown before the first draw
    steps = [*mismatch.book.model.procedure.all_steps()]
    return next((path for name in names for path, step in steps if step.step == name), ())


def when(event: Event) -> str:
    """Describe an event in a phrase that starts in lowercase, to follow a colon."""
    means = EVENTS[event.key].means.partition(";")[0]
    return means[0].lower() + means[1:]
