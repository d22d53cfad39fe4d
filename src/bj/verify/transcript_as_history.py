"""Converts a correct transcript to a history that, when printed, reproduces it byte for byte."""

from __future__ import annotations

from typing import NoReturn

from bj.errors import GameError, ReplayError, UsageError
from bj.session.controlled_game import State
from bj.session.game_plan import Plan
from bj.session.history_transcript import print_again
from bj.session.replayable_history import History
from bj.session.rigging import MOST_CARDS
from bj.verify.assignment import Assignment
from bj.verify.changed_games import Variants
from bj.verify.effort import ExhaustedError
from bj.verify.positions_and_halts import Answered, Position
from bj.verify.replay import Replay
from bj.verify.text import Text


def keep(assignment: Assignment, content: bytes) -> tuple[History, State]:
    """Convert a correct transcript to a history. Return the history, and the state at the end of the game.

    Raises UsageError if the transcript is wrong, or if a history cannot represent the game or reproduce the
    transcript exactly.
    """
    reference = Variants(assignment).plain
    if reference.leeway.free or reference.chance_bounds:
        _refuse("players decide by chance, but not as the seed determines")
    replay = Replay(reference, Text(content))
    try:
        is_right = replay.play_out().why == "over"
    except ExhaustedError:
        is_right = False
    if not is_right:
        _refuse("it does not follow the rules to its end")
    history = _history_of(assignment, replay.position)
    if len(history.plan.cards) > MOST_CARDS or len(history.plan.cuts) > MOST_CARDS:
        _refuse(f"it has more than {MOST_CARDS:,} cards or cuts")
    try:
        state = State.replay(history)
        printed = b"".join(print_again(history, state))
    except (GameError, ReplayError) as error:
        _refuse(f"its game cannot be replayed: {error}")
    if printed != content:
        _refuse("a history would print other bytes")
    return history, state


def _refuse(why: str) -> NoReturn:
    raise UsageError(f"the transcript cannot be kept as a history: {why}")


def _history_of(assignment: Assignment, position: Position) -> History:
    taken: dict[str, list[int]] = {"card": [], "cut": [], "decision": []}
    lines: list[str] = []
    link: Answered | None = position.answered
    while link is not None:
        if isinstance(link.value, str):
            lines.append(link.value)
        else:
            taken[link.kind].append(link.value)
        link = link.before
    cards, cuts, decisions = (tuple(reversed(numbers)) for numbers in taken.values())
    plan = Plan(assignment.rules.checked, assignment.values, assignment.seed, cards, cuts, assignment.rounds)
    typed = tuple(reversed(lines)) if decisions or position.is_left else None
    return History(
        plan,
        decisions,
        is_left=position.is_left,
        typed=typed,
        echo=assignment.answers is None and bool(typed),
    )
