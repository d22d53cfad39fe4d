"""Questions, pauses and names of the engine's face. The umpire compares the rest of it with the events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from tests.session.agreeing import choices_of, game_of
from tests.session.games import answer, run
from tests.session.tables import make_table

from bj.argument_values import Value
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face import driving
from bj.engine.face.driving import Pause
from bj.engine.face.view import HandState, Kind, Question, Reason, Stop, View
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.record.events import Event, read
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.session.engines import PLAIN, Engine


def steps(compiled: Compiled, table: list[int]) -> Iterator[tuple[int, list[Event]]]:
    """Play step by step with answers in between; yield the end and the record of each step."""
    events = driving.new_record(1 << 12)
    driving.pause(table, Pause.STEPS)
    while True:
        status = PLAIN.play(compiled.program, table, events)
        yield status, list(read(driving.take_events(events), compiled.persons))
        if status not in (Stop.PAUSED, Stop.DECISION):
            return


def seeded(checked: Checked, values: Mapping[str, Value], seeds: range) -> Iterator[Compiled]:
    """The same game with several seeds."""
    compiled = compile_ruleset(checked, values, 0)
    for seed in seeds:
        table = list(compiled.table)
        PLAIN.seed(table, driving.generator_of(compiled.program), seed)
        yield compiled._replace(table=table)


# --- questions ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", name="asking")
def table_that_asks(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    """A person and a machine at one table."""
    return load_ruleset(make_table(tmp_path_factory.mktemp("table")))


def decisions(checked: Checked, seeds: range) -> Iterator[tuple[Compiled, list[int], Question]]:
    """All questions of some games, each with its table."""
    for compiled in seeded(checked, {"hands": 5}, seeds):
        table = list(compiled.table)
        view = View(compiled.program, table)
        for status, _ in steps(compiled, table):
            assert (view.question is not None) == (status == Stop.DECISION)
            if view.question:
                yield compiled, list(table), view.question
                driving.answer(table, answer(view))


def events_after(compiled: Compiled, table: list[int], given: int) -> tuple[View, list[Event]]:
    """The table and the events of a step after this answer."""
    state, events = list(table), driving.new_record(1 << 12)
    driving.answer(state, given)
    PLAIN.play(compiled.program, state, events)
    return View(compiled.program, state), list(read(driving.take_events(events), compiled.persons))


def test_a_question_names_the_wagers_that_are_taken(asking: Checked) -> None:
    """The smallest and the largest wager are accepted; the next ones are refused."""
    found = 0
    for compiled, table, question in decisions(asking, range(10)):
        if question.kind != Kind.WAGER:
            assert not question.wagers
            continue
        found += 1
        assert question.person == 0
        assert not question.actions
        least, most = question.wagers.start, question.wagers.stop - 1
        assert (least, most) == (2, View(compiled.program, table).bankroll(0))
        for wager in (least, most):
            view, events = events_after(compiled, table, wager)
            assert (view.fault, events[0].wager) == (None, wager)
        for wager, reason in ((least - 1, Reason.WAGER_TOO_SMALL), (most + 1, Reason.WAGER_TOO_LARGE)):
            fault = events_after(compiled, table, wager)[0].fault
            assert fault is not None
            assert fault == (reason, 0, wager)
    assert found > 20


def test_persons_without_a_strategy_must_be_asked(asking: Checked) -> None:
    """Persons decide only when asked; machines and dealers decide about wagers and hands themselves."""
    compiled = compile_ruleset(asking, {"hands": 5}, 0)
    view = View(compiled.program, compiled.table)
    kinds = (Kind.WAGER, Kind.ACTION)
    assert compiled.persons == ("Ann", "Ben", "Dealer")
    assert [[view.decides(person, kind) for kind in kinds] for person in range(3)] == [
        [False, False],
        [True, True],
        [True, True],
    ]
    asked = {question.person for _, _, question in decisions(asking, range(3)) if question.kind in kinds}
    assert asked == {0}


# --- pauses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "sos_vs_sc_revised"])
@pytest.mark.parametrize("after", list(Pause))
def test_a_pause_changes_nothing(engine: Engine, name: str, after: Pause) -> None:
    """Pauses after every step, or at the start of each hand, do not change the events."""
    game = game_of(name, next(choices_of(name)), 1)
    whole = run(list(game.program), list(game.table))
    program, table = engine.ints(game.program), engine.ints(game.table)
    driving.pause(table, after)
    view, events = View(program, table), engine.ints(driving.new_record(1 << 12))
    recorded: list[int] = []
    numbers: list[int] = []
    status: int = Stop.PAUSED
    while status in (Stop.PAUSED, Stop.EVENTS_FULL):
        step = view.step
        status = engine.play(program, table, events)
        piece = driving.take_events(events)
        recorded += piece
        if status == Stop.PAUSED:
            numbers.append(view.hand_number)
            assert after != Pause.STEPS or view.step != step
            assert after != Pause.HANDS or not any(view.hands(person)[0].cards for person in view.players)
    assert (status, recorded) == (whole.status, whole.events)
    told = read(recorded, game.persons)
    hands = [event.hand for event in told if event.key == "hand"]
    assert after != Pause.NEVER or numbers == []
    assert after != Pause.HANDS or numbers == hands
    assert after != Pause.STEPS or len(numbers) > 8 * len(hands)


# --- names --------------------------------------------------------------------------------------------------


def test_every_number_of_the_engine_has_a_name() -> None:
    """Every end, question, refusal and outcome of the engine has a name for its drivers."""
    assert {*Stop} == {*range(p._ends.size)} - {p.GOING_ON, p.LEAVING, p.REPLAYING, p.YIELDED}
    assert {*Reason} == {*range(1, p._faults.size)} - {p.ASKING}
    assert {*HandState} == {*range(t._states.size)}
