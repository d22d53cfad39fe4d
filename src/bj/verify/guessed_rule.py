"""Guesses which rule is broken if no edit explains a difference."""

from __future__ import annotations

from typing import NamedTuple

from bj.catalogue.events import DEALER, EVENTS
from bj.faults_and_fixes import KeyPath
from bj.record.events import Event
from bj.ruleset.suggestions import shorten
from bj.verify.deviation_names import NATURALS, OUTCOMES
from bj.verify.expected_step_and_question import when
from bj.verify.findings import WORDING
from bj.verify.matching import differing
from bj.verify.message_texts import (
    ACCEPTED,
    LINE_MISSING,
    OTHER_WORDING,
    OUT_OF_TURN,
    QUESTION_MISSING,
    RAN_OUT,
    RESULT_FIRST,
    WRONG_LIMIT,
    WRONG_SHUFFLE,
    WRONG_TOTAL,
)
from bj.verify.positions_and_halts import Halt
from bj.verify.rulebook import Rulebook, without_role
from bj.verify.text import Text
from bj.verify.wording_differences import is_like


class FallbackRule(NamedTuple):
    """A rule that the program probably violates, for a difference without a known cause."""

    kind: str
    rule: KeyPath
    message: str


DECISIONS = {"hits", "stands", "dealt", "total", "busts", "hand", "bust_hand", "doubles", "turn"}
"""Events that may follow a decision about a hand, as keys without the role prefix."""

GOING_ON = DECISIONS - {"busts", "bust_hand"} | {"hole_card"}
"""Events that show that a hand goes on, as keys without the role prefix."""

SETTLED = {**OUTCOMES, "paid": "win", "collected": "win"}
"""The key in [payouts] for each event that settles a hand, pays it, or collects its wager."""

SECTIONS = {
    "kicked_out": ("procedure", "round"),
    "standing": ("procedure", "game"),
    "victory": ("procedure", "game"),
    "hand": ("procedure", "game"),
    "shuffle": ("shoe", "reshuffle_when"),
    "cards_used_up": ("shoe", "when_empty"),
}
"""The rules that cause events between hands, by the key of the event without the role prefix."""


EMPTY = "the transcript is empty"
OR_MISSING = f"{EMPTY}, or missing"
BREAKS_OFF = "the game breaks off"
CRASHES = "the program stops with an error"
ENDS_TOO_SOON = "the transcript ends too soon"
STOPPED = "the program was stopped"
"""The start of messages about a transcript without any lines, or without the end of the game."""

QUIT: KeyPath = ("prompts", "wager", "quit")
"""The path of the answer that ends the game."""


def rule_of_ending(
    book: Rulebook, event: Event | None, text: Text, replaced: str | None = None
) -> FallbackRule:
    """Return the rule that is broken if a transcript ends before ``event``.

    If the transcript ends with a wrong line, ``replaced`` is the line that was expected instead.
    """
    is_last = event is not None and without_role(event.key) in ("standing", "victory") and not text.loop
    path = book.output(event) if event is not None and is_last else ("procedure", "game")
    if text.loop:
        lines = text.loop.count("\n")
        message = f"the same {'line is' if lines == 1 else f'{lines} lines are'} printed again and again"
        said = [line for line in text.loop.splitlines() if line.strip()]
        message += f", up to `{shorten(said[-1])}`" if len({*said}) > 1 else ""
        quits = str(book.model.prompts.wager.quit)
        if any(book.split_question(line)[1] == quits for line in said):
            path, message = QUIT, f"the answer `{quits}` should end the game, but {message}"
    elif replaced is not None and is_last and is_like(replaced, text.last_line):
        return FallbackRule(WORDING, path, OTHER_WORDING)
    elif replaced is not None:
        how = f"{CRASHES}," if text.ends_with_error else f"{BREAKS_OFF} with"
        message = f"{how} `{shorten(text.last_line)}`"
    else:
        where = f"{'in' if text.has_no_end else 'after'} line {text.last_number}"
        missing = EMPTY if text.stopped else OR_MISSING
        message = f"{ENDS_TOO_SOON}, {where}" if text.end else missing
    return FallbackRule("ending", path, "; ".join(filter(None, (message, why_stopped(text)))))


def why_stopped(text: Text) -> str:
    """Return a sentence that says why the program was stopped, or an empty string if it was not."""
    return f"{STOPPED}: {text.stopped}" if text.stopped else ""


NATURAL_MISTAKEN = "a natural is mistaken for another hand, or another hand for a natural"
"""The message for an unexplained hand that is wrongly treated as a natural, or a natural that is not treated
as one.
"""

ANOTHER_GAME = FallbackRule(
    "ending", ("procedure", "game"), "another game begins in the same transcript after the end of this one"
)
"""The rule that is broken if a transcript contains several games."""


