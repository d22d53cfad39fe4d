"""Explains why a game cannot continue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from bj.catalogue.actions import ACTIONS
from bj.catalogue.limits import MOST_HELD
from bj.catalogue.steps import STEPS
from bj.engine.face.view import GameFault, Reason, Stop, View
from bj.record.transcript_lines import format_amount

TEXTS: Mapping[Reason, str] = {
    Reason.DIVISION_BY_ZERO: "{place}an expression divides by zero",
    Reason.NUMBER_TOO_LARGE: "{place}a number is too large",
    Reason.NO_ACTION: 'no rule in {name}\'s strategy applies; end the rules with `{{ do = "stand" }}`',
    Reason.ENDLESS_REACTION: "the reactions of {name} would never end: {what}",
    Reason.TOO_MANY_QUESTIONS: "{name} is asked too often: {what}",
    Reason.ENDLESS_HAND: "the shoe never has enough cards for this hand; use more packs",
    Reason.HAND_FULL: f"{{name}} is dealt more than {MOST_HELD} cards",
    Reason.RECORD_FULL: "too many events at once to record",
    Reason.IMPOSSIBLE_CARD: "{value} is not the number of a card",
    Reason.IMPOSSIBLE_CUT: "a cut lifts {value} cards, but the shoe has {cards}",
}
"""Message templates for most reasons why the engine stops. ``explain_stop`` formats the others itself."""


def name_hand(number: int) -> str:
    """Return "hand" and its number, or "before the first hand" if the number is 0."""
    return f"hand {number}" if number else "before the first hand"


def explain_stop(
    status: int,
    view: View,
    persons: Sequence[str],
    decimals: int,
    described: Mapping[int, str],
) -> str:
    """Return an error message that explains why the engine stopped.

    ``described`` maps the indices of reactions and formulas to their descriptions.
    """
    hand = name_hand(view.hand_number)
    fault = view.fault
    if fault is None:
        if status == Stop.OUT_OF_CARDS:
            return f"{hand}: the shoe is out of cards; reshuffle earlier, or use more packs"
        raise ValueError(status)
    reason, person, value = fault
    name = "a formula" if person is None else persons[person]
    amount = partial(format_amount, decimals=decimals)
    if reason == Reason.WAGER_TOO_SMALL:
        least = amount(view.minimum_wager)
        return f"{hand}: {name} wagers {amount(value)}, less than the minimum of {least}"
    if reason == Reason.WAGER_TOO_LARGE and value > view.maximum_wager:
        most = amount(view.maximum_wager)
        return f"{hand}: {name} wagers {amount(value)}, more than the maximum of {most}"
    if reason == Reason.WAGER_TOO_LARGE and person is not None:
        bankroll = amount(view.bankroll(person))
        remedy = "; `sit_out = true` in [rules] lets players who cannot afford it sit out"
        message = f"{hand}: {name} wagers {amount(value)} with a bankroll of {bankroll}"
        return message + remedy if len(view.players) > 1 else message
    if reason == Reason.TOO_MUCH_WORK:
        return f"{hand}: this hand takes too much work to play{_find_work(fault, view, persons, described)}"
    if reason == Reason.ENDLESS_ROUNDS:
        return f"round {view.round_number}: the game would never end, because its rounds have no hands"
    if reason == Reason.ILLEGAL_ACTION:
        action = next((word for word, row in ACTIONS.items() if row.number == value), "do that")
        return f"{hand}: {name} cannot {action}"
    step = _find_step(view)
    place = f"in the step `{step}`, " if step else ""
    text = TEXTS[reason].format(
        name=name, value=value, what=described.get(value, ""), place=place, cards=view.shoe_size
    )
    return f"{hand}: {text}"


def _find_work(fault: GameFault, view: View, persons: Sequence[str], described: Mapping[int, str]) -> str:
    """Return a suffix that names what caused too much work: a reaction, a strategy, a formula or a step."""
    what = described.get(fault.value, "")
    if fault.person is not None:
        name = persons[fault.person]
        return f": the reactions of {name}: {what}" if what else f": the strategy of {name}"
    if what:
        return f": {what}"
    step = _find_step(view)
    return f": the step `{step}`" if step else ""


def _find_step(view: View) -> str:
    """Return the name of the step in which the engine stopped.

    Returns an empty string if the step has no name in rulesets.
    """
    return next((word for word, row in STEPS.items() if row.number == view.operation), "")
