"""Playing games inside a test, without a command line around them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from bj.argument_values import Value
from bj.catalogue import actions as a
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face import driving
from bj.engine.face.driving import QUIT
from bj.engine.face.view import Kind, Stop, View
from bj.engine.layout.plain_or_compiled import Ints
from bj.record.transcript_lines import Script
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset, shipped_rulesets
from bj.session.engines import PLAIN, Engine
from bj.session.game import Game
from bj.session.stepping import EVENTS, Given, Stepper

OWN = [name for name in shipped_rulesets() if "/" not in name]
"""The shipped rulesets, except tables that are small overlays of another one."""

DIFFERENT = [
    *OWN,
    *("casino/european", "casino/push_22", "side_bets/progressive"),
    *(f"variants/{name}" for name in ("blackjack_switch", "free_bet", "palio", "pontoon", "vingt_et_un")),
]
"""One of each kind: the other shipped rulesets change only payouts, packs and allowances of these."""


@functools.cache
def shipped(name: str) -> Checked:
    """The shipped ruleset of this name."""
    return load_ruleset(find_ruleset(name))


def transcript(
    checked: Checked, values: Mapping[str, Value], seed: int = 0, engine: Engine = PLAIN, room: int = EVENTS
) -> str:
    """The transcript of a whole game, written whenever ``room`` numbers are recorded."""
    compiled = compile_ruleset(checked, values, seed)
    game = Game(compiled, Script(checked, compiled), engine, room=room)
    return b"".join(game.transcript()).decode()


class Asked(NamedTuple):
    """A question: whose hand, which hand, and the reaction if it is about a power."""

    kind: Kind
    person: int
    hand: int
    reaction: int


class Run(NamedTuple):
    """A played game: its last status, its recorded numbers, its final table, and its questions."""

    status: int
    events: list[int]
    table: list[int]
    asked: Sequence[Asked] = ()


Watch = Callable[[list[int], list[int]], None]
"""A function that gets the table and the numbers recorded since its last call, at each stop of the engine."""


def answer(view: View) -> int:
    """The answer of a person; answers vary from hand to hand, and the person finally leaves."""
    hand, question = view.hand_number, view.question
    assert question is not None
    if question.kind == Kind.WAGER:
        if question.may_sit_out and hand % 5 == 4:
            return 0
        if (hand + view.part_asked) % 7 == 0 or not question.wagers:
            return QUIT
        return question.wagers[min(len(question.wagers) - 1, hand % 3)]
    if question.kind == Kind.AGAIN:
        return int(hand < 8)
    if question.kind == Kind.SIDE_BET and question.wagers:
        return (0, question.wagers[0], question.wagers[-1], question.wagers[len(question.wagers) // 2])[
            hand % 4
        ]
    if question.kind in (
        Kind.INSURANCE,
        Kind.SURRENDER,
        Kind.SIDE_BET,
        Kind.SWITCH,
        Kind.CALL,
        Kind.RAISE,
        Kind.POWER,
    ):
        return (hand + view.cards_left + question.person) % 2
    of_casinos = [action for action in question.actions if action in (a.SPLIT, a.SURRENDER)]
    if of_casinos and (hand + view.cards_left + question.person) % 3:
        return of_casinos[0]
    action = (a.HIT, a.STAND, a.STAND, a.DOUBLE)[(hand + view.cards_left + question.person) % 4]
    return action if action in question.actions else question.actions[0]


def run_with_given(compiled: Compiled, engine: Engine = PLAIN) -> Run:
    """Play a game to its end, or until the given cards and cuts run out."""
    table = list(compiled.table)
    stepper = Stepper(compiled.program, table, engine, given=Given(compiled), room=1 << 15)
    return _play(stepper)


def goes_on(status: int, program: Ints, table: Ints) -> bool:
    """Answer the question of the engine, if any, and return whether the game can go on."""
    if status == Stop.DECISION:
        driving.answer(table, answer(View(program, table)))
    return status in (Stop.DECISION, Stop.EVENTS_FULL, Stop.PAUSED)


def asked_of(view: View) -> Asked:
    """The question that the table waits for."""
    question = view.question
    assert question is not None
    return Asked(question.kind, question.person, view.asked_hand, question.reaction)


def run(program: list[int], table: list[int], engine: Engine = PLAIN, room: int = 1 << 15) -> Run:
    """Play to the end, and stop whenever ``room`` numbers are recorded."""
    return _play(Stepper(program, table, engine, room=room))


def _play(stepper: Stepper) -> Run:
    """Play to the end, or until a card or a cut is missing."""
    recorded: list[int] = []
    asked: list[Asked] = []
    while True:
        status, numbers = stepper.step()
        recorded += numbers
        if status == Stop.DECISION:
            asked.append(asked_of(stepper.view))
        if not goes_on(status, stepper.program, stepper.table):
            return Run(status, recorded, [int(number) for number in stepper.table], asked)


def watch(program: list[int], table: list[int], look: Watch, room: int = 0, most: int = 0) -> Run:
    """Play to the end, or ``most`` pieces if that is not 0, and look at the table after each.

    Pieces are the smallest that there are, unless there is ``room`` for more events.
    """
    stepper = Stepper(program, table, room=room)
    recorded: list[int] = []
    pieces = 0
    while True:
        status, piece = stepper.step()
        look(list(stepper.table), piece)
        recorded += piece
        pieces += 1
        if pieces == most or not goes_on(status, stepper.program, stepper.table):
            return Run(status, recorded, list(stepper.table))
