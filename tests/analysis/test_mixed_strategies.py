"""Tests that a strategy with a random choice between hit and stand has the mean of both values."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis import games

import bj
from bj import UsageError


def value_of(folder: Path, *rules: str) -> float:
    """The value of a small game with a strategy of these rules."""
    games.load(folder)
    file = folder / "small.toml"
    head, rest = file.read_text(encoding="utf-8").split("rules = ")
    file.write_text(f"{head}rules = [{', '.join(rules)}]\n" + rest.split("\n", 1)[1], encoding="utf-8")
    return bj.analyze(file).players[0].edge


HIT_10 = '{ when = "total <= 10", do = "hit" }'
STAND = '{ do = "stand" }'


def lot(cases: int) -> str:
    """A rule that hits hard 15, always a five and a ten, with a chance of ``cases`` in 100."""
    return f'{{ when = "total == 15 and not soft and chance({cases})", do = "hit" }}'


def test_a_lot_for_one_hand_is_the_mean_of_both_plays(tmp_path: Path) -> None:
    """A strategy that hits in 30 of 100 cases has 30% of the value of hitting and 70% of standing."""
    stands, mixes, hits = (value_of(tmp_path, HIT_10, lot(cases), STAND) for cases in (0, 30, 100))
    assert stands != hits
    assert mixes == pytest.approx(0.7 * stands + 0.3 * hits)


def test_a_second_lot_is_drawn_where_the_first_one_is_lost(tmp_path: Path) -> None:
    """Two chances of one half hit in three of four cases."""
    twice = value_of(tmp_path, HIT_10, lot(50), lot(50), STAND)
    assert twice == pytest.approx(value_of(tmp_path, HIT_10, lot(75), STAND))


DOUBLES, BY_CARDS = '{ when = "chance(50)", do = "double" }', '{ when = "chance(cards)", do = "hit" }'


@pytest.mark.parametrize("rule", [DOUBLES, BY_CARDS])
def test_other_lots_are_refused(rule: str, tmp_path: Path) -> None:
    """Random doubles, and odds that depend on the hand, need simulations."""
    with pytest.raises(UsageError, match=r"uses chance|cannot compute the chances"):
        value_of(tmp_path, rule, STAND)
