"""Advice on rows of pay tables that never pay, compared with the engine's payouts of all hands."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bj.argument_values import fill_example
from bj.cards import PACK
from bj.compiler.compile import compile_ruleset
from bj.engine.face.side_bet_judging import judge
from bj.ruleset.advice import find_advice
from bj.ruleset.load import take_ruleset

ATOMS = (
    *("same_rank", "suited", "same_colour", "pair", "soft", "straight", "total == 20", "total > 13"),
    *("rank_matches == 1", "card_matches == 1", "first == 7", "first_rank == rank('Q')"),
    *("first_suit == suit('H')", "holds('QH')", "holds('S')", "number_of('7') == 2", "cards == 2"),
)


def conditions(atoms: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Conditions made of some parts."""
    return st.recursive(
        st.sampled_from(atoms),
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda each: f"({' '.join(each)})"),
            inner.map(lambda each: f"not ({each})"),
        ),
        max_leaves=3,
    )


def write(rows: list[str], *, cards: str) -> str:
    """An overlay of the casino with one bet, whose rows have different payouts."""
    listed = ", ".join(f'{{ when = "{when}", pays = "{pays}:1" }}' for pays, when in enumerate(rows, 1))
    head = '[ruleset]\ntitle = "T"\nextends = "casino"\n'
    return f'{head}[side_bets.odd]\ncards = "{cards}"\npay_table = [{listed}]\n'


def hidden_rows(text: str) -> set[int]:
    """The rows that the advice is about."""
    found = find_advice(take_ruleset(text))
    return {int(str(fault.path[3])) for (fault,) in found if fault.code == "BJ945"}


@settings(max_examples=25)
@given(rows=st.lists(conditions(ATOMS), min_size=2, max_size=4))
def test_the_engine_pays_no_hand_of_two_cards_by_a_reported_row(rows: list[str]) -> None:
    """A row that the advice reports is never the first match."""
    text = write(rows, cards="first two")
    checked = take_ruleset(text)
    compiled = compile_ruleset(checked, fill_example(checked.model), 0)
    hands = product(range(PACK), repeat=2)
    paid = {judge(compiled.program, compiled.table, 0, hand, [0, 0], 0) for hand in hands}
    assert not {(row + 1, 1) for row in hidden_rows(text)} & paid


@pytest.mark.parametrize(
    ("rows", "hidden"),
    [
        (["suited and straight", "straight", "suited"], set()),
        (["straight", "suited and straight"], {1}),
        (["straight and suited", "suited and upcard == 7 and straight"], {1}),
        (["same_rank", "total == 30"], set()),
        (["suited or same_rank", "same_rank and total > 10 or suited", "suited and upcard == 7"], {1, 2}),
        (["same_rank and suited", "same_rank or suited"], set()),
        (["same_colour and same_rank", "same_rank and suited"], {1}),
        (["total > 26", "upcard == 11 and total > 26"], {1}),
    ],
)
def test_a_row_is_hidden_by_a_row_with_fewer_conditions(rows: list[str], hidden: set[int]) -> None:
    """The order of the conditions does not matter."""
    assert hidden_rows(write(rows, cards="first two and upcard")) == hidden
