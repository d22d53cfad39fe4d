"""What the engine's face tells of a game is what its events say, after every single step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from tests.engine.variants import SEEDS, Variant, plain_tables
from tests.session.agreeing import choices_of, game_of
from tests.session.games import answer, run, shipped
from tests.session.tables import make_table

from bj.arguments import Value, fill_arguments
from bj.cards import rank_of
from bj.catalogue.actions import DOUBLE, HIT, STAND
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face import driving
from bj.engine.face.driving import Pause
from bj.engine.face.view import Hand, Held, Kind, Question, Reason, State, Stop, View
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.record.events import Event, read
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.session.engines import PLAIN, Engine

WINS = {"player_natural", "player_wins", "won_by_bust"}
LOSSES = {"dealer_wins", "lost_by_bust", "dealer_natural"}
TIES = {"push", "naturals_push"}


@dataclass
class Seat:
    """What the events tell of a person."""

    bankroll: int
    cards: list[Held] = field(default_factory=list)
    wager: int = 0
    is_doubled: bool = False
    state: State = State.IN_PLAY
    paid: int = 0


class Listener:
    """Listens to the events of a table without powers."""

    def __init__(self, checked: Checked, start: View, persons: int) -> None:
        self.ranks = checked.pack.named
        self.rules = checked.model.rules
        self.tie = checked.model.payouts.tie
        self.seats = [Seat(start.bankroll(person)) for person in range(persons)]
        self.dealer = self.seats[start.dealer]
        self.upcard: int | None = None

    def clear(self) -> None:
        """A hand begins."""
        for seat in self.seats:
            seat.cards, seat.wager, seat.state, seat.is_doubled = [], 0, State.IN_PLAY, False
        self.upcard = None

    def hear(self, event: Event) -> None:
        """Take an event in."""
        seat = self.dealer if event.person is None else self.seats[event.person]
        if event.key.endswith(("_dealt", "_dealt_down")):
            assert event.card is not None
            seat.cards.append(Held(event.card, event.key.endswith("_down")))
            if event.key == "dealer_dealt" and self.upcard is None:
                self.upcard = event.card
        elif event.key == "hole_card":
            seat.cards[seat.cards.index(Held(event.card or 0, is_hidden=True))] = Held(event.card or 0, False)
        elif event.key == "player_bets":
            seat.wager, seat.is_doubled = event.wager or 0, False
        elif event.key == "player_doubles":
            seat.wager, seat.is_doubled = event.wager or 0, True
        elif event.key.endswith("_total"):
            assert event.total == self.total(seat)[0]
            seat.state = State.STOOD
        elif event.key.endswith("_busts"):
            seat.state = State.BUST
        elif event.key in WINS | LOSSES | TIES:
            self.settle(event)

    def settle(self, event: Event) -> None:
        """A hand brings money; events of the dealer's role are about the only player."""
        players = [seat for seat in self.seats if seat is not self.dealer]
        seat = self.seats[event.person or 0]
        if event.is_dealer:
            seat = next(each for each in players if each.state != State.SETTLED)
        amount = event.amount or 0
        seat.paid = -amount if event.key in LOSSES or (event.key == "push" and self.tie == "lose") else amount
        seat.state = State.SETTLED
        seat.bankroll += seat.paid
        self.dealer.bankroll -= seat.paid

    def total(self, seat: Seat) -> tuple[int, bool]:
        """The best total of a hand, and whether it is soft: at most one card of two values counts high."""
        ranks = [self.ranks[rank_of(held.card)] for held in seat.cards]
        low = sum(rank.value for rank in ranks)
        high = [low + rank.or_ - rank.value for rank in ranks if rank.or_]
        fitting = [total for total in high if total <= self.rules.target]
        return (max(fitting), True) if fitting else (low, False)

    def compare(self, view: View) -> None:
        """Everybody has what the events say."""
        for person in (*view.players, view.dealer):
            seat, (hand,) = self.seats[person], view.hands(person)
            assert view.bankroll(person) == seat.bankroll
            total, is_soft = self.total(seat)
            state = State.IN_PLAY if hand.state == State.ACTING else hand.state
            assert hand._replace(state=state) == Hand(
                tuple(seat.cards), total, is_soft, seat.wager, seat.is_doubled, seat.state, hand.paid
            )
            assert seat.state != State.SETTLED or hand.paid == seat.paid
        assert view.upcard == self.upcard


