"""The 52 cards: their numbers and their codes.

A card's number is 13 * suit + rank, with suits spades, hearts, clubs, diamonds and ranks two to ace, so the
numbers 0 to 51 are the order of a new pack.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "SHCD"
PACK = 52


def card_code(card: int) -> str:
    """The code of a card number: rank, then suit.

    >>> card_code(0), card_code(51)
    ('2S', 'AD')
    """
    return RANKS[card % 13] + SUITS[card // 13]


def parse_card(code: str) -> int:
    """The number of a card code such as ``7C``, ``TD`` or ``10D``.

    Raises ValueError when there is no such card.

    >>> parse_card("7C")
    31
    """
    rank, suit = code[:-1].replace("10", "T").upper(), code[-1:].upper()
    if len(rank) != 1 or rank not in RANKS or not suit or suit not in SUITS:
        raise ValueError(f"no card is called {code!r}")
    return 13 * SUITS.index(suit) + RANKS.index(rank)
