"""Finds the payouts of side bets for given cards, without playing a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bj.cards import MOST_CARDS
from bj.catalogue.limits import MOST_HELD

from ..cards.dealing import note_upcard, update_value
from ..cards.hand_facts import look
from ..game.settlement import find_bonus
from ..game.side_bets import lay_cards
from ..layout import formula_operations as f
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints

OF_RANKS: Mapping[str, int] = {
    "pair": f.PAIR,
    "same_rank": f.SAME_RANK,
    "straight": f.STRAIGHT,
}
"""Maps expression names to operations that depend only on the ranks of the cards, in any order."""


def judge(
    program: Ints, table: Ints, number: int, player: Sequence[int], dealer: Sequence[int], upcard: int
) -> tuple[int, int] | None:
    """Return the payout of the side bet with this ``number``, or None if the bet loses.

    ``player`` and ``dealer`` are the cards in the two hands. ``upcard`` is one of the dealer's cards. It can
    be any card if no condition depends on it.
    """
    hand, dealers = table[t.DEALT], table[t.DEALER_HAND]
    table[t.WORK] = 0
    _hold(program, table, hand, player)
    _hold(program, table, dealers, dealer)
    note_upcard(program, table, upcard)
    bet = program[p.SIDE_BETS] + number * p.BET_SIZE
    at = find_bonus(program, table, program[bet + p.BET_PAYS], lay_cards(program, table, bet, hand))
    return (program[at], program[at + 1]) if at else None


def facts_of(program: Ints, table: Ints, ranks: Sequence[int]) -> dict[str, int]:
    """Return facts about a hand with these ``ranks``, keyed by the names that expressions use.

    Only facts that depend on ranks alone are included. ``table`` is not changed.
    """
    laid = list(table)
    hand = laid[t.DEALT]
    cards = [next(card for card in range(MOST_CARDS) if program[p.RANK_OF + card] == rank) for rank in ranks]
    _hold(program, laid, hand, cards)
    facts = {name: look(program, laid, operation, hand) for name, operation in OF_RANKS.items()}
    value = laid[hand + t.VALUE]
    return {"cards": len(cards), "total": value >> 1, "soft": value & 1, **facts}


def _hold(program: Ints, table: Ints, hand: int, cards: Sequence[int]) -> None:
    """Replace the cards in a hand. Raises ValueError if there are too many."""
    if len(cards) > MOST_HELD:
        raise ValueError(f"a hand holds at most {MOST_HELD} cards")
    for place, card in enumerate(cards):
        table[hand + t.HELD + place] = card
    table[hand + t.CARDS] = len(cards)
    update_value(program, table, hand)
