"""Tests that both engines play every game alike, number by number."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.engine.variant_parts import Data
from tests.engine.variants import SEEDS, Variant, rulesets
from tests.session.agreeing import RULESETS, both_speeds, choices_of, game_of
from tests.session.games import DIFFERENT, OWN, Run, answer, shipped
from tests.turns import seeds

from bj.argument_values import Value, fill_arguments
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face import driving
from bj.engine.face.view import Reason, Stop, View
from bj.native.library import has_library
from bj.ruleset.check import Checked, check
from bj.ruleset.model import Ruleset
from bj.session.engines import PLAIN, Engine, compiled_engine

if not has_library():
    pytest.skip("there is no compiled engine", allow_module_level=True)

ROSTER = ["human:Ann:40", "safe:Ben:90", "random:Cleo:400"]


def values_of(name: str, **changes: Value) -> dict[str, Value]:
    """The arguments of a shipped ruleset, completed by its defaults; card counters play few hands."""
    arguments = shipped(name).model.command_line
    roster = ROSTER if any(argument.type == "players" for argument in arguments) else []
    values = fill_arguments(arguments, roster, {})
    if name.startswith("counters/"):  # by default, they play as many as simulations need
        values["hands"] = 40
    return {**values, **changes}


def play(compiled: Compiled, engines: Sequence[Engine], room: int, hands: int = 10**9) -> Run:
    """Play with the engines in turn; at each stop the next one gets a copy of the table through JSON.

    Persons are asked for ``hands`` hands and then leave the game where it is.
    """
    state, recorded, turn = list(compiled.table), list[int](), 0
    while True:
        engine = engines[turn % len(engines)]
        turn += 1
        program, table = engine.ints(compiled.program), engine.ints(json.loads(json.dumps(state)))
        events = engine.ints(driving.new_record(room))
        status = int(engine.play(program, table, events))
        recorded += driving.take_events(events)
        view = View(program, table)
        if status == Stop.DECISION and view.hand_number <= hands:
            driving.answer(table, answer(view))
        elif status not in (Stop.EVENTS_FULL, Stop.PAUSED):
            return Run(status, recorded, [int(number) for number in table])
        state = [int(number) for number in table]


@pytest.mark.drawn
@pytest.mark.parametrize("name", RULESETS)
def test_some_seeds_play_the_same(name: str) -> None:
    """Both engines write the same events and the same final table, for every choice of the arguments."""
    for choice in choices_of(name):
        for seed in seeds(4):
            plain, fast = both_speeds(game_of(name, choice, seed), compiled_engine())
            assert plain == fast, (choice, seed)
            assert plain.status == Stop.DONE


@pytest.mark.parametrize("name", DIFFERENT)
def test_shipped_rulesets_play_the_same(name: str) -> None:
    """Both engines play a shipped ruleset equally, with the same answers of persons."""
    for seed in range(3):
        compiled = compile_ruleset(shipped(name), values_of(name), seed)
        plain, fast = (play(compiled, [engine], 2**12, hands=12) for engine in (PLAIN, compiled_engine()))
        assert plain == fast, seed
        assert plain.status in (Stop.DONE, Stop.DECISION)


def test_long_game_plays_the_same() -> None:
    """In four thousand hands with a count, no event differs."""
    values = values_of("classic", bankroll=10_000, minimum=1, hands=4_000, player="counting")
    compiled = compile_ruleset(shipped("classic"), values, 3)
    plain, fast = (play(compiled, [engine], 2**14) for engine in (PLAIN, compiled_engine()))
    assert plain == fast


@pytest.mark.parametrize("name", OWN)
def test_game_goes_on_wherever_it_was_interrupted(name: str) -> None:
    """A game that changes engines at every stop, through a saved table, is the uninterrupted one."""
    values = values_of(name)
    for argument in ("hands", "tricks"):
        if argument in values:
            values[argument] = 10
    compiled = compile_ruleset(shipped(name), values, 21)
    whole = play(compiled, [PLAIN], 2**16, hands=10)
    assert play(compiled, [PLAIN, compiled_engine()], 0, hands=10) == whole
    for room in (1, 22):
        assert play(compiled, [compiled_engine(), PLAIN], room, hands=10) == whole


@given(rulesets(), SEEDS)
@settings(max_examples=30)
def test_variants_play_the_same(variant: Variant, seed: int) -> None:
    """Both engines play any variant equally, in one piece and interrupted."""
    compiled = variant.compile(seed)
    plain = play(compiled, [PLAIN], 2**12)
    assert play(compiled, [compiled_engine()], 2**12) == plain
    room = len(plain.events) // 8  # at each stop the whole table goes through JSON
    in_pieces = play(compiled, [compiled_engine(), PLAIN], room)
    if compiled.power_questions:  # where a game stops is noted in its table, for a question to go back to
        in_pieces = in_pieces._replace(table=plain.table)
    assert in_pieces == plain


# --- formulas ---------------------------------------------------------------------------------------------

NUMBERS = st.one_of(
    st.sampled_from(["hand", "cards_left", "count", "big", "nothing"]),
    st.integers(-60, 60).map(lambda number: f"({number})"),
    st.sampled_from(["1000003", "999999999", "random(1, 6)"]),
)
AMOUNTS = st.sampled_from(["bankroll", "minimum", "1", "25", "1000000007"])


def deeper_numbers(numbers: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Formulas for numbers."""
    return st.one_of(
        st.builds("({} {} {})".format, numbers, st.sampled_from(["+", "-", "*", "//", "%"]), numbers),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max", "random"]), numbers, numbers),
        st.builds("ceil({} / {})".format, numbers, numbers),
        st.builds("abs({})".format, numbers),
        st.builds("({} if {} {} {} else {})".format, numbers, numbers, COMPARISONS, numbers, numbers),
        st.builds("({} if chance({}) else {})".format, numbers, numbers, numbers),
    )


