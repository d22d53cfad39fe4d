"""Impossible corrections are refused, and the table stays unchanged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

import pytest
from tests.session.games import run, shipped

from bj.argument_values import Value
from bj.cards import MOST_CARDS
from bj.catalogue.events import CARD_MASK
from bj.catalogue.limits import LARGEST_NUMBER
from bj.compiler.compile import Compiled, compile_ruleset
from bj.compiler.wrong_rules import enter_in_order, lay_out, retake
from bj.engine.cards.payments_and_stakes import LARGEST_BANKROLL
from bj.engine.face import driving, state_corrections
from bj.engine.face.view import Reason, Stop, View
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.engine.layout.plain_or_compiled import Ints
from bj.session.engines import PLAIN

Correction: TypeAlias = Callable[[list[int], list[int], int], object]
"""A change of a program and its table with an impossible number."""


@cache
def contest(seed: int) -> Compiled:
    """A game with a riffled shoe, two teams, counts and a power that retakes hands."""
    values: dict[str, Value] = {"normal": 10, "hands": 1, "kind": "counting", "dealers": "sc"}
    return compile_ruleset(shipped("sos_vs_sc"), values, seed)


def in_play() -> tuple[list[int], list[int]]:
    """The program and the table of a game in the middle of a hand, when a player needs a card."""
    program, table = list(contest(3).program), list(contest(3).table)
    driving.deal_by_hand(program, table, cards=True, cuts=False)
    for _ in range(3):
        assert PLAIN.play(program, table, driving.no_record()) == Stop.CHANCE
        driving.answer(table, 0)
    assert PLAIN.play(program, table, driving.no_record()) == Stop.CHANCE
    return program, table


def count_for_all(program: Ints, table: Ints, card: int) -> None:
    """Count a card for all players."""
    for person in range(len(contest(3).persons)):
        state_corrections.count_card(program, table, person, card, 1)


NO_CARD, NO_CUT = (-1, MOST_CARDS, CARD_MASK, 1 << 40), (-(1 << 40), -1, 53, 1020, 1 << 62)
CORRECTIONS: Mapping[str, tuple[Correction, tuple[int, ...]]] = {
    "bankroll": (
        lambda _, table, number: state_corrections.correct_bankroll(table, 0, number),
        (LARGEST_BANKROLL + 1, -LARGEST_BANKROLL - 1),
    ),
    "hand": (
        lambda _, table, number: state_corrections.correct_hand(table, number),
        (0, -1, LARGEST_NUMBER + 1),
    ),
    "counted card": (count_for_all, NO_CARD),
    "upcard": (state_corrections.correct_upcard, NO_CARD),
    "card of a sum": (
        lambda program, table, card: state_corrections.make_sum(program, table, card, 20),
        NO_CARD,
    ),
    "sum": (
        lambda program, table, value: state_corrections.make_sum(program, table, 0, value),
        (-1, p.VALUES, 1 << 40),
    ),
    "cut": (
        lambda _, table, number: state_corrections.riffle_otherwise(
            table, number, lambda cards, _: cards[::-1]
        ),
        NO_CUT,
    ),
    "shoe": (lambda program, table, number: lay_out(range(number))(program, table), (0, 51, 53, 1000)),
    "roster": (
        lambda program, table, number: enter_in_order(range(number), is_dealer=False)(program, table),
        (3, 6, 10),
    ),
}
IMPOSSIBLE = [(what, number) for what, (_, numbers) in CORRECTIONS.items() for number in numbers]


@pytest.mark.parametrize(("what", "number"), IMPOSSIBLE)
def test_what_is_impossible_is_not_put_right(what: str, number: int) -> None:
    """An impossible number changes neither the table nor the program."""
    program, table = in_play()
    before = [*program], [*table]
    CORRECTIONS[what][0](program, table, number)
    assert (program, table) == before


@pytest.mark.parametrize("cut", NO_CUT)
def test_a_shoe_is_riffled_at_a_possible_cut_alone(cut: int) -> None:
    """An impossible cut leaves the cards as they are."""
    program, table = in_play()
    coming, size = View(program, table).coming, len(table)
    state_corrections.cut_again(program, table, cut)
    assert (View(program, table).coming, len(table)) == (coming, size)
    state_corrections.cut_again(program, table, 26)
    assert View(program, table).coming != coming


@pytest.mark.parametrize("was_dealer", [True, False])
def test_only_a_member_who_is_out_comes_back(was_dealer: bool) -> None:
    """No team exceeds its members, however often the winners leave in place of the losers."""
    _, table = in_play()
    fresh = contest(3).table
    before = [*table]
    state_corrections.correct_kick_out(table, fresh, was_dealer=was_dealer)
    assert table == before
    left = t.DEALERS_LEFT if was_dealer else t.PLAYERS_LEFT
    table[left] -= 1
    state_corrections.correct_kick_out(table, fresh, was_dealer=was_dealer)
    assert table[left] == fresh[left]
    assert table[t.DEALERS_LEFT] + table[t.PLAYERS_LEFT] == fresh[t.DEALERS_LEFT] + fresh[t.PLAYERS_LEFT] - 1


@pytest.mark.parametrize("is_dealer", [True, False])
def test_a_member_called_in_is_the_next_of_the_team(is_dealer: bool) -> None:
    """The other members wait in their order; none of them must be called in."""
    _, table = in_play()
    roster, left = (t.DEALER_ROSTER, t.DEALERS_LEFT) if is_dealer else (t.ROSTER, t.PLAYERS_LEFT)
    begin, end = table[roster], table[roster] + table[left]
    first, *others = table[begin:end]
    person = (first - t.PERSONS) // t.PERSON_SIZE
    assert others
    assert state_corrections.call_in(table, contest(3).table, person, is_dealer=is_dealer)
    assert table[begin:end] == [*others, first]
    assert not state_corrections.call_in(table, contest(3).table, person, is_dealer=is_dealer)


def test_a_hand_is_retaken_within_its_room() -> None:
    """A power that takes more cards than a hand has room for ends the game with a fault."""
    reasons = set()
    for seed in range(20):
        program, table = list(contest(seed).program), list(contest(seed).table)
        retake(40)(program, table)
        end = run(program, table)
        fault = View(program, end.table).fault
        reasons.add(fault and fault.reason)
    assert reasons == {None, Reason.HAND_FULL}
