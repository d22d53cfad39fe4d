from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.referee import VALUES, best_total, rounded

from bj.compiler.compile import additions
from bj.engine import program as p
from bj.engine.money import payout

WORTHS = [(value, 11 if value == 1 else value) for value in VALUES]
TARGETS = range(12, 32)


@given(st.lists(st.integers(0, 51), max_size=12), st.sampled_from(TARGETS))
def test_totals_are_those_of_counting_the_hand_anew(cards: list[int], target: int) -> None:
    """Card by card, total and softness are what the whole hand comes to."""
    table = additions(WORTHS, target)
    value, held = 0, []
    for card in cards:
        held.append(card)
        value = table[value * 13 + card % 13]
        total, soft = best_total(held, target)
        assert (value >> 1, bool(value & 1)) == (total, soft)
        if total > target:
            return


@pytest.mark.parametrize("target", TARGETS)
def test_hands_of_three_cards_have_their_totals(target: int) -> None:
    """All hands of three ranks, also those that bust, have the total of their cards in any order."""
    table = additions(WORTHS, target)
    for ranks in itertools.product(range(13), repeat=3):
        value = 0
        for rank in ranks:
            value = table[value * 13 + rank]
        assert (value >> 1, bool(value & 1)) == best_total(ranks, target)


def test_totals_never_leave_the_table() -> None:
    """From every value every card leads to a value that the table has."""
    for target in TARGETS:
        assert set(additions(WORTHS, target)) <= set(range(p.VALUES))


ROUNDINGS = {"down": p.ROUND_DOWN, "up": p.ROUND_UP, "nearest": p.ROUND_NEAREST}


@pytest.mark.parametrize(
    ("ratio", "wager", "down", "nearest", "up"),
    [
        ((3, 2), 5, 7, 8, 8),  # the handout's example
        ((3, 2), 10, 15, 15, 15),
        ((3, 2), 1, 1, 2, 2),
        ((6, 5), 7, 8, 8, 9),
        ((6, 5), 8, 9, 10, 10),
        ((1, 3), 5, 1, 2, 2),
        ((1, 3), 4, 1, 1, 2),
        ((-1, 1), 5, -5, -5, -5),
        ((0, 1), 9, 0, 0, 0),
    ],
)
def test_payouts_are_rounded_as_the_ruleset_says(
    ratio: tuple[int, int], wager: int, down: int, nearest: int, up: int
) -> None:
    """A payout in whole units is rounded down, up, or to the nearest with halves up."""
    program = [0] * p.HEAD
    program[p.PAY_NATURAL : p.PAY_NATURAL + 2] = ratio
    for rounding, expected in (("down", down), ("nearest", nearest), ("up", up)):
        program[p.ROUNDING] = ROUNDINGS[rounding]
        assert payout(program, p.PAY_NATURAL, wager) == expected


@given(st.integers(0, 9999), st.integers(1, 9999), st.integers(1, 2**40), st.sampled_from(sorted(ROUNDINGS)))
def test_payouts_are_exact(numerator: int, denominator: int, wager: int, rounding: str) -> None:
    """Any payout of any wager is the exact fraction, rounded once."""
    program = [0] * p.HEAD
    program[p.PAY_WIN : p.PAY_WIN + 2] = numerator, denominator
    program[p.ROUNDING] = ROUNDINGS[rounding]
    assert payout(program, p.PAY_WIN, wager) == rounded(Fraction(numerator * wager, denominator), rounding)
