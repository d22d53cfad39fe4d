"""Casino rules on the infinite deck: the exact values are the known ones, whatever the house allows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

import bj
from bj.simulation.simulation import has_fast

TABLE = """
[ruleset]
title = "Casino rules, infinite deck"
extends = "casino"
usage = "bankroll hands"
without = ["shoe", "strategies.basic"]

[example]
arguments = "1000 5"

[[players]]
name = "Player"
bankroll = "bankroll"
strategy = "human"

[shoe]
packs = "infinite"
shuffle = { seed = "random" }

[procedure]
game.without = ["shuffle"]
hand.without = ["reshuffle"]

[payouts]
rounding = "down"
"""
"""The dealer stands on soft 17 and peeks; double any two cards, also after splits; split to four hands, aces
once with one card each."""

H17 = '[dealer]\ndraws = "total < 17 or soft and total == 17"\n'
LATE = "[rules]\nsurrender = true\n"


class Known(NamedTuple):
    """What differs from the table above, and the value."""

    rules: str
    value: float
    """In percent of the wager, by exact recursions that state the rules themselves."""


CASINOS: Mapping[str, Known] = {
    "S17": Known("", -0.511734),
    "H17": Known(H17, -0.731096),
    "late surrender": Known(LATE, -0.426223),
    "H17, late surrender": Known(H17 + LATE, -0.629427),
    "split once, not doubled": Known(
        '[rules]\ndouble = "cards == 2 and not from_split"\nsplit = "pair and split_hands < 2"\n', -0.690237
    ),
    "never split": Known("[rules]\nsplit = false\n", -1.086742),
    "resplit aces": Known('[rules]\nsplit = "pair and split_hands < 4"\n', -0.434692),
    "split aces are hit": Known('[rules]\nhit = "True"\n', -0.320751),
    "double hard 9 to 11": Known(
        '[rules]\ndouble = "cards == 2 and not soft and total >= 9 and total <= 11"\n', -0.600710
    ),
    "never double": Known("[rules]\ndouble = false\n", -1.986608),
    "double any number of cards": Known(
        '[rules]\ndouble = "doubled == 0 and not (from_split and first == 11)"\n', -0.286205
    ),
    "early surrender": Known(
        '[rules]\nearly_surrender = true\n[procedure.hand]\nbefore."peek" = ["offer surrender"]\n', 0.121626
    ),
    "6:5": Known('[payouts]\nnatural = "6:5"\n', -1.864627),
    "a dealer's 22 pushes": Known("[payouts]\ndealer_bust_push = 22\n", -7.350096),
    "five cards win": Known(
        '[payouts.bonuses.charlie]\nwhen = "cards >= 5"\npays = "1:1"\nat_once = true\n', 1.080130
    ),
    "ties of 17 are lost": Known('[payouts]\ntied_totals = { 17 = "lose" }\n', -2.312820),
    "no hole card": Known(
        '[procedure]\ndeal = ["player up", "dealer up", "player up"]\n'
        'hand.without = ["reveal hole card", "peek", "offer insurance", "pay naturals"]\n'
        'hand.before.settle = ["pay naturals"]\n',
        -0.625264,
    ),
}

BY_NUMBER = ("five cards win", "double any number of cards")
"""Where the best play depends on how many cards a hand has, which no chart by totals knows."""

pytestmark = pytest.mark.skipif(not has_fast(), reason="takes minutes without the compiled engine")


def write(folder: Path, rules: str) -> Path:
    """A ruleset with the table above and other ``rules``."""
    base, file = folder / "table.toml", folder / "variant.toml"
    base.write_text(TABLE, encoding="utf-8")
    head = '[ruleset]\ntitle = "A variant"\nextends = "./table.toml"\n\n'
    file.write_text(head + rules, encoding="utf-8")
    return file


@pytest.mark.parametrize("name", CASINOS)
def test_casino_rules_have_the_known_values(name: str, tmp_path: Path) -> None:
    """The engine's own rules give the value that was computed without the engine, to six decimals."""
    rules, value = CASINOS[name]
    found = bj.solve(write(tmp_path, rules))
    assert round(100 * found.by_composition, 6) == value
    if name not in BY_NUMBER:
        assert round(100 * found.by_totals, 6) == value


def test_a_solved_casino_is_worth_what_its_ruleset_is(tmp_path: Path) -> None:
    """A chart with pairs, doubles and splits is written, and analysed as the strategy that it is."""
    base = write(tmp_path, LATE)
    file = tmp_path / "best.toml"
    found = bj.solve(base, file=file)
    assert set(found.rows["pair A"]) == {"Ph"}
    file.write_text(found.strategy, encoding="utf-8")
    (player,) = bj.analyze(file).players
    assert player.edge == pytest.approx(found.by_totals, abs=1e-13)
    assert player.deviation is None
    assert player.insurance == 0
    assert player.shares["surrendered"] > 0.03


def test_hands_of_casinos_have_the_known_values(tmp_path: Path) -> None:
    """Every action with 8, 8 against a ten is worth what is published, if the dealer has no natural."""
    from bj.analysis.game import make_game
    from bj.analysis.position import find_position
    from bj.simulation.simulation import prepare

    checked, values = prepare(write(tmp_path, ""), (), {})
    found = find_position(make_game(checked, values, fresh=False, solved=True), ["8", "8"], "T").actions
    known = {"split": -0.4807, "hit": -0.5398, "stand": -0.5404, "double": -1.0797}
    assert {name: round(value, 4) for name, value in found.items()} == known
    assert list(found) == list(known)
