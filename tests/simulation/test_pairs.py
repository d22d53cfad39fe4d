from __future__ import annotations

import statistics
from collections.abc import Sequence
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bj.errors import UsageError
from bj.session.engines import PLAIN, choose_engine
from bj.session.game_plan import prepare
from bj.simulation import paired_play
from bj.simulation.bankroll_paths import sample_paths
from bj.simulation.compared_quantities import PER_WAGER, RUIN, list_differences, match, subtract
from bj.simulation.comparison import Comparison, compare, make_contest
from bj.simulation.estimates import proportion
from bj.simulation.jobs import make_job
from bj.simulation.participants import describe_setting
from bj.simulation.simulation import RunOptions
from bj.simulation.tallies import PAIR_SIZE, BlockTally, add_up

SIDES = {"left_arguments": {"player": "simple"}, "right_arguments": {"player": "counting"}}


def sums_of(batches: Sequence[Sequence[int]]) -> list[int]:
    """The sums of paired batches with numerators and denominators of the left and the right side."""
    sums = [0] * PAIR_SIZE
    for values in batches:
        products = [prod(values[place] for place in places) for places in paired_play.PRODUCTS]
        sums = add_up(sums, [1, *values, *products, int(tuple(values[:2]) != tuple(values[2:]))])
    return sums


def small(**changes: object) -> Comparison:
    """A small comparison of two strategies."""
    options = {"hands": 3000, "workers": 1, **SIDES, **changes}
    return compare("classic", "classic", ["100", "5", "50"], **options)  # type: ignore[arg-type]  # as they come


BATCHES = st.lists(
    st.tuples(st.integers(-500, 500), st.integers(1, 500), st.integers(-500, 500), st.integers(1, 500)),
    min_size=2,
    max_size=40,
)


@given(BATCHES)
def test_differences_are_those_of_the_residuals(batches: list[tuple[int, int, int, int]]) -> None:
    """Value and errors are those of the residuals; errors are unknown if these are few or skewed."""
    sums = sums_of(batches)
    left, right, difference, _ = subtract(sums)
    tops = [sum(column) for column in zip(*batches, strict=True)]
    ratios = tops[0] / tops[1], tops[2] / tops[3]
    assert (left.value, right.value) == pytest.approx(ratios)
    assert difference.value == pytest.approx(ratios[1] - ratios[0])
    count = len(batches)
    lefts = [(top - ratios[0] * bottom) / tops[1] for top, bottom, _, _ in batches]
    rights = [(top - ratios[1] * bottom) / tops[3] for _, _, top, bottom in batches]
    boths = [there - here for here, there in zip(lefts, rights, strict=True)]
    for found, residuals in ((left, lefts), (right, rights), (difference, boths)):
        error = (statistics.variance(residuals) * count) ** 0.5
        squares, cubes = (sum(residual**power for residual in residuals) for power in (2, 3))
        if found.error is not None:
            assert found.error == pytest.approx(error)
        else:
            few = sum(tuple(each[:2]) != tuple(each[2:]) for each in batches) < 10
            assert count < 20 or 25 * cubes**2 >= 0.999 * squares**3 or (few and found is difference)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """About 95% of 400 comparisons of artificial correlated batches have the true value in their interval."""
    chance = Random(1)  # noqa: S311  # no secret
    held = 0
    for _ in range(400):
        batches = []
        for _ in range(100):
            luck = chance.gauss(0, 30)
            batches.append(
                (round(luck - 5), 100, round(luck + chance.gauss(0, 10) + 5), 80 + chance.randrange(41))
            )
        _, _, difference, reduction = subtract(sums_of(batches))
        held += (difference.low or 0) <= 0.1 <= (difference.high or 0)
        assert reduction > 3
    assert 365 <= held <= 395


def test_rare_differences_have_an_interval_once_there_are_enough() -> None:
    """If batches differ in one direction only, about 25 must differ before the error is known."""
    known = {}
    for differing in (0, 3, 10, 20, 25, 100):
        batches = [(3, 2, 3 - (at < differing), 2) for at in range(500)]
        left, _, difference, _ = subtract(sums_of(batches))
        known[differing] = difference.error is not None
        assert left.error is None
        assert difference.value == -differing / 1000
    assert known == {0: False, 3: False, 10: False, 20: False, 25: True, 100: True}


def test_differences_either_way_need_ten_batches_that_differ() -> None:
    """If few batches differ, the error is unknown, also if gains and losses balance."""
    known = {}
    for differing in (2, 6, 9, 10):
        batches = [(3, 2, 3 + (at < differing) * (-1) ** at, 2) for at in range(60)]
        known[differing] = subtract(sums_of(batches))[2].error is not None
    assert known == {2: False, 6: False, 9: False, 10: True}


