"""The dealer's totals, drawn by the engine, have the published chances."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.analysis.test_facts import BUST_FROM_A_SIX, FROM_A_SIX, write
from tests.cli.simulating import bj

from bj.analysis.dealer_totals import dealer_totals
from bj.analysis.exact_game import make_game
from bj.session.game_plan import prepare

SOFT_17 = '\n[dealer]\ndraws = "total < 17 or soft and total == 17"\n'
BUST_BY_ONE = 0.073536
"""The probability of the dealer's total 22 by upcard, with six packs and H17."""


def test_totals_from_a_six_are_as_published(tmp_path: Path) -> None:
    """From a six of one pack every total and a bust have their known probabilities."""
    game = make_game(*prepare(write(tmp_path, 1, {}), (), {}), fresh=True)
    (six,) = dealer_totals(game, 4).upcards
    assert {total: round(six.totals[total], 6) for total in FROM_A_SIX} == FROM_A_SIX
    assert round(six.bust, 6) == BUST_FROM_A_SIX
    assert six.natural == 0


def test_naturals_and_22_of_six_packs_are_as_published(tmp_path: Path) -> None:
    """From any upcard of six packs naturals and the total 22 have their known probabilities."""
    file = write(tmp_path, 6, {})
    file.write_text(file.read_text(encoding="utf-8") + SOFT_17, encoding="utf-8")
    (*_, any_of_them) = dealer_totals(make_game(*prepare(file, (), {}), fresh=True)).upcards
    assert round(any_of_them.totals[22], 6) == BUST_BY_ONE
    assert round(any_of_them.natural, 6) == 0.047489
    assert sum(any_of_them.totals.values()) + any_of_them.natural == pytest.approx(1)


def test_one_upcard_or_all_are_reported() -> None:
    """`--up` alone is about one upcard, `--dealer` about all; seen cards are removed from the shoe."""
    (six,) = json.loads(bj("analyze", "infinite", "--up", "6", "--format", "json").output)["upcards"]
    everything = json.loads(bj("analyze", "infinite", "--dealer", "--format", "json").output)["upcards"]
    assert six in everything
    assert [each["upcard"] for each in everything][-2:] == ["A", ""]
    assert round(six["bust"], 6) == 0.42315
    table = bj("analyze", "classic", "--fresh", "--up", "A", "--seen", "T T T T J J J J Q Q Q Q K K K K")
    assert "0.0000%" in table.output.splitlines()[-1].split()[-3]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--hand", "8 8"], "all cards that the dealer shows, such as `8 8` against `T`"),
        (["--seen", "5"], "`--seen` needs `--hand` or `--dealer`"),
        (["--dealer", "--first-hands"], "are separate reports"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: list[str], why: str) -> None:
    """Half a question, or two together, are usage errors."""
    result = bj("analyze", "infinite", *words)
    assert result.exit_code == 2
    assert why in result.stderr


def test_a_game_without_an_upcard_is_refused() -> None:
    """A dealer without an upcard has no totals by upcard."""
    result = bj("analyze", "variants/british_pontoon", "--fresh", "--dealer")
    assert result.exit_code == 2
    assert "the dealer shows no card" in result.stderr