COMPARISONS = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])


def wagers(amounts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Formulas for amounts of money."""
    numbers = st.recursive(NUMBERS, deeper_numbers, max_leaves=6)
    compared = st.builds("{} {} {}".format, amounts, COMPARISONS, amounts)
    conditions = st.one_of(
        st.builds("{} {} {}".format, numbers, COMPARISONS, numbers),
        st.builds("{} and chance({})".format, compared, numbers),
        st.builds("chance({}) or {}".format, numbers, compared),
    )
    return st.one_of(
        st.builds("({} {} {})".format, amounts, st.sampled_from(["+", "-"]), amounts),
        st.builds("({} {} {})".format, amounts, st.sampled_from(["*", "//"]), numbers),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max", "random"]), amounts, amounts),
        st.builds("({} if {} else {})".format, amounts, conditions, amounts),
        st.builds("({} if not ({}) else {})".format, amounts, conditions, amounts),
    )


def wagering(formula: str) -> Checked | None:
    """A game of two players who wager by ``formula``; None if the checks refuse it."""
    data = checked_data()
    data["strategies"]["simple"]["wager"] = formula
    return check(Ruleset.model_validate(data))[0]


def checked_data() -> Data:
    """The classic ruleset for two players with credit, and two more arguments."""
    data = json.loads(shipped("classic").model.model_dump_json(by_alias=True, exclude_unset=True))
    data["ruleset"].pop("extends", None)
    data["arguments"] |= {
        "big": {"type": "integer", "default": 10**6},
        "nothing": {"type": "integer", "default": 0},
    }
    data["ruleset"].pop("usage")
    data["rules"]["credit"] = True
    data["players"].append({**data["players"][0], "name": "Other"})
    return dict(data)


@given(st.recursive(AMOUNTS, wagers, max_leaves=8), st.integers(0, 2**32 - 1))
@settings(max_examples=25)
def test_formulas_give_the_same(formula: str, seed: int) -> None:
    """Both engines find the same value or fault of any formula, also with random numbers."""
    ruleset = wagering(formula)
    assume(ruleset is not None)
    assert ruleset is not None
    values: dict[str, Value] = {"bankroll": 100, "minimum": 1, "hands": 6, "player": "simple"}
    compiled = compile_ruleset(ruleset, {**values, "big": 10**12, "nothing": 0}, seed)
    plain, fast = (play(compiled, [engine], 2**12) for engine in (PLAIN, compiled_engine()))
    assert plain == fast


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("minimum // (hand - 1)", Reason.DIVISION_BY_ZERO),
        ("minimum * (5 % (hand - hand))", Reason.DIVISION_BY_ZERO),
        ("minimum * ceil(hand / (hand - 1))", Reason.DIVISION_BY_ZERO),
        ("bankroll * big * hand * 100", Reason.NUMBER_TOO_LARGE),
        ("minimum * (hand * big * 1000) + minimum * (hand * big * 200)", Reason.NUMBER_TOO_LARGE),
        ("-bankroll * big * hand * 100", Reason.NUMBER_TOO_LARGE),
        ("minimum * random(hand, 2147483648 + hand)", Reason.NUMBER_TOO_LARGE),
        ("minimum * random(0 * hand, big)", Reason.NUMBER_TOO_LARGE),
        ("minimum * 0 * hand", Reason.WAGER_TOO_SMALL),
        ("-minimum * hand", Reason.WAGER_TOO_SMALL),
        ("minimum * big * 2 * hand", Reason.WAGER_TOO_LARGE),
    ],
)
def test_faults_are_the_same(formula: str, reason: Reason) -> None:
    """Both engines stop with the same fault of the same person, after the same events."""
    ruleset = wagering(formula)
    assert ruleset is not None
    values: dict[str, Value] = {"bankroll": 100, "minimum": 1, "hands": 6, "player": "simple"}
    compiled = compile_ruleset(ruleset, {**values, "big": 10**12, "nothing": 0}, 5)
    plain, fast = (play(compiled, [engine], 2**12) for engine in (PLAIN, compiled_engine()))
    assert plain == fast
    found = View(compiled.program, plain.table).fault
    assert found is not None
    assert (plain.status, found.reason) == (Stop.FAULTY, reason)


@pytest.mark.parametrize(
    ("formula", "big", "allowed"),
    [
        ("minimum if hand * big > 0 else 0", 2**50, True),
        ("minimum if hand * big + 1 > 0 else 0", 2**50, False),
        ("minimum if -hand * big < 0 else 0", 2**50, True),
        ("minimum if -1 - hand * big < 0 else 0", 2**50, False),
        ("hand * big", 2**40, True),
        ("hand * big", 2**40 + 1, False),
        ("minimum * random(hand, big)", 2**31, True),
        ("minimum * random(hand - 1, big)", 2**31, False),
    ],
)
def test_bounds_of_numbers_are_the_same(formula: str, big: int, allowed: bool) -> None:
    """Formulas reach 2**50, wagers 2**40 and ranges of random numbers 2**31; one more is a fault."""
    ruleset = wagering(formula)
    assert ruleset is not None
    values: dict[str, Value] = {"bankroll": 100, "minimum": 1, "hands": 1, "player": "simple"}
    compiled = compile_ruleset(ruleset, {**values, "big": big, "nothing": 0}, 5)
    for engine in (PLAIN, compiled_engine()):
        assert play(compiled, [engine], 2**12).status == (Stop.DONE if allowed else Stop.FAULTY)