def test_batches_that_differ_are_counted() -> None:
    """A comparison counts for each quantity the batches in which the sides differ."""
    side, other = (prepare("classic", ["100", "5", "50", player], {}) for player in ("simple", "counting"))
    job = make_contest(side, other, RunOptions("hands", 200), 2).job
    played = paired_play.play_pairs(job, 0, 200, PLAIN)
    assert job.against is not None
    left, right = paired_play.Side(job, PLAIN, 200), paired_play.Side(job.against, PLAIN, 200)
    batches = [(left.play(number, 2), right.play(number, 2)) for number in range(100)]
    for (top, bottom, other_top, other_bottom), sums in zip(job.pairs, played.pairs, strict=True):
        apart = [
            (here[top], here[bottom]) != (there[other_top], there[other_bottom]) for here, there in batches
        ]
        assert 0 < sum(apart) < 100
        assert sums[-1] == sum(apart)


def test_what_was_different_a_few_times_is_not_what_never_was() -> None:
    """The error of ruin is unknown if only three of sixty games on one side ended in it."""
    side = prepare("classic", ["100", "5", "50"], {})
    contest = make_contest(side, prepare("classic", ["100", "5", "60"], {}), RunOptions("games", 60), None)
    sums = sums_of([(0, 1, int(at < 3), 1) for at in range(60)])
    tally = BlockTally(pairs=[sums for _ in contest.quantities])
    (ruin,) = [each.difference for each in list_differences(contest, tally, {RUIN})]
    assert (ruin.value, ruin.error, ruin.low) == (0.05, None, None)


def test_the_same_game_has_no_difference() -> None:
    """A ruleset compared with itself gives the same hands on both sides."""
    found = compare("classic", "classic", hands=2000, engine="plain", workers=1)
    assert all(each.difference.value == each.difference.error == 0 for each in found.differences)
    assert all(each.reduction == float("inf") for each in found.differences)
    assert found.left.key == found.right.key


def test_comparisons_are_the_same_wherever_they_are_played() -> None:
    """The key does not depend on the workers or the engine."""
    keys = {small(workers=1).key, small(workers=2).key}
    if choose_engine("auto") == "compiled":
        keys |= {small(engine="compiled", workers=workers).key for workers in (1, 2)}
    assert len(keys) == 1


def test_a_batch_is_a_new_game_with_a_new_seed() -> None:
    """Batches have the requested length, or there are at least 20; amounts are rounded up."""
    for options, batch, batches in (
        ({"hands": 3000}, 150, 20),
        ({"hands": 513}, 25, 21),
        ({"hands": 20}, 1, 20),
        ({"hands": 11_000}, 512, 22),
        ({"hands": 3000, "batch": 70}, 70, 43),
        ({"hands": None, "games": 30}, 1, 30),
        ({"hands": None, "games": 45, "batch": 2}, 2, 23),
    ):
        found = small(**options)
        assert (found.batch, found.batches) == (batch, batches)
        played = found.left.games.games if found.left.games else found.left.hands
        assert played == batch * batches
    assert small(batch=100).key != small(batch=150).key


def test_blocks_have_whole_batches() -> None:
    """Batches are not cut at the end of a block; the next block begins with the next batch."""
    found = small(hands=None, games=207, batch=9)
    assert (found.batches, found.left.blocks) == (23, 3)
    assert found.left.games is not None
    assert found.left.games.games == 207


@pytest.mark.parametrize(
    ("options", "remedy"),
    [
        ({"hands": 19}, "play 20 hands or more"),
        ({"hands": 512, "batch": 512}, "play 10240 hands or more, or use batches of at most 25"),
        ({"hands": None, "games": 19}, "play 20 games or more"),
        (
            {"hands": None, "games": 100, "batch": 6},
            "play 120 games or more, or use batches of at most 5",
        ),
    ],
)
def test_too_few_batches_are_refused(options: dict[str, Any], remedy: str) -> None:
    """Fewer than 20 batches are refused with a remedy."""
    with pytest.raises(UsageError, match="at least 20 batches are needed") as refused:
        small(**options)
    assert refused.value.remedy == remedy


def test_sides_have_errors_of_their_batches() -> None:
    """The error of a side is that of its batches, close to that in the table of differences."""
    found = small()
    (edge,) = [each for each in found.differences if each.quantity == PER_WAGER]
    for here, side in ((edge.left, found.left), (edge.right, found.right)):
        assert here.value == side.players[0].edge.value
        assert here.error == pytest.approx(side.players[0].edge.error, rel=0.1)


