"""Tests that tallied games, which are simplified to be quick, play like recorded ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest
from hypothesis import given
from tests.compiler.test_compile import VALUES
from tests.engine.extremes import any_order
from tests.engine.variants import SEEDS, Variant, rulesets
from tests.session.games import Run, run
from tests.session.variants_of_classic import Changes, classic_with

from bj.argument_values import Value
from bj.catalogue.actions import PLAYS
from bj.compiler.compile import compile_ruleset
from bj.engine.game import tallies as y
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.record.events import LINE, VICTORY, Event, read
from bj.ruleset.check import Checked

ONLY_SAID = {
    *("hand", "player_standing", "dealer_standing", "player_hits", "dealer_hits", "player_stands"),
    *("dealer_stands", "paid", "collected", "upcard", "player_part", LINE, VICTORY),
}
"""Events that only repeat information."""

REGISTERS = (t.HAND, t.ROUND, t.SHUFFLES, t.CARDS_LEFT, t.PLAYERS_LEFT, t.DEALERS_LEFT, t.FORFEITED, t.FAULT)


class Played(NamedTuple):
    """A played game: its status, its events and the blocks of its people."""

    run: Run
    happened: list[Event]
    blocks: list[int]


def play(checked: Checked, values: Mapping[str, Value], seed: int, *, tallied: bool) -> Played:
    """A whole game without events that only print."""
    compiled = compile_ruleset(checked, values, seed, tallied=tallied)
    table = compiled.table
    if tallied:
        table[compiled.program[p.TALLIES] + y.HANDS_LEFT] = -1
    played = run(compiled.program, table)
    events = read(played.events, compiled.persons)
    happened = [event for event in events if event.key not in ONLY_SAID and event.cards is None]
    blocks = [t.PERSONS + t.PERSON_SIZE * index for index in range(len(compiled.persons))]
    return Played(played, happened, blocks)


def compare(checked: Checked, values: Mapping[str, Value], seed: int) -> None:
    """Compare a tallied game with a recorded one."""
    told, said, blocks = play(checked, values, seed, tallied=False)
    tallied, happened, same_blocks = play(checked, values, seed, tallied=True)
    if tallied.table[t.FAULT] == p.NUMBER_TOO_LARGE:  # perhaps earlier, because tallied amounts are squared
        assert happened == said[: len(happened)]
        return
    assert blocks == same_blocks
    if any(game.table[t.WORK] > game.table[t.WORK_END] for game in (told, tallied)):
        common = min(len(happened), len(said))  # events that only print take work, too
        assert happened[:common] == said[:common]
        return
    assert tallied.status == told.status
    assert happened == said
    assert [tallied.table[at] for at in REGISTERS] == [told.table[at] for at in REGISTERS]
    for block in blocks:
        for field in (t.BANKROLL, t.COUNT, *range(t.MEMORY, t.MEMORY + 6)):
            assert tallied.table[block + field] == told.table[block + field]
    generators = slice(t.GENERATORS, t.CONSTANTS)
    assert tallied.table[generators] == told.table[generators]


@given(rulesets(), SEEDS)
def test_a_tallied_game_goes_as_a_recorded_one(variant: Variant, seed: int) -> None:
    """Every card, wager, decision, phrase and payment is the same, and so is the final table."""
    compare(variant.load(), variant.values, seed)


@pytest.mark.parametrize(
    "rules",
    [
        [("soft and total <= 18 or total <= 11", "hit"), ("upcard >= 7 and total <= 16", "hit")],
        [("wager > 8", "stand"), ("total < 12", "hit")],
        [("total < 12", "hit"), ("1 // (cards - 3) > 0", "hit")],
        [("bankroll // (total - 15) > 3", "hit")],
        [("soft == (upcard > 6)", "hit"), ("cards == 2 and total == 11", "double"), ("chance(40)", "hit")],
    ],
)
def test_rules_for_soft_hands_and_upcards_are_worked_out(rules: list[tuple[str, str]]) -> None:
    """Rules about all facts of a hand decide in simulations as in games."""
    listed = [{"when": condition, "do": action} for condition, action in rules]
    changes: Changes = {
        "strategies.simple.chart": None,
        "strategies.simple.rules": [*listed, {"do": "stand"}],
        "strategies.simple.reactions": [{"on": "stand", "say": "Enough"}],
        "output.player_says": "{words}",
        "rules.double": True,
        "money": {"decimals": 2},
    }
    compare(classic_with(changes), {**VALUES, "bankroll": 10_000, "hands": 1000}, 3)


@pytest.mark.parametrize("doubles", [True, False])
@pytest.mark.parametrize("code", PLAYS)
def test_preferences_are_the_same_for_both(code: str, doubles: bool) -> None:
    """Simulations follow the preferences of a chart as games do, whether the house allows them or not."""
    rows = {"hard ..11": code, "hard 12..": "S", "soft ..21": code}
    changes: Changes = {"strategies.simple.chart.rows": rows, "rules.double": doubles}
    compare(classic_with(changes), {**VALUES, "bankroll": 10_000, "hands": 300}, 3)


def test_a_pair_that_is_drawn_is_the_same_for_both() -> None:
    """A pair of one dealt and one drawn card is split in simulations as in games."""
    rows = {"hard ..16": "H", "hard 17..": "S", "soft ..21": "H", "pair 2 5 8 T A": "P"}
    changes: Changes = {
        "procedure.deal": ["player up", "dealer up", "dealer down"],
        "strategies.simple.chart.rows": rows,
        "rules.split": True,
        "output.player_hits": "{name} hits",
    }
    compare(classic_with(changes), {**VALUES, "bankroll": 10_000, "hands": 300}, 3)


@pytest.mark.parametrize("stands", [[{"do": "stand"}], []])
def test_rules_are_worked_out_only_as_far_as_it_pays(stands: list[dict[str, str]]) -> None:
    """Rules that would have to be expanded for every hand and upcard stay unchanged, and decide."""
    terms = " + ".join(f"count * total * {number} + upcard * cards" for number in range(12))
    rules = [{"when": f"{terms} < {limit}", "do": "hit"} for limit in range(40)]
    changes: Changes = {
        "strategies.simple.rules": [*rules, *stands],
        "strategies.simple.chart": None,
    }
    checked, values = classic_with(changes), {**VALUES, "bankroll": 10_000, "hands": 50}
    compiled = compile_ruleset(checked, values, 0, tallied=True)
    assert compiled.table[compiled.table[t.SEATS] + t.RULES] > 0
    assert len(compiled.program) < 40_000
    compare(checked, values, 3)


@pytest.mark.parametrize("behind", [[{"do": "stand"}], []])
def test_a_hand_without_a_deal_is_the_same_for_both(behind: list[dict[str, str]]) -> None:
    """If a condition skips the deal, rules and charts decide equally about no cards."""
    deal = {"step": "deal", "if": "hand % 2 == 0"}
    hand = ["reshuffle", "take wagers", deal, "players act", "reveal hole card", "dealer acts", "settle"]
    doubted: dict[str, object] = {
        "procedure.hand": hand,
        "strategies.simple.count": {"2 3 4 5 6": 1, "T J Q K": -1, "A": 20},
        "strategies.simple.rules": [{"when": "total < 12", "do": "hit"}, *behind],
    }
    if behind:
        doubted["strategies.simple.chart"] = None
    with any_order():
        checked = classic_with(doubted)
    compare(checked, {**VALUES, "bankroll": 10_000, "hands": 300}, 3)
