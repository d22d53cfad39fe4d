"""Games that are tallied are made to be quick: with less to say, and decided beforehand where they can be."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from tests.compiler.test_compile import VALUES
from tests.engine.referee import Event, read_events
from tests.engine.variants import SEEDS, Variant, rulesets
from tests.session.games import Run, run
from tests.session.variants_of_classic import Changes, classic_with

from bj.compiler.arguments import Value
from bj.compiler.compile import compile_ruleset
from bj.engine import events as e
from bj.engine import program as p
from bj.engine import table as t
from bj.engine import tallies as y
from bj.ruleset.check import Checked

LISTS = (e.TABLE_HAND, e.TURN_HAND, e.OWN_HAND, e.BUST_HAND)
ONLY_SAID = {
    *(e.HAND_BEGINS, e.STANDING, e.TEAM_WINS, e.LINE, e.HITS, e.STANDS, e.PAID_OUT, e.COLLECTED),
    *(e.UPCARD_SHOWN, e.CARD_IN_LIST, *LISTS, *(kind + e.LIST_ENDS for kind in LISTS)),
}
"""Events in which nothing happens that others do not tell."""

REGISTERS = (t.HAND, t.ROUND, t.SHUFFLES, t.CARDS_LEFT, t.PLAYERS_LEFT, t.DEALERS_LEFT, t.FORFEITED, t.FAULT)


def play(checked: Checked, values: Mapping[str, Value], seed: int, *, tallied: bool) -> tuple[Run, list[int]]:
    """A game from beginning to end, and the blocks of everybody in it."""
    compiled = compile_ruleset(checked, values, seed, tallied=tallied)
    table = compiled.table
    if tallied:
        table[compiled.program[p.TALLIES] + y.HANDS_LEFT] = -1
    first = t.PERSONS
    size = t.FIRST_HAND + t.HAND_SIZE
    return run(compiled.program, table), [first + size * index for index in range(len(compiled.persons))]


def happened(run: Run) -> list[Event]:
    """The events of a game but for those that only say something."""
    return [event for event in read_events(run.events) if event.kind not in ONLY_SAID]


def compare(checked: Checked, values: Mapping[str, Value], seed: int) -> None:
    """Compare a tallied game with a recorded one."""
    told, blocks = play(checked, values, seed, tallied=False)
    tallied, same_blocks = play(checked, values, seed, tallied=True)
    if tallied.table[t.FAULT] == p.NUMBER_TOO_LARGE:  # maybe earlier: what is tallied is squared
        assert happened(tallied) == happened(told)[: len(happened(tallied))]
        return
    assert blocks == same_blocks
    assert tallied.status == told.status
    assert happened(tallied) == happened(told)
    assert [tallied.table[at] for at in REGISTERS] == [told.table[at] for at in REGISTERS]
    for block in blocks:
        for field in (t.BANKROLL, t.COUNT, *range(t.MEMORY, t.MEMORY + 6)):
            assert tallied.table[block + field] == told.table[block + field]
    generators = slice(t.GENERATORS, t.CONSTANTS)
    assert tallied.table[generators] == told.table[generators]


@settings(max_examples=150)
@given(rulesets(), SEEDS)
def test_a_tallied_game_goes_as_a_recorded_one(variant: Variant, seed: int) -> None:
    """Every card, wager, decision, shout and payment is the same, and so is everything at the end."""
    compare(variant.load(), variant.values, seed)


@pytest.mark.parametrize(
    "rules",
    [
        [("soft and total <= 18 or total <= 11", "hit"), ("upcard >= 7 and total <= 16", "hit")],
        [("soft == (upcard > 6)", "hit"), ("cards == 2 and total == 11", "double"), ("chance(40)", "hit")],
    ],
)
def test_rules_for_soft_hands_and_upcards_are_worked_out(rules: list[tuple[str, str]]) -> None:
    """Rules about all that is known of a hand decide in simulations as they do in a game."""
    listed = [{"when": condition, "do": action} for condition, action in rules]
    changes: Changes = {
        "strategies.simple.chart": None,
        "strategies.simple.rules": [*listed, {"do": "stand"}],
        "rules.double": True,
    }
    compare(classic_with(changes), {**VALUES, "bankroll": 10_000, "hands": 1000}, 3)