def test_probabilities_that_never_differed_have_an_interval(tmp_path: Path) -> None:
    """If no game ended differently, the interval covers differences too rare to be seen."""
    other = tmp_path / "other.toml"
    other.write_text(
        '[ruleset]\ntitle = "6:5"\nextends = "classic"\nformat = 1\n[payouts]\nnatural = "6:5"\n', "utf-8"
    )
    options: dict[str, Any] = {"games": 30, "engine": "plain", "workers": 1}
    found = compare("classic", other, ["10000", "5", "4"], **options)
    (ruin,) = [each.difference for each in found.differences if each.quantity == RUIN]
    assert (ruin.value, ruin.low, ruin.high) == (0.0, -proportion(30, 0).high, proportion(30, 0).high)  # type: ignore[operator]  # it is known
    assert ruin.error is not None
    assert ruin.error > 0


def test_blocks_have_other_seeds() -> None:
    """The second block plays other games than the first."""
    one, two = small(hands=None, games=100), small(hands=None, games=200)
    assert two.left.players[0].outcomes != {
        name: 2 * times for name, times in one.left.players[0].outcomes.items()
    }


def test_sides_may_have_other_generators(tmp_path: Path) -> None:
    """A side plays the same games in every comparison, also against another generator."""
    other = tmp_path / "other.toml"
    other.write_text(
        '[ruleset]\ntitle = "Uniform"\nextends = "classic"\nformat = 1\n'
        '[shoe.shuffle]\nmethod = "uniform"\ngenerator = "sfc32"\n',
        "utf-8",
    )
    options: dict[str, Any] = {"hands": 1500, "engine": "plain", "workers": 1}
    mixed, alike = compare("classic", other, **options), compare(other, other, **options)
    assert mixed.right.key == alike.right.key
    assert mixed.left.key == compare("classic", "classic", **options).left.key


def test_both_sides_are_counted_in_full() -> None:
    """Each side is a simulation of its own with the requested hands."""
    found = small()
    assert (found.left.hands, found.right.hands) == (3000, 3000)
    assert found.left.players[0].strategy == "simple"
    assert found.right.players[0].by_count
    (edge,) = [each for each in found.differences if each.quantity == PER_WAGER]
    assert edge.left.value == found.left.players[0].edge.value
    assert edge.right.value == found.right.players[0].edge.value


def test_precision_is_that_of_the_difference() -> None:
    """A comparison stops at the requested error of the difference, at the same block for any crew."""
    options = {"hands": None, "games": 5000, "precision": 0.01}
    found, other = small(**options), small(**options, workers=2)
    error = found.differences[0].difference.error
    assert error is not None
    assert error <= 0.01
    assert found.batches < 5000
    assert found.key == other.key


def test_checkpoints_of_comparisons_go_on(tmp_path: Path) -> None:
    """A comparison resumed from a checkpoint ends with the same numbers."""
    file = tmp_path / "kept"
    whole = small(hands=None, games=250)
    small(hands=None, games=120, checkpoint=file)
    assert small(hands=None, games=250, checkpoint=file).key == whole.key


def test_seats_are_matched_by_name_and_then_in_order() -> None:
    """Seats are matched by name; the others in order, if their numbers are equal."""
    assert match(["Ann", "Bob"], ["Bob", "Cleo"]) == [(0, 1), (1, 0)]
    assert match(["Ann"], ["Bob"]) == [(0, 0)]
    assert match(["Ann"], ["Bob", "Cleo"]) == []
    with pytest.raises(UsageError, match="no seat in common"):
        compare("classic", "sos_vs_sc", games=20)


def test_paths_end_where_games_end() -> None:
    """A sampled path begins with the first bankroll and ends with the last one of the same game."""
    checked, values = prepare("classic", ["20", "5", "30"], {})
    job = make_job(checked, values, "games")
    setting = describe_setting(checked, values, job)
    paths = sample_paths(job, setting, PLAIN, games=6)
    (path,) = paths.players
    assert path.name == "Player"
    assert all(band[0] == 20 for band in path.bands)
    assert paths.hands[0] == 0
    side = paired_play.Side(job, PLAIN, 6)
    ends = [side.play(number, 1)[paired_play.place(0, paired_play.BANKROLL)] for number in range(6)]
    assert [example[-1] for example in path.examples] == ends
    assert len(set(ends)) > 1