def fallback_rule(book: Rulebook, halt: Halt, shown: Event | None) -> FallbackRule:
    """Return the rule that a difference probably breaks. ``shown`` is the event on the actual line."""
    event = halt.event
    if halt.fault:
        return FallbackRule(
            "ending", ("procedure", "game"), "the game cannot continue here, but the transcript does"
        )
    if shown is not None and shown.key in NATURALS:
        if event is not None and event.cards is not None:
            return FallbackRule("order", ("procedure", "hand"), RESULT_FIRST)
        return FallbackRule("natural", ("payouts", "natural"), NATURAL_MISTAKEN)
    if event is None:
        if halt.expected:
            path, _ = next(book.prompts(halt.expected), (("prompts", "ask"), None))
            message = ACCEPTED if path[-1] != "ask" else QUESTION_MISSING
            return FallbackRule("prompt", path[:2], message)
        return FallbackRule(
            "ending", ("procedure", "game"), "the game is over here, but the transcript continues"
        )
    if event.key == "cut":
        if shown is not None and shown.key == "cut":
            return FallbackRule("shuffle", ("shoe", "shuffle"), "the cut is wrong")
        return FallbackRule("shuffle", ("shoe", "shuffle", "cuts"), "the number of cuts is wrong")
    if shown is None:
        return FallbackRule("unknown line", book.output(event), "no line of this game looks like this")
    if shown.key == event.key and shown.person in (None, event.person):
        return _rule_of_field(book, halt, event, shown)
    return _rule_of_order(book, halt, event, shown)


def _rule_of_field(book: Rulebook, halt: Halt, event: Event, shown: Event) -> FallbackRule:
    """Return the rule that is broken if the line shows the expected event with wrong values."""
    wrong = differing(event, shown)
    if not wrong:
        return FallbackRule(WORDING, book.output(event), "the line is worded differently")
    if "card" in wrong or "cards" in wrong:
        return FallbackRule("shuffle", ("shoe", "shuffle"), "the card is not the next one in the shoe")
    if "cut" in wrong:
        return FallbackRule("shuffle", ("shoe", "shuffle"), "the cut is wrong")
    if "wager" in wrong:
        return FallbackRule("wager", book.strategy(event.name, "wager"), "the wager is wrong")
    if "total" in wrong:
        return FallbackRule("total", ("cards", "ranks"), WRONG_TOTAL)
    if "bankroll" in wrong or "amount" in wrong:
        last = next((SETTLED[each.key] for each in reversed(halt.before) if each.key in SETTLED), "")
        if not last:
            return FallbackRule(
                "payout", book.output(event), "the money has changed, but no hand was settled"
            )
        return FallbackRule("payout", ("payouts", last), "the amount is wrong")
    if "hand" in wrong:
        return FallbackRule("number", book.output(event), "a number is wrong")
    return FallbackRule("order", SECTIONS.get(without_role(event.key), ("procedure",)), OUT_OF_TURN)


def _rule_of_order(book: Rulebook, halt: Halt, event: Event, shown: Event) -> FallbackRule:
    """Return the rule that is broken if the line shows a different event from the expected one."""
    keys = {event.key, shown.key}
    if keys & {"player_natural", "naturals_push"}:
        return FallbackRule(
            "natural",
            ("payouts", "natural"),
            NATURAL_MISTAKEN,
        )
    if shown.key == "cards_used_up":
        return FallbackRule("order", SECTIONS[shown.key], RAN_OUT)
    if "shuffle" in keys:
        return FallbackRule("shuffle", ("shoe", "reshuffle_when"), WRONG_SHUFFLE)
    if keys & {"player_says", "dealer_says"}:
        return FallbackRule("power", ("powers",), "{shown} reacts against the rule, or does not react")
    name, is_dealer = event.name, event.key.startswith(f"{DEALER}_")
    if without_role(shown.key) == "busts" and event.key in SETTLED:
        return FallbackRule("rule", ("rules", "target"), WRONG_LIMIT)
    goes_on = without_role(shown.key) in GOING_ON and (shown.person == event.person or shown.is_dealer)
    if without_role(event.key) == "busts" and goes_on:
        return FallbackRule("rule", ("rules", "target"), WRONG_LIMIT)
    if "hand" not in keys and {without_role(key) for key in keys} <= DECISIONS | set(SETTLED):
        if is_dealer and shown.key.startswith(f"{DEALER}_"):
            return FallbackRule("dealer", ("dealer", "draws"), "the dealer draws or stands against the rule")
        if not is_dealer and without_role(event.key) in DECISIONS and shown.person in (None, event.person):
            rule = book.strategy(name, "chart")
            return FallbackRule("action", rule, "the player draws or stands against the strategy")
    if event.key in SETTLED and shown.key in SETTLED:
        payout = "tie" if "push" in keys else "win"
        return FallbackRule("outcome", ("payouts", payout), "the outcome of the hand is wrong")
    if event.key == "hand" and without_role(shown.key) in ("standing", "victory"):
        return FallbackRule("order", section_of(book, event), f"hand {event.hand} is not played")
    missing = f"{LINE_MISSING} before this one: {when(event)}" if event.key in EVENTS else LINE_MISSING
    return FallbackRule("order", section_of(book, event, shown), missing)


def section_of(book: Rulebook, *events: Event) -> KeyPath:
    """Return the rule that causes the first of ``events`` that is not part of playing a hand.

    If all events are part of playing a hand, return the path of the hand's steps.
    """
    for key in (without_role(event.key) for event in events):
        if key == "standing" and "announce standings" in [
            step.step for step in book.model.procedure.round or ()
        ]:
            return ("procedure", "round")
        if key in SECTIONS:
            return SECTIONS[key]
    return ("procedure", "hand")
