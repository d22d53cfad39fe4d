from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.cases import laid_over
from tests.umpire.house import Worths, best_total, rounded

from bj.argument_values import fill_arguments
from bj.catalogue.limits import LARGEST_TARGET, LEAST_TARGET
from bj.compiler.program_head import additions, worths_of
from bj.compiler.program_writer import ProgramWriter
from bj.engine.game.settlement import payout
from bj.engine.layout import program as p

STANDARD = Worths((2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1), (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11))
TARGETS = range(12, 32)


@st.composite
def any_worths(draw: st.DrawFn) -> Worths:
    """Values of ranks; all that can count high gain the same amount."""
    gain = draw(st.integers(1, 10))
    low = draw(st.lists(st.integers(1, 11), min_size=13, max_size=13))
    return Worths(
        tuple(low), tuple(worth + gain * (worth + gain <= 11 and draw(st.booleans())) for worth in low)
    )


def additions_of(worths: Worths, target: int) -> list[int]:
    """The table of totals for these values."""
    return list(additions(tuple(zip(worths.low, worths.high, strict=True)), target))


@given(st.lists(st.integers(0, 51), max_size=12), st.sampled_from(TARGETS), st.just(STANDARD) | any_worths())
def test_totals_are_those_of_recounting_the_hand(cards: list[int], target: int, worths: Worths) -> None:
    """Card by card, total and softness equal those of the whole hand."""
    table = additions_of(worths, target)
    value, held = 0, []
    for card in cards:
        held.append(card)
        value = table[value * 13 + card % 13]
        total, soft = best_total(held, target, worths)
        assert (value >> 1, bool(value & 1)) == (total, soft)
        if total > target:
            return


@pytest.mark.parametrize("target", TARGETS)
def test_hands_of_three_cards_have_their_totals(target: int) -> None:
    """All hands of three ranks, including busted ones, have the total of their cards in any order."""
    table = additions_of(STANDARD, target)
    for ranks in itertools.product(range(13), repeat=3):
        value = 0
        for rank in ranks:
            value = table[value * 13 + rank]
        assert (value >> 1, bool(value & 1)) == best_total(ranks, target, STANDARD)


def test_totals_never_leave_the_table() -> None:
    """Each card leads from each value to a value in the table."""
    for target in TARGETS:
        assert set(additions_of(STANDARD, target)) <= set(range(p.VALUES))


ROUNDINGS = {"down": p.ROUND_DOWN, "up": p.ROUND_UP, "nearest": p.ROUND_NEAREST}


def test_no_soft_total_is_less_than_what_its_high_card_adds() -> None:
    """Ranks outside the pack with other gains never make a soft total that can fall below 0."""
    joker = {"name": "Joker", "value": 1, "or": 5}
    checked = laid_over("duel", {"cards": {"pack": {"A": 0, "X": 0}, "ranks": {"X": joker}}})
    worths = worths_of(ProgramWriter(checked, fill_arguments(checked.model.command_line, [], {})))
    least = min(high for low, high in worths if high > low)
    for target in range(LEAST_TARGET, LARGEST_TARGET + 1):
        table = additions(worths, target)
        starts = [(2 * total + 1) * p.RANKS for total in range(least, target + 1)]
        assert all(min(table[at : at + p.RANKS]) >= 0 for at in starts)


@given(st.integers(0, 9999), st.integers(1, 9999), st.integers(1, 2**40), st.sampled_from(sorted(ROUNDINGS)))
def test_payouts_are_exact(numerator: int, denominator: int, wager: int, rounding: str) -> None:
    """Any payout of any wager is the exact fraction, rounded once."""
    program = [0] * p.HEAD
    program[p.PAY_WIN : p.PAY_WIN + 2] = numerator, denominator
    program[p.ROUNDING] = ROUNDINGS[rounding]
    assert payout(program, p.PAY_WIN, wager) == rounded(Fraction(numerator * wager, denominator), rounding)
