"""The decisions and hands of a block as columns, from the numbers that the engine has recorded.

A record is a row of numbers in which each event has one to three. To find where events begin, all pieces of
the record are read side by side, an event of each piece in a step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from bj.cards import rank_of
from bj.catalogue import events as e
from bj.record.events import BY_NUMBER, SHAPES

Numbers: TypeAlias = np.ndarray[Any, Any]

SLOTS = e.PERSON_STRIDE // (e.CARD_MASK + 1)
"""The codes of a person, without the cards in them."""

RECORDED = (
    *("player_hits", "player_stands", "player_turn", "player_hand", "upcard"),
    *("paid", "collected"),
)
"""The events that are recorded for decisions and results, besides those that always are."""

ROWS: Mapping[str, str] = {
    "player_bets": "wager",
    "player_insures": "insure",
    "player_hits": "hit",
    "player_stands": "stand",
    "player_doubles": "double",
    "player_splits": "split",
    "player_surrenders": "surrender",
    "paid": "won",
    "collected": "lost",
    "player_bonus": "bonus",
    "push": "pushed",
    "naturals_push": "pushed",
    "insurance_won": "insurance won",
    "insurance_lost": "insurance lost",
}
"""The decisions and the results of hands and insurance, by the keys of their events."""

WORDS = tuple(dict.fromkeys(ROWS.values()))
"""The words of the column ``event``."""

MONEY = {"won": 1, "bonus": 1, "insurance won": 1, "lost": -1, "insurance lost": -1}
"""The results that change money, and how."""

ABOUT_HANDS = ("hit", "stand", "double", "split", "surrender")
"""The decisions about a hand that the player has just seen."""


def _by_slot(values: Mapping[int, int], default: int) -> Numbers:
    """Numbers by the code of an event without its person and card."""
    found = np.full(SLOTS, default, np.int8)
    for kind, value in values.items():
        found[kind // (e.CARD_MASK + 1)] = value
    return found


def _kind(key: str) -> int:
    return SHAPES[key].kind


_SIZES = _by_slot({kind: 1 + len(shape.numbers) for kind, shape in BY_NUMBER.items()}, 1)
_WORD = _by_slot({_kind(key): WORDS.index(word) for key, word in ROWS.items()}, -1)
_NOTHING, _DEALT, _LIST, _PART, _UPCARD = range(5)
_MEANS = _by_slot(
    {
        **{_kind(f"{role}_{key}"): _DEALT for role in e.BOTH for key in ("dealt", "dealt_down")},
        **{_kind(f"player_{key}"): _LIST for key in ("turn", "hand")},
        _kind("player_part"): _PART,
        _kind("upcard"): _UPCARD,
    },
    _NOTHING,
)
_WAGER = np.array([word in ("wager", "insure", "double", "split", "surrender") for word in WORDS])
_SIGN = np.array([MONEY.get(word, 0) for word in WORDS])
_HAND = np.array([word in ABOUT_HANDS for word in WORDS])
_ON_RECORD = np.array([word not in ("hit", "stand") for word in WORDS])


class Columns(NamedTuple):
    """A row for every decision and every result; -1 where a number has no meaning."""

    hand: Numbers
    """The hand of the table, from 0 in the block."""
    person: Numbers
    event: Numbers
    """An index into ``WORDS``."""
    part: Numbers
    """The place of the hand among those of a person, from 1."""
    cards: Numbers
    """The number of cards of the hand that the decision is about."""
    total: Numbers
    is_soft: Numbers
    upcard: Numbers
    """The rank of the dealer's upcard."""
    wager: Numbers
    """The wager after the decision, in smallest units; the stake of insurance."""
    bankroll: Numbers
    """The bankroll after the decision or the result."""
    won: Numbers
    """The money won by a hand or by insurance, negative for a loss; 0 for decisions."""


