"""Replays games with every card and every cut of their records given by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.session.games import Asked, asked_of, goes_on, run

from bj.compiler.compile import Compiled
from bj.engine.face import driving
from bj.engine.face.view import Reason, Stop, View
from bj.record.events import Event, read
from bj.session.engines import PLAIN, Engine
from bj.session.stepping import Stepper


class Given(NamedTuple):
    """A game that was given its cards and cuts: its final status, and what was given."""

    status: int
    events: list[int]
    view: View
    given: list[int]
    asked: Sequence[Asked]


def next_chance(view: View, told: Sequence[Event], at: int) -> int:
    """The card or cut that the next event needs; asserts that the view asks for it."""
    chance, event = view.chance, told[at]
    assert chance is not None
    assert view.question is None
    if chance.is_cut:
        assert (event.key, chance.person) == ("cut", None)
        assert event.cut is not None
        return event.cut
    role = "dealer" if chance.person == view.dealer else "player"
    assert event.key == f"{role}_dealt{'_down' if chance.is_hidden else ''}"
    assert (event.person, event.card is None) == (chance.person, False)
    return event.card or 0


def deal_again(compiled: Compiled, numbers: Sequence[int], engine: Engine) -> Given:
    """Replay a game with the chances in its recorded ``numbers``."""
    stepper = Stepper(compiled.program, list(compiled.table), engine, room=1 << 10)
    program, table, view = stepper.program, stepper.table, stepper.view
    told, heard = list(read(numbers, compiled.persons)), 0
    replayed: list[int] = []
    given: list[int] = []
    asked: list[Asked] = []
    driving.deal_by_hand(program, table, cards=True, cuts=True)
    while True:
        status, piece = stepper.step()
        replayed += piece
        heard += sum(1 for _ in read(piece, compiled.persons))
        if status == Stop.CHANCE:
            given.append(next_chance(view, told, heard))
            driving.answer(table, given[-1])
            continue
        if status == Stop.DECISION:
            asked.append(asked_of(view))
        if not goes_on(status, program, table):
            return Given(status, replayed, view, given, asked)


def compare(compiled: Compiled, engines: Sequence[Engine]) -> Given:
    """Play a game from its shoe, replay it by hand at each speed, and compare events, questions and ends.

    If powers look at the shoe, only the first game is played, because their cards are given before they are
    dealt. The same holds if the record was full, because a replay stops for every card and empties its record
    each time.
    """
    first = run(list(compiled.program), list(compiled.table), PLAIN, 1 << 10)
    end = View(compiled.program, first.table)
    if end.looks_ahead or (end.fault is not None and end.fault.reason == Reason.RECORD_FULL):
        return Given(first.status, first.events, end, [], first.asked)
    games = [deal_again(compiled, first.events, engine) for engine in engines]
    for game in games:
        assert (game.status, game.events, game.given) == (first.status, first.events, games[0].given)
        assert list(game.asked) == list(first.asked)
        assert (game.view.fault, game.view.cards_left) == (end.fault, end.cards_left)
        for person in range(len(compiled.persons)):
            assert game.view.bankroll(person) == end.bankroll(person)
            assert game.view.hands(person) == end.hands(person)
    return games[0]
