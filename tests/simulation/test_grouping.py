"""Simulations whose hands are counted by a number of the user's choice."""

from __future__ import annotations

from dataclasses import replace

import pytest

import bj
from bj import UsageError
from bj.session.engines import PLAIN, compiled_engine
from bj.session.game_plan import prepare
from bj.simulation.blocks import play_block
from bj.simulation.jobs import make_job

COUNTER = "counters/hi_lo"
HANDS = 1000


def by(number: str, *, workers: int = 1, hands: int = HANDS) -> dict[int, tuple[int, float]]:
    """The hands at each value of a number, and their winnings."""
    found = bj.simulate(COUNTER, ["100"], hands=hands, by=number, workers=workers, engine="plain")
    return {at.count: (at.hands, at.per_hand.value) for at in found.players[0].by_count}


def test_a_defined_name_counts_every_hand_once() -> None:
    """The values of a true count divide all hands and winnings; the running count differs."""
    found, running = by("true_count"), by("")
    assert sum(hands for hands, _ in found.values()) == sum(hands for hands, _ in running.values()) == HANDS
    money = [sum(hands * each for hands, each in part.values()) for part in (found, running)]
    assert money[0] == pytest.approx(money[1])
    assert found.keys() < running.keys()


def test_numbers_are_those_when_the_wager_is_made() -> None:
    """Hands are numbered from 1, so each has a remainder."""
    assert {number: hands for number, (hands, _) in by("hand % 4", hands=400).items()} == {
        0: 100, 1: 100, 2: 100, 3: 100
    }  # fmt: skip


def test_a_condition_is_a_number_too() -> None:
    """Hands that meet a condition count as 1, all others as 0."""
    negative = sum(hands for count, (hands, _) in by("").items() if count < 0)
    assert by("count < 0")[1][0] == negative


def test_what_lies_beyond_the_table_is_counted_with_it() -> None:
    """Numbers above 40 are counted as 40, and below -40 as -40."""
    assert by("100 if count >= 0 else -100", hands=200).keys() <= {-40, 40}


def test_the_last_values_include_all_beyond_them() -> None:
    """A report does not call a number of 312 cards 40."""
    found = bj.simulate(
        "casino", ["1000", "10", "basic"], hands=100, by="cards_left", engine="plain", workers=1
    )
    assert "+40 or more" in bj.to_text(found)
    assert "<th>+40 or more</th>" in found._repr_html_()
    assert "or more" not in bj.to_text(replace(found, players=[replace(found.players[0], by_count=())]))


def test_both_engines_count_alike() -> None:
    """Both engines find the same numbers."""
    checked, values = prepare(COUNTER, ["100"], {})
    job = make_job(checked, values, "hands", by="true_count")
    plain, compiled = (play_block(job, 1, 500, engine).to_json() for engine in (PLAIN, compiled_engine()))
    assert plain == compiled


@pytest.mark.parametrize(
    ("number", "why"),
    [
        ("true_cout", "`true_cout` is not defined here"),
        ("total", "`total`"),
        ("bankroll", "this is an amount of money"),
        ("random(1, 6)", "depends on chance"),
        ("count +", "by: "),
    ],
)
def test_other_numbers_are_refused_in_one_line(number: str, why: str) -> None:
    """Hands cannot be grouped by money, random numbers, or what is unknown at the wager."""
    with pytest.raises(UsageError, match=why):
        by(number)
