"""The pack in a ruleset: its cards, the number of copies of each card, and their order in a new pack."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import NamedTuple

from bj.cards import PACK, RANKS, SUITS, card_number, parse_card, rank_of
from bj.ruleset.charts import find_narrowest, parse_ranks
from bj.ruleset.model import Cards, Rank


class _Contents(NamedTuple):
    codes: str
    """The code of every rank, in the order of the rank numbers. Ranks that have no cards are included."""
    named: Sequence[Rank]
    """The name and value of every rank, in the order of the rank numbers."""
    copies: Mapping[int, int]
    """Maps each card in the pack to its number of copies, in the order of a new pack."""


class Pack(_Contents):
    """The cards in a ruleset's pack."""

    @cached_property
    def cards(self) -> list[int]:
        """Every card in a new pack, in order."""
        return [card for card, copies in self.copies.items() for _ in range(copies)]

    @cached_property
    def ranks(self) -> list[int]:
        """The ranks that are in the pack, in ascending order."""
        return sorted({rank_of(card) for card in self.copies})

    @cached_property
    def worths(self) -> list[tuple[int, int]]:
        """The low and the high value of every rank, in the order of the rank numbers."""
        return [(rank.value, rank.or_ or rank.value) for rank in self.named]

    @property
    def has_high(self) -> bool:
        """Whether any card in the pack has a second, higher value."""
        return any(high > low for low, high in map(self.worths.__getitem__, self.ranks))

    @property
    def is_usual(self) -> bool:
        """Whether the pack contains exactly the 52 standard cards, in any order."""
        return self.copies.keys() == set(range(PACK)) and len(self.cards) == PACK


def pack_of(cards: Cards) -> Pack:
    """Return the pack that ``cards`` describes. Faulty parts are skipped."""
    codes = rank_codes(cards)
    keys: dict[str, list[int]] = {}
    for key in cards.pack:
        with suppress(ValueError):
            keys[key] = parse_cards(key, codes)
    chosen, ranks = find_narrowest(keys), in_order(cards.rank_order, codes)
    copies = {
        card: cards.pack[chosen[card]] if card in chosen else 1
        for suit in in_order(cards.suit_order, SUITS)
        for rank in ranks
        for card in [card_number(rank, suit)]
    }
    named = [cards.ranks[code] for code in codes]
    return Pack(codes, named, {card: number for card, number in copies.items() if number})


def rank_codes(cards: Cards) -> str:
    """Return the code of every rank, in the order of the rank numbers: standard ranks, then custom ones."""
    return RANKS + "".join(sorted(cards.ranks.keys() - set(RANKS)))


def parse_cards(text: str, codes: str) -> list[int]:
    """Return the cards in ``text``, a list of ranks like ``T``, suits like ``S``, and cards like ``AD``.

    Raises ValueError with the offset, the length and the text of the first word that is not valid.

    >>> parse_cards("2 AD", RANKS), len(parse_cards("S", RANKS))
    ([0, 13, 26, 39, 51], 13)
    """
    found: dict[int, None] = {}
    for word in re.finditer(r"\S+", text):
        try:
            found |= dict.fromkeys(cards_of(word[0], codes))
        except ValueError:
            raise ValueError(word.start(), len(word[0]), word[0]) from None
    return list(found)


def cards_of(word: str, codes: str) -> list[int]:
    """Return the cards that ``word`` names. It is a rank such as ``T``, a suit such as ``S``, or a card.

    Raises ValueError for any other ``word``.

    >>> cards_of("10", RANKS), cards_of("10S", RANKS)
    ([8, 21, 34, 47], [8])
    """
    code = "T" if word == "10" else word
    if not code.isupper() and not code.isdigit():
        raise ValueError(word)
    if len(code) == 1 and code in codes:
        return [card_number(codes.index(code), suit) for suit in range(len(SUITS))]
    if len(code) == 1 and code in SUITS:
        return [card_number(rank, SUITS.index(code)) for rank in range(len(codes))]
    return [parse_card(code, codes)]


@lru_cache(maxsize=64)
def in_order(text: str, codes: str) -> tuple[int, ...]:
    """Return the indices of ``codes``: first those of the codes in ``text``, and then all others."""
    listed: list[int] = []
    with suppress(ValueError):
        listed = parse_ranks(text, codes)
    return tuple(dict.fromkeys([*listed, *range(len(codes))]))
