"""Side bets judged by cards that a driver lays out, without playing a hand."""

from __future__ import annotations

from collections.abc import Sequence

from . import program as p
from . import table as t
from .hands import count_again
from .mode import Ints
from .money import find_bonus
from .side_bets import lay_cards


def judge(
    program: Ints, table: Ints, number: int, player: Sequence[int], dealer: Sequence[int], upcard: int
) -> tuple[int, int] | None:
    """What the side bet of a ``number`` pays for one where a player and the dealer hold some cards.

    None for a bet that is lost. The ``upcard`` is one of the dealer's cards, or any if nobody asks for it.
    """
    hand, dealers = table[t.DEALT], table[t.DEALER_HAND]
    _hold(program, table, hand, player)
    _hold(program, table, dealers, dealer)
    table[t.UPCARD] = program[p.RANK_OF + upcard]
    bet = program[p.SIDE_BETS] + number * p.BET_SIZE
    at = find_bonus(program, table, program[bet + p.BET_PAYS], lay_cards(program, table, bet, hand))
    return (program[at], program[at + 1]) if at else None


def _hold(program: Ints, table: Ints, hand: int, cards: Sequence[int]) -> None:
    """Put some cards into a hand, in place of those that it has."""
    for place, card in enumerate(cards):
        table[hand + t.HELD + place] = card
    table[hand + t.CARDS] = len(cards)
    count_again(program, table, hand)
