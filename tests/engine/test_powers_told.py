"""Powers that are one person's alone, and last by a number that others set: Ann sings, and Ben is weak."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cli.changed_rulesets import changed
from tests.oracle.tournament_games import lines_of
from tests.session.games import run

from bj.arguments import Value
from bj.compiler.compile import compile_ruleset
from bj.ruleset.check import Checked
from bj.session.engines import compiled_engine

DEAL = "JS TC TH 9S 6S 7C "
"""Ann has 19, Ben 16, and the dealer 17."""
VALUES: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple", "cuts": ()}


def table(sings: dict[str, Any], weak: dict[str, Any], dealer: dict[str, Any] | None = None) -> Checked:
    """A table at which Ann has one power, Ben another one, and the dealer perhaps a third."""
    names = {"ann": "Ann", "ben": "Ben"}
    return changed(
        "classic",
        {
            "strategies/ann": {"extends": "simple", "powers": ["sings"]},
            "strategies/ben": {"extends": "simple", "powers": ["weak"]},
            "strategies/simple/rules": [{"do": "stand"}],
            "powers": {"sings": sings, "weak": weak, "dealers": dealer or {"while": "True"}},
            "dealer/powers": ["dealers"] if dealer else [],
            "players": [
                {"name": name, "bankroll": "bankroll", "strategy": key} for key, name in names.items()
            ],
            "output/busts": "{name} busts",
        },
    )


def busts(checked: Checked, hands: int = 1) -> list[str]:
    """Who busts, hand by hand."""
    lines = lines_of(checked, {**VALUES, "hands": hands}, DEAL * hands)
    return [line for line in lines if line.endswith("busts")]


SONG = {"memory": {"song": 0}, "shared": "table", "on": "dealt", "set": {"song": "hand % 2"}}
WEAK = {"memory": {"song": 0}, "while": "song == 1", "target": 15}


def test_it_begins_and_ends_when_somebody_else_sets_the_number() -> None:
    """Ben's target changes in the moment in which Ann sings, and back when she stops; hers never does."""
    assert busts(table(SONG, WEAK)) == ["Ben busts"]
    assert busts(table(SONG, WEAK), 3) == ["Ben busts"] * 2
    silent = {**SONG, "set": {"song": 0}}
    assert busts(table(silent, WEAK)) == []


def test_each_looks_with_an_own_condition() -> None:
    """What is in the condition besides is the number of whoever has the power: Ben has bet 5, and not 10."""
    assert busts(table(SONG, {**WEAK, "while": "song == 1 and wager == 5"})) == ["Ben busts"]
    assert busts(table(SONG, {**WEAK, "while": "song == 1 and wager == 10"})) == []


def test_they_look_when_all_numbers_are_set() -> None:
    """Of several numbers that are set together, the last one counts."""
    song = {**SONG, "memory": {"song": 0, "pitch": 0}, "set": {"song": 1, "pitch": 2}}
    weak = {**WEAK, "memory": {"song": 0, "pitch": 0}, "while": "song == 1 and pitch == 2"}
    assert busts(table(song, weak)) == ["Ben busts"]
    assert busts(table({**song, "set": {"pitch": 2, "song": 1}}, weak)) == ["Ben busts"]


@pytest.mark.parametrize(("shared", "totals"), [("team", 17), ("table", 20)])
def test_only_those_who_share_it_look(shared: str, totals: int) -> None:
    """The dealer hears a song for the whole table, and draws by a rule of their own."""
    dealer = {"memory": {"song": 0}, "while": "song == 1", "draws": "total < 19"}
    checked = table({**SONG, "shared": shared}, {**WEAK, "target": 30}, dealer)
    lines = lines_of(checked, VALUES, f"{DEAL} 3H")
    assert f"Dealer's total is {totals}" in lines


def test_it_is_the_same_at_both_speeds() -> None:
    """Powers that come and go by what others set make the same events in compiled games."""
    song = {**SONG, "reactions": [{"on": "drawn", "set": {"song": "random(0, 1)"}}]}
    dealer = {"memory": {"song": 0}, "while": "song == 1", "draws": "total < 19"}
    checked = table({**song, "set": {"song": "random(0, 1)"}}, WEAK, dealer)
    for seed in range(3):
        one, other = (compile_ruleset(checked, {**VALUES, "hands": 40}, seed) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())