def decode(pieces: Sequence[Numbers], lowest: Sequence[int]) -> tuple[Columns, int]:
    """The columns of a block from the pieces of its record, and the number of its hands.

    ``lowest`` are the least values of the cards.
    """
    numbers = np.concatenate([*pieces, np.zeros(3, np.int64)])
    slots = ((numbers & (e.PERSON_STRIDE - 1)) >> 6).astype(np.int16)  # right where there is a code
    starts = _find_starts(slots, np.array([len(piece) for piece in pieces], np.int64))
    codes, slots = numbers[starts], slots[starts]
    words, means = _WORD[slots], _MEANS[slots]
    rows = np.flatnonzero(words >= 0)
    word, code, place = words[rows], codes[rows], starts[rows]
    begins = _find_hands(means, rows[word == 0])
    hand = np.cumsum(np.isin(rows, begins, assume_unique=True)) - 1
    first, person = begins[np.maximum(hand, 0)] if len(begins) else rows, code // e.PERSON_STRIDE

    def last(kind: int, wanted: Numbers, *, own: bool) -> tuple[Numbers, Numbers]:
        """The last event of a kind before each row in its hand, and whether there is one."""
        places = np.flatnonzero(means == kind)
        if not len(places):
            return np.zeros(len(rows), np.int64), np.zeros(len(rows), bool)
        found = np.zeros(len(rows), np.int64)
        found[wanted] = places[np.maximum(np.searchsorted(places, rows[wanted]) - 1, 0)]
        is_there = wanted & (found >= first) & (found < rows)
        return found, is_there & (codes[found] // e.PERSON_STRIDE == person) if own else is_there

    decides = _HAND[word]
    shown, has_shown = last(_LIST, decides, own=True)
    count, is_soft = _read_lists(codes, shown, has_shown, np.asarray(lowest))
    up, has_up = last(_UPCARD, word != 0, own=False)
    part, has_part = last(_PART, word != 0, own=True)
    wager = np.where(_WAGER[word], numbers[place + 1], -1)
    return (
        Columns(
            hand,
            person,
            word,
            np.where(has_part, numbers[starts[part] + 1], 1),
            np.where(has_shown, count, -1),
            np.where(has_shown, codes[shown] & e.CARD_MASK, -1),
            is_soft,
            np.where(has_up, _RANKS[codes[up] & e.CARD_MASK], -1),
            wager,
            np.where(_ON_RECORD[word], numbers[place + 2], -1),
            _SIGN[word] * numbers[place + 1],
        ),
        len(begins),
    )


_RANKS = np.array([rank_of(card) for card in range(e.CARD_MASK + 1)])


def _find_starts(slots: Numbers, sizes: Numbers) -> Numbers:
    """The places of all codes. Each piece begins with a code; ``sizes`` are the lengths of the pieces."""
    ends = np.cumsum(sizes)
    at = ends - sizes
    at, ends = at[sizes > 0], ends[sizes > 0]
    steps = _SIZES[slots]
    is_start = np.zeros(len(slots), bool)
    while len(at):
        is_start[at] = True
        at = at + steps[at]
        going = at < ends
        if not going.all():
            at, ends = at[going], ends[going]
    return np.flatnonzero(is_start)


def _find_hands(means: Numbers, wagers: Numbers) -> Numbers:
    """The events with which hands begin: the first wager after a card was dealt."""
    dealt = np.flatnonzero(means == _DEALT)
    before = np.searchsorted(dealt, wagers)  # the number of cards dealt before each wager
    return wagers[np.diff(before, prepend=-1) > 0]


def _read_lists(codes: Numbers, begins: Numbers, wanted: Numbers, lowest: Numbers) -> tuple[Numbers, Numbers]:
    """The number of cards of the hands that are shown in lists, and whether an ace counts high."""
    count, least = np.zeros(len(begins), np.int64), np.zeros(len(begins), np.int64)
    going = np.flatnonzero(wanted)
    at = begins[going] + 1
    while len(going):
        is_card = (codes[at] & (e.PERSON_STRIDE - 1)) >> 6 == e.CARD_IN_LIST >> 6
        going, at = going[is_card], at[is_card]
        count[going] += 1
        least[going] += lowest[codes[at] & e.CARD_MASK]
        at = at + 1
    return count, wanted & (codes[begins] & e.CARD_MASK > least)
