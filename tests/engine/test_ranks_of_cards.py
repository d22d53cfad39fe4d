"""Ranks and suits in conditions: cards that count alike are told apart."""

from __future__ import annotations

import pytest
from tests.oracle.tournament_duels import ANN_BUSTS, Duel, played
from tests.oracle.tournament_duels import reaction as does

PICTURES = "QS JH 6C 7D KC 9S"
"""A queen, a jack as the upcard, and a king that busts 16; the nine is the card behind it."""


@pytest.mark.parametrize(
    ("on", "name", "rank"),
    [
        ("bust", "first_rank", "Q"),
        ("bust", "last_rank", "K"),
        ("bust", "upcard_rank", "J"),
        ("turn", "last_rank", "6"),
        ("turn", "next_rank", "K"),
        ("bust", "their_last_rank", "K"),
    ],
)
def test_a_rank_is_known(on: str, name: str, rank: str) -> None:
    """The queen, the jack and the king are of the ranks 12, 11 and 13, though each of them counts ten."""
    of = {"of": "mate"} if name.startswith("their") else {}
    heard = [
        does("turn", "look at next card"),
        does(on, say="right", when=f"{name} == rank('{rank}')", **of),
        does(on, say="wrong", when=f"{name} != {'23456789TJQKA'.index(rank) + 2}", **of),
    ]
    lines = played(Duel(heard, everybody=2, strategy="simple"), PICTURES)
    said = [line.partition(": ")[2] for line in lines if ": " in line and not line.startswith("error")]
    assert said == ["right"]


@pytest.mark.parametrize(
    ("on", "name", "suit"),
    [
        ("bust", "first_suit", "S"),
        ("bust", "last_suit", "C"),
        ("bust", "upcard_suit", "H"),
        ("turn", "last_suit", "D"),
        ("turn", "next_suit", "C"),
        ("bust", "their_last_suit", "C"),
    ],
)
def test_a_suit_is_known(on: str, name: str, suit: str) -> None:
    """Spades are 1, hearts 2, clubs 3 and diamonds 4."""
    of = {"of": "mate"} if name.startswith("their") else {}
    heard = [
        does("turn", "look at next card"),
        does(on, say="right", when=f"{name} == suit('{suit}')", **of),
        does(on, say="wrong", when=f"{name} != {'SHCD'.index(suit) + 1}", **of),
    ]
    lines = played(Duel(heard, everybody=2, strategy="simple"), "QS JH 6D 7D KC 9S")
    said = [line.partition(": ")[2] for line in lines if ": " in line and not line.startswith("error")]
    assert said == ["right"]


@pytest.mark.parametrize(
    ("on", "name"),
    [
        ("hand begins", "first_rank"),
        ("hand begins", "last_rank"),
        ("bust", "next_rank"),
        ("turn", "next_rank"),
        ("hand begins", "first_suit"),
        ("hand begins", "last_suit"),
        ("hand begins", "upcard_suit"),
        ("bust", "next_suit"),
        ("turn", "next_suit"),
    ],
)
def test_no_card_has_no_rank_and_no_suit(on: str, name: str) -> None:
    """Before the first card, and of a next card at which nobody looks, rank and suit are 0."""
    lines = played(Duel([does(on, say="none", when=f"{name} == 0")], strategy="simple"), ANN_BUSTS)
    assert "Ann: none" in lines


def test_the_rank_of_the_next_card_is_forgotten_when_it_is_drawn() -> None:
    """The king that Ann has seen and drawn is not the next card any more."""
    heard = [does("turn", "look at next card"), does("bust", say="none", when="next_rank == 0")]
    assert "Ann: none" in played(Duel(heard, strategy="simple"), ANN_BUSTS)


def test_a_card_that_is_changed_is_of_another_rank() -> None:
    """The king that becomes an ace is one, and not a king, for what comes after it."""
    heard = [
        does("bust", "change card", into="A"),
        does("bust", say="ace", when="last_rank == rank('A') and last == 1"),
    ]
    assert "Ann: ace" in played(Duel(heard, strategy="simple"), f"{ANN_BUSTS} 4C")
