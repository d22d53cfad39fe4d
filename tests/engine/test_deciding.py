"""The legal actions of a hand, and the preference that a strategy takes."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from tests.compiler.test_compile import VALUES
from tests.engine.variants import SEEDS, Variant, rulesets
from tests.session.games import goes_on, run
from tests.session.variants_of_classic import Changes, classic_with
from tests.umpire.umpire import Umpire

from bj.catalogue.actions import ACTIONS, PLAYS
from bj.compiler.compile import compile_ruleset
from bj.engine.face import driving
from bj.engine.face.view import Kind, Reason, Stop, View
from bj.record.events import read
from bj.ruleset.check import Checked
from bj.session.engines import PLAIN, Engine

DEEDS = {"player_doubles": "double", "player_dealt": "hit", "player_total": "stand"}
"""Actions by their first event."""

WANTED = {
    "H": ("hit", "hit"),
    "S": ("stand", "stand"),
    "D": ("double", "hit"),
    "Ds": ("double", "stand"),
    "Pd": ("double", "hit"),
    **dict.fromkeys(("P", "Ph", "R", "Rh", "Rp"), ("hit", "hit")),
    **dict.fromkeys(("Ps", "Rs"), ("stand", "stand")),
}
"""The action of each code of a chart, with and without doubling."""

Player = tuple[Engine, Any, Any]
"""An engine with its own program and record."""

JUNK = (-1, 5, 15, 16, 1 << 40)
"""Numbers that are not actions."""

RICH = {"bankroll": 10, "minimum": 5}
POOR = {"bankroll": 9, "minimum": 5}


def accepts(player: Player, table: Sequence[int], action: int) -> bool:
    """Whether an engine accepts an action as an answer; asserts that a refusal changes nothing."""
    engine, program, events = player
    state = engine.ints(list(table))
    driving.answer(state, action)
    status = engine.play(program, state, events)
    told, fault = driving.take_events(events), View(program, state).fault
    if fault is None or fault.reason != Reason.ILLEGAL_ACTION:
        return True
    assert (status, fault.value, told) == (Stop.FAULTY, action, [])
    return False


@given(rulesets(), SEEDS)
@settings(max_examples=30)
def test_what_is_offered_is_what_the_engine_accepts(
    engines: tuple[Engine, ...], variant: Variant, seed: int
) -> None:
    """At every decision of random games, both engines accept exactly the offered actions.

    An umpire checks these actions.
    """
    data, chance = copy.deepcopy(variant.data), Random(seed)  # noqa: S311  # a test that can be repeated
    for strategy in data["strategies"].values():
        strategy.pop("rules", None)
        strategy.pop("chart", None)
    compiled = Variant(data, variant.values).compile(seed)
    umpire = Umpire(data, variant.values, compiled)
    players = [
        (engine, engine.ints(compiled.program), engine.ints(driving.new_record(1 << 10)))
        for engine in engines
    ]
    table, events = list(compiled.table), driving.new_record(1 << 10)
    view = View(compiled.program, table)
    while PLAIN.play(compiled.program, table, events) in (Stop.DECISION, Stop.EVENTS_FULL, Stop.PAUSED):
        umpire.look(table, read(driving.take_events(events), compiled.persons))
        question = view.question
        if question is None or question.kind != Kind.ACTION:
            goes_on(Stop.DECISION if question else Stop.PAUSED, compiled.program, table)
            continue
        for action in (*(row.number for row in ACTIONS.values()), chance.choice(JUNK)):
            assert {accepts(player, table, action) for player in players} == {action in question.actions}
        driving.answer(table, chance.choice(question.actions))


def charted(code: str, changes: Changes) -> Checked:
    """The classic ruleset with a chart that has ``code`` for every hand."""
    return classic_with({"strategies.simple.chart.rows": {"hard ..21": code, "soft ..21": code}, **changes})


def first_deeds(checked: Checked, **values: int) -> set[str]:
    """The first action of the player in some games, after the deal."""
    found = set()
    for seed in range(6):
        compiled = compile_ruleset(checked, {**VALUES, **values}, seed)
        told = [event.key for event in read(run(compiled.program, compiled.table).events, compiled.persons)]
        dealt = [at for at, key in enumerate(told) if "_dealt" in key][:4]
        deed = next(key for key in told[dealt[-1] + 1 :] if key in DEEDS)
        if "player_natural" not in told[: told.index("player_total")]:
            found.add(DEEDS[deed])
    return found


@pytest.mark.parametrize("code", PLAYS)
def test_the_first_legal_action_of_a_preference_is_played(code: str) -> None:
    """A hand is doubled if the house and the money allow it; otherwise the second choice applies."""
    wanted, otherwise = WANTED[code]
    doubles: Changes = {"rules.double": True}
    assert first_deeds(charted(code, doubles), **RICH) == {wanted}
    assert first_deeds(charted(code, doubles), **POOR) == {otherwise}
    assert first_deeds(charted(code, {}), **RICH) == {otherwise}
