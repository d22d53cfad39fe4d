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

OF_UPCARD = ("upcard == 10", "upcard_suit == suit('S')", "upcard_rank == rank('Q')", "upcard > 6")

FEW_CARDS = '[cards]\npack = { "3 4 5 6 8 9 T" = 0 }\n'
"""A pack of six ranks, among which are those of the conditions and of straights."""


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


def write(rows: list[str], *, cards: str, packs: int = 6) -> str:
    """An overlay of the casino with one bet, whose rows have different payouts."""
    listed = ", ".join(f'{{ when = "{when}", pays = "{pays}:1" }}' for pays, when in enumerate(rows, 1))
    head = f'[ruleset]\ntitle = "T"\nextends = "casino"\n[shoe]\npacks = {packs}\n'
    return f'{head}[side_bets.odd]\ncards = "{cards}"\npay_table = [{listed}]\n'


def hidden_rows(text: str) -> set[int]:
    """The rows that the advice is about."""
    found = find_advice(take_ruleset(text))
    return {int(str(fault.path[3])) for (fault,) in found if fault.code == "BJ945"}


@settings(max_examples=25)
@given(rows=st.lists(conditions(ATOMS), min_size=1, max_size=4))
def test_rows_of_two_cards_are_hidden_if_the_engine_never_pays_them(rows: list[str]) -> None:
    """The advice reports exactly the rows that the engine pays for no hand of two cards."""
    text = write(rows, cards="first two")
    checked = take_ruleset(text)
    compiled = compile_ruleset(checked, fill_example(checked.model), 0)
    hands = product(range(PACK), repeat=2)
    paid = {judge(compiled.program, compiled.table, 0, hand, [0, 0], 0) for hand in hands}
    assert hidden_rows(text) == {row for row in range(len(rows)) if (row + 1, 1) not in paid}


@settings(max_examples=10)
@given(rows=st.lists(conditions(ATOMS + OF_UPCARD), min_size=2, max_size=4), picks=st.data())
def test_no_hand_is_paid_by_a_hidden_row_of_three_cards(rows: list[str], picks: st.DataObject) -> None:
    """The engine never pays a reported row about the first two cards and the upcard."""
    text = write(rows, cards="first two and upcard") + FEW_CARDS
    checked = take_ruleset(text)
    compiled = compile_ruleset(checked, fill_example(checked.model), 0)
    hidden = {(row + 1, 1) for row in hidden_rows(text)}
    cards = st.sampled_from([*checked.pack.copies])
    for _ in range(50):
        *hand, upcard = picks.draw(st.tuples(cards, cards, cards))
        assert judge(compiled.program, compiled.table, 0, hand, [upcard, 0], upcard) not in hidden


@pytest.mark.parametrize(
    ("rows", "packs", "hidden"),
    [
        (["suited and straight", "straight", "suited"], 6, set()),
        (["straight", "suited and straight"], 6, {1}),
        (["same_rank", "total == 30"], 6, set()),
        (["holds('7') and same_rank", "number_of('7') == 3 and suited"], 6, {1}),
        (["card_matches == 2"], 2, {0}),
        (["card_matches == 2"], 3, set()),
        (["dealer_total == 20 and suited", "suited"], 6, set()),
        (["suited", "dealer_total == 20 and suited"], 6, {1}),
        (["total > 26", "upcard == 11 and total > 26"], 6, {1}),
        (["upcard == 7 and suited", "holds('7') and suited and upcard == 7"], 6, {1}),
        (["upcard == 12"], 6, {0}),
    ],
)
def test_rows_of_three_cards(rows: list[str], packs: int, hidden: set[int]) -> None:
    """Straights, cards that the shoe lacks, and facts about other cards are judged too."""
    assert hidden_rows(write(rows, cards="first two and upcard", packs=packs)) == hidden


def test_a_bet_on_whole_hands_gets_no_advice() -> None:
    """Rows about all cards of a hand are trusted."""
    rows = ["total > 21", "total > 21 and cards == 3"]
    assert hidden_rows(write(rows, cards="dealer")) == set()


def test_a_bet_gets_no_advice_where_powers_change_cards() -> None:
    """With powers, the rows of a pay table are trusted."""
    text = write(["same_rank", "same_rank and suited"], cards="first two")
    assert hidden_rows(text) == {1}
    assert hidden_rows(text + '[dealer]\nreactions = [{ on = "bust", say = "Oh" }]\n') == set()
