"""Plays sample games for an assignment, in which players try each of their options in turn."""

from __future__ import annotations

from typing import NamedTuple

from bj.catalogue.events import PLAYER
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face.driving import Pause, answer, new_record, pause, take_events
from bj.engine.face.view import Kind, Stop, View
from bj.errors import BjError
from bj.record.events import read
from bj.record.transcript_lines import Script, render
from bj.ruleset.check import Checked
from bj.session.engine_errors import explain_stop
from bj.session.engines import PLAIN
from bj.verify.assignment import Assignment
from bj.verify.rounded_payouts import ROUNDS, broken_payouts, rounds
from bj.verify.rulebook import Rulebook

MOST_HANDS = 20
"""The number of hands after which players leave."""

MOST_STOPS = 5_000
"""The maximum number of times that the engine may stop in one game."""

COUNTS = frozenset(("counts",))
"""A pseudo-event for games in which a player counts cards."""

MOST_NUMBERS = 10_000_000
"""The maximum length of the record for a game."""


class SampleGame(NamedTuple):
    """The result of a sample game."""

    events: frozenset[str]
    """The keys of all events in the game."""
    hands: int
    cuts: tuple[int, ...]
    asks_people: bool
    """Whether the game asks people for decisions."""
    failure: str = ""
    """Why the game cannot continue, or an empty string if it ends as the rules say."""


def play_game(assignment: Assignment, seed: int) -> SampleGame:
    """Play an assignment's game with ``seed``."""
    compiled = compile_ruleset(assignment.rules.checked, assignment.values, seed, rounds=assignment.rounds)
    recorded, hands, asks_people, failure = play_out(compiled)
    happened = list(read(recorded, compiled.persons))
    cuts = tuple(event.cut for event in happened if event.cut is not None)
    kinds = frozenset(event.key for event in happened)
    kinds |= COUNTS if counts_cards(assignment) else frozenset()
    kinds |= ROUNDS if rounds(happened, broken_payouts(compiled)) else frozenset()
    return SampleGame(kinds, hands, cuts, asks_people, failure)


def sample_transcript(checked: Checked, run: Assignment, most: int = MOST_NUMBERS) -> str:
    """Return the transcript of the game ``run`` under the rules ``checked``.

    If the game cannot be played, return the error message instead.
    """
    try:
        compiled = compile_ruleset(checked, run.values, run.seed, rounds=run.rounds)
        recorded, *_ = play_out(compiled, most)
        return "".join(render(Script(checked, compiled), recorded))
    except BjError as error:
        return str(error)


def may_happen(assignment: Assignment) -> frozenset[str]:
    """Return which of COUNTS and ROUNDS may occur in an assignment."""
    compiled = compile_ruleset(assignment.rules.checked, assignment.values, assignment.seed)
    rules = assignment.rules.checked.model.rules
    may_surrender = any(rules.condition(key) is not None for key in ("surrender", "early_surrender"))
    may_round = bool(broken_payouts(compiled).keys() - (() if may_surrender else {"lost_by_surrender"}))
    return (COUNTS if counts_cards(assignment) else frozenset()) | (ROUNDS if may_round else frozenset())


def play_out(compiled: Compiled, most: int = MOST_NUMBERS) -> tuple[list[int], int, bool, str]:
    """Play a whole game.

    Return its record, the number of hands, whether people were asked for decisions, and the error message if
    the game cannot continue. The game stops once the record exceeds ``most`` numbers.
    """
    table, events = compiled.table.copy(), new_record(4096)
    pause(table, Pause.HANDS)
    view = View(compiled.program, table)
    recorded: list[int] = []
    hands = set[tuple[int, int]]()
    asks_people = False
    failure = ""
    for stop in range(MOST_STOPS):
        status = PLAIN.play(compiled.program, table, events)
        recorded += take_events(events)
        asks_people |= status == Stop.DECISION
        if view.hand_number:
            hands.add((view.round_number, view.hand_number))
        if status == Stop.DECISION and view.hand_number <= MOST_HANDS:
            _answer(compiled, view, table, stop)
        elif status not in (Stop.EVENTS_FULL, Stop.PAUSED) or len(recorded) > most:
            if status in (Stop.FAULTY, Stop.OUT_OF_CARDS):
                failure = explain_stop(status, view, compiled.persons, compiled.decimals, compiled.described)
            break
    return recorded, len(hands), asks_people, failure


def counts_cards(assignment: Assignment) -> bool:
    """Return whether any player in an assignment counts cards."""
    book = Rulebook(assignment.rules, assignment.values)
    compiled = compile_ruleset(assignment.rules.checked, assignment.values, assignment.seed)
    players = (name for name, role in zip(compiled.persons, compiled.roles, strict=True) if role == PLAYER)
    strategies = assignment.rules.checked.model.strategies
    owners = (book.strategy(name, "count") for name in players)
    return any(len(path) > 1 and strategies[str(path[1])].count is not None for path in owners)


def _answer(compiled: Compiled, view: View, table: list[int], stop: int) -> None:
    """Answer the current question.

    ``stop``, the number of earlier stops, determines which option to choose.
    """
    question = view.question
    if question is None:
        return
    if question.kind == Kind.WAGER:
        least = max(question.wagers.start, min(10**compiled.decimals, max(question.wagers.stop - 1, 0)))
        answer(table, least)
    elif question.kind == Kind.AGAIN:
        answer(table, int(view.hand_number < MOST_HANDS))
    else:
        replies = question.actions or ((question.wagers.start, 0) if question.wagers else (1, 0))
        answer(table, replies[stop % len(replies)])
