"""The analysis follows rules of which it knows nothing: with any of them, it finds what every deal brings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.analysis import games

import bj
from bj.analysis.explored import Explored, Speed, explore_game
from bj.analysis.game import make_game
from bj.analysis.graph import best_by
from bj.catalogue.rules import ALLOWANCES, RULES
from bj.engine.preparing import places_of
from bj.simulation.simulation import has_fast, prepare

TABLE = """
[ruleset]
title = "A table with few cards"
extends = "casino"
usage = "hands"
without = ["strategies.basic", "strategies.human", "shoe", "prompts"]

[example]
arguments = "5"

[[players]]
name = "Player"
bankroll = {bankroll}
strategy = "odd"

[shoe]
packs = 1
reshuffle_when = "True"

[cards]
pack = {{ "2 3 4 6 7 8 9 J Q K" = 0, "5 A" = 1, T = 2 }}

[strategies.odd]
wager = "10"
insurance = "total < 15"

[strategies.odd.chart]
columns = "5 T A"

[strategies.odd.chart.rows]
"hard ..11" = "D"
"hard 12..14" = "H"
"hard 15" = "Rh H H"
"hard 16..20" = "S"
"hard 21" = "H"
"soft ..15" = "H"
"soft 16..20" = "Ds"
"soft 21" = "S"
"pair 5 A" = "Pd"
"pair T" = "R P S"

[procedure.hand]
before."peek" = ["offer surrender"]

[rules]
split = "pair and split_hands < 2"
double = true
{rules}
"""
"""Sixteen cards: four fives, four aces and eight tens, and a player who does whatever may be done."""

CHANGED: Mapping[str, str] = {
    "": "",
    **{f"{key} = true": f"{key} = true" for key in RULES if key not in ("double_for_less",)},
    "dealer_natural = false": "dealer_natural = false",
    **{f"{key} = false": f"{key} = false" for key in ALLOWANCES if key not in ("split", "double")},
    "surrender = true": "surrender = true",
    "early_surrender": 'early_surrender = "total == 15"',
    "insurance": 'insurance = "True"',
    "peek": 'peek = "upcard == 11"',
    "hit": 'hit = "True"',
    "free wagers": "free_double = true\nfree_split = true",
    "tied totals": '[payouts]\ntied_totals = { 20 = "lose", 21 = "win" }\ntied_naturals = "win"',
    "22 pushes": "[payouts]\ndealer_bust_push = 22",
    "bonus": "[payouts.bonuses]\nten = { when = 'holds(\"T\") and dealer_total > 16', pays = '2:1' }",
}
"""Every rule and every allowance of the catalogue, switched, and what hands are paid."""


PAID = ("free wagers", "tied totals", "22 pushes", "bonus")

found: dict[str, float] = {}
"""The values that were found with those of CHANGED."""


def explore(
    folder: Path, rules: str, bankroll: int = 1000, *, engine: Speed = "plain", solved: bool = False
) -> Explored:
    """The table with some rules, explored; to be ``solved`` the player is asked."""
    file = folder / "table.toml"
    text = TABLE.format(rules=rules, bankroll=bankroll)
    file.write_text(text, encoding="utf-8")
    checked, arguments = prepare(file, (), {})
    game = make_game(checked, arguments, fresh=False, solved=solved)
    return explore_game(game, engine, None, ("received",))


def value(explored: Explored) -> float:
    """What a hand brings by analysis, in smallest units."""
    return explored.mean(explored.values(best_by(0)))[0]


def true_value(explored: Explored) -> float:
    """What a hand brings by every single deal."""
    game = explored.game
    return float(games.play_every_deal(game, places_of(game.program, game.table, 0)["received"]))


@pytest.mark.parametrize("rules", CHANGED)
def test_the_analysis_follows_every_rule_of_the_catalogue(rules: str, tmp_path: Path) -> None:
    """With any rule switched the value is still that of every order of the cards, splits among them."""
    explored = explore(tmp_path, CHANGED[rules])
    found[rules] = value(explored)
    assert found[rules] == pytest.approx(true_value(explored), abs=1e-10)


def test_rules_change_the_value(tmp_path: Path) -> None:
    """Most switches of a rule change what a hand brings, so the test above sees them."""
    values = {
        name: round(found[name] if name in found else value(explore(tmp_path, rules)), 9)
        for name, rules in CHANGED.items()
    }
    assert len(set(values.values())) >= 14
    assert all(values[name] != values[""] for name in PAID)


def test_double_for_less_is_followed(tmp_path: Path) -> None:
    """A player with little money doubles for what is left."""
    rich, poor = (explore(tmp_path, "double_for_less = true", money) for money in (1000, 15))
    assert value(poor) == pytest.approx(true_value(poor), abs=1e-10)
    assert value(poor) != pytest.approx(value(rich))


MANY_SPLITS = 'surrender = true\nearly_surrender = false\nhit = "True"'


@pytest.mark.skipif(not has_fast(), reason="needs the compiled engine")
def test_both_speeds_value_splits_with_the_same_digits(tmp_path: Path) -> None:
    """Hands from splits, insurance and surrender are worth the same, to the last bit."""
    plain, fast = (
        explore(tmp_path, MANY_SPLITS, engine=engine, solved=True) for engine in ("plain", "compiled")
    )
    assert plain.game.is_apart
    assert plain.values(best_by(0)) == fast.values(best_by(0))
    assert plain.states == fast.states


def test_other_hands_from_a_split_are_known_by_nothing_but_their_number(tmp_path: Path) -> None:
    """What one hand has drawn makes no other node of the next: all that was left of them is one."""
    explored = explore(tmp_path, MANY_SPLITS, solved=True)
    rests = {
        node.choices[0][1][1:]
        for node in explored.graph.nodes.values()
        if node.decision is not None and len(node.choices[0][1]) > 1
    }
    decisions = [
        node.decision
        for node in explored.graph.nodes.values()
        if node.decision is not None and len(node.choices[0][1]) > 1
    ]
    assert len(rests) < len(decisions) / 2


def test_a_chart_with_pairs_is_compared_as_it_is_played(tmp_path: Path) -> None:
    """A pair that may not be split is played by its total, in the comparison as in a game."""
    file = tmp_path / "table.toml"
    rules = "surrender = true\nearly_surrender = false\ninsurance = false"
    text = TABLE.format(rules=rules, bankroll=1000).replace('"Pd"', '"P"')
    text = text.replace('packs = 1\nreshuffle_when = "True"', 'packs = "infinite"')
    text = text.replace(
        "[procedure.hand]\n",
        '[procedure]\ngame.without = ["shuffle"]\n[procedure.hand]\nwithout = ["reshuffle"]\n',
    )
    file.write_text(text, encoding="utf-8")
    found = bj.solve(file, against="odd", engine="plain")
    assert found.against_value == pytest.approx(bj.analyze(file, engine="plain").players[0].edge, abs=1e-12)
