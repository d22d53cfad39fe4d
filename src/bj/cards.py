"""Cards, with their numbers and codes.

A standard card has the number 13 * suit + rank, where the suits are spades, hearts, clubs and diamonds, and
the ranks go from two to ace. The numbers 0 to 51 therefore follow the order of a new pack. Cards of custom
ranks are numbered from 52, with four cards per rank.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "SHCD"
PACK = 52

OWN_RANKS = "BEFGILMNOPRUVWXYZ"
"""The letters available as codes for custom ranks. None of them is the code of a standard rank or a suit."""

MOST_RANKS = len(RANKS + OWN_RANKS)
"""The maximum number of ranks in a ruleset: the standard ranks, plus one custom rank for each available code.
"""

MOST_CARDS = PACK + (MOST_RANKS - len(RANKS)) * len(SUITS)
"""The maximum number of different cards in a ruleset. Every card number is less than this."""

LOWEST_RANK = 2
"""The rank of a two, as numbered in expressions, where a king is 13 and an ace is 14.

No card has the rank 0.
"""

LOWEST_SUIT = 1
"""The number for spades in expressions. The number for diamonds is 4. No card has the suit 0."""

ANY_OF_RANK, ANY_OF_SUIT = 128, 160
"""Offsets that mark an argument of `holds` as a rank or as a suit, rather than a single card."""


def rank_of(card: int) -> int:
    """Return the rank of a card: 0 (two) to 12 (ace), or 13 and above for custom ranks.

    >>> rank_of(0), rank_of(51), rank_of(52), rank_of(59)
    (0, 12, 13, 14)
    """
    return card % 13 if card < PACK else 13 + (card - PACK) // 4


def suit_of(card: int) -> int:
    """Return the suit of a card, from 0 (spades) to 3 (diamonds).

    >>> suit_of(12), suit_of(13), suit_of(52), suit_of(59)
    (0, 1, 0, 3)
    """
    return card // 13 if card < PACK else (card - PACK) % 4


def card_code(card: int, ranks: str) -> str:
    """Return the code of a card: its rank, then its suit.

    ``ranks`` contains the codes of all ranks in the ruleset.

    >>> card_code(0, RANKS), card_code(51, RANKS), card_code(53, RANKS + "X")
    ('2S', 'AD', 'XH')
    """
    return ranks[rank_of(card)] + SUITS[suit_of(card)]


def card_number(rank: int, suit: int) -> int:
    """Return the number of the card with this ``rank`` and ``suit``.

    >>> card_number(12, 3), card_number(13, 1)
    (51, 53)
    """
    return 13 * suit + rank if rank < 13 else PACK + 4 * (rank - 13) + suit


def parse_card(code: str, ranks: str = RANKS) -> int:
    """Parse a card code such as ``7C``, ``TD`` or ``10D``.

    ``ranks`` contains the codes of all ranks in the ruleset. Raises ValueError if there is no such card.

    >>> parse_card("7C"), parse_card("xh", RANKS + "X")
    (31, 53)
    """
    rank, suit = code[:-1].replace("10", "T").upper(), code[-1:].upper()
    if len(rank) != 1 or rank not in ranks or not suit or suit not in SUITS:
        raise ValueError(f"no card is called {code!r}")
    return card_number(ranks.index(rank), SUITS.index(suit))


def parse_wanted(code: str, ranks: str) -> int:
    """Convert the code of a card, rank or suit to an argument of ``holds``.

    Raises ValueError for any other code.

    >>> parse_wanted("7C", RANKS), parse_wanted("10", RANKS), parse_wanted("s", RANKS)
    (31, 136, 160)
    """
    alone = code.replace("10", "T").upper()
    if len(alone) == 1 and alone in ranks:
        return ANY_OF_RANK + ranks.index(alone)
    if len(alone) == 1 and alone in SUITS:
        return ANY_OF_SUIT + SUITS.index(alone)
    return parse_card(code, ranks)


def is_wanted(card: int, wanted: int) -> bool:
    """Return whether ``card`` matches ``wanted``, an argument of ``holds``.

    >>> is_wanted(31, 31), is_wanted(31, ANY_OF_RANK + 5), is_wanted(31, ANY_OF_SUIT)
    (True, True, False)
    """
    return wanted in (card, ANY_OF_RANK + rank_of(card), ANY_OF_SUIT + suit_of(card))


def wanted_code(wanted: int, ranks: str) -> str:
    """Return the code of the card, rank or suit represented by an argument of ``holds``."""
    if wanted >= ANY_OF_SUIT:
        return SUITS[wanted - ANY_OF_SUIT]
    return ranks[wanted - ANY_OF_RANK] if wanted >= ANY_OF_RANK else card_code(wanted, ranks)