def steps(compiled: Compiled, table: list[int]) -> Iterator[tuple[int, list[Event]]]:
    """Play step by step: how each has ended, and what it has recorded; who is asked answers in between."""
    events = driving.new_record(1 << 12)
    driving.pause(table, Pause.STEPS)
    while True:
        status = PLAIN.advance(compiled.program, table, events)
        yield status, list(read(driving.take_events(events), compiled.persons))
        if status not in (Stop.PAUSED, Stop.DECISION):
            return


def listen(checked: Checked, compiled: Compiled) -> int:
    """Play a game step by step and compare all that can be seen: how many steps there were."""
    table = list(compiled.table)
    view = View(compiled.program, table)
    listener = Listener(checked, view, len(compiled.persons))
    number, hands = 0, 0
    for status, events in steps(compiled, table):
        number += 1
        if view.hand_number != hands:
            hands = view.hand_number
            listener.clear()
        for event in events:
            listener.hear(event)
        if view.fault is None and status != Stop.OUT_OF_CARDS:
            listener.compare(view)
        if status == Stop.DECISION:
            driving.answer(table, answer(view))
    return number


def seeded(checked: Checked, values: Mapping[str, Value], seeds: range) -> Iterator[Compiled]:
    """The same game with each of some seeds."""
    compiled = compile_ruleset(checked, values, 0)
    for seed in seeds:
        table = list(compiled.table)
        PLAIN.seed(table, driving.generator_of(compiled.program), seed)
        yield compiled._replace(table=table)


@pytest.mark.parametrize("name", ["classic", "infinite_double"])
def test_a_shipped_game_looks_as_it_is_told(name: str) -> None:
    """Cards, totals, wagers, states and money of everybody are what the events say."""
    checked = shipped(name)
    values = fill_arguments(checked.model.command_line, [], {})
    assert sum(listen(checked, game) for game in seeded(checked, values, range(40))) > 1000


@given(plain_tables(), SEEDS)
@settings(max_examples=50)
def test_any_table_looks_as_it_is_told(variant: Variant, seed: int) -> None:
    """The same holds for tables of random rules, with cards face down in any place."""
    checked = variant.load()
    listen(checked, compile_ruleset(checked, variant.values, seed))


# --- questions ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", name="asking")
def table_that_asks(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    """A person and a machine at one table."""
    return load_ruleset(make_table(tmp_path_factory.mktemp("table")))


def decisions(checked: Checked, seeds: range) -> Iterator[tuple[Compiled, list[int], Question]]:
    """All questions of some games, each with the table at which it is asked."""
    for compiled in seeded(checked, {"hands": 5}, seeds):
        table = list(compiled.table)
        view = View(compiled.program, table)
        for status, _ in steps(compiled, table):
            assert (view.question is not None) == (status == Stop.DECISION)
            if view.question:
                yield compiled, list(table), view.question
                driving.answer(table, answer(view))


def events_after(compiled: Compiled, table: list[int], given: int) -> tuple[View, list[Event]]:
    """The table and the events of the step in which a question is answered so."""
    state, events = list(table), driving.new_record(1 << 12)
    driving.answer(state, given)
    PLAIN.advance(compiled.program, state, events)
    return View(compiled.program, state), list(read(driving.take_events(events), compiled.persons))


def test_a_question_names_the_wagers_that_are_taken(asking: Checked) -> None:
    """The smallest and the largest wager of a question are taken, and the next ones are refused."""
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


def test_a_question_names_the_actions_that_are_legal(asking: Checked) -> None:
    """A hand is doubled exactly when a question offers that, and what is asked about is the open hand."""
    offered = set()
    for compiled, table, question in decisions(asking, range(40)):
        if question.kind != Kind.ACTION:
            continue
        assert question.hand == View(compiled.program, table).hands(question.person)[0]
        assert question.hand.state in (State.IN_PLAY, State.ACTING)
        assert {HIT, STAND} <= set(question.actions)
        _, events = events_after(compiled, table, DOUBLE)
        doubled = "player_doubles" in {event.key for event in events}
        assert doubled == (DOUBLE in question.actions)
        offered.add(doubled)
    assert offered == {True, False}


def test_whoever_has_no_strategy_has_to_be_asked(asking: Checked) -> None:
    """A person decides nothing without being asked; machines and dealers decide about wagers and hands."""
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
    """With pauses a game writes the same events; one is made after every step, or when a hand has begun."""
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
        status = engine.advance(program, table, events)
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
    """Nothing that the engine can end with, ask, refuse or make of a hand lacks a name for its drivers."""
    assert {*Stop} == {*range(p._ends.size)} - {p.GOING_ON, p.LEAVING, p.REPLAYING, p.YIELDED}
    assert {*Reason} == {*range(1, p._faults.size)} - {p.ASKING}
    assert {*State} == {*range(t._states.size)}
