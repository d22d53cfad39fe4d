"""Converts a block's event record to columns of decisions and results, one piece of the record at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from bj.cards import rank_of
from bj.catalogue import events as e
from bj.engine.face import history_rows as h
from bj.engine.layout.event_record import FIRST_EVENT, POSITION, new_record
from bj.engine.layout.plain_or_compiled import Ints
from bj.record.events import KINDS, KINDS_BY_CODE
from bj.ruleset.check import Checked
from bj.session.engines import Engine

Numbers: TypeAlias = np.ndarray[Any, Any]

PIECE = 16_384
"""The number of integers in a piece of the event record.

Every piece costs a function call, but a large piece does not fit into the CPU cache.
"""

RECORDED = (
    *("player_hits", "player_stands", "player_turn", "player_hand", "upcard"),
    *("paid", "collected"),
)
"""The events to record for a history, besides the events that are always recorded."""

ROWS: Mapping[str, str] = {
    "player_bets": "wager",
    "player_insures": "insure",
    "player_bets_more": "raise",
    "player_calls": "call",
    "player_folds": "fold",
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
"""Maps the keys of events to the decisions or results that the events represent."""

WORDS = tuple(dict.fromkeys(ROWS.values()))
"""All possible values in the ``event`` column."""

MONEY = {"won": 1, "bonus": 1, "insurance won": 1, "lost": -1, "insurance lost": -1}
"""Maps each result that moves money to 1 if the player gains the money, or to -1 if the player loses it."""

_PAID = [WORDS.index("won"), WORDS.index("lost")]

ABOUT_HANDS = ("hit", "stand", "double", "split", "surrender")
"""The decisions that a player makes after seeing the cards in a hand."""

WITHOUT_BANKROLL = ("hit", "stand", "fold")
"""The decisions with events that do not contain the bankroll, or that contain it only after the resulting
loss.
"""

WITH_WAGERS = ("wager", "insure", "raise", "call", "double", "split", "surrender")
"""The decisions that involve a wager."""

_SIZES = {code: kind.size for code, kind in KINDS_BY_CODE.items()}
_MEANINGS = {
    **{KINDS[f"{role}_{key}"].code: h.CARD_DEALT for role in e.BOTH for key in ("dealt", "dealt_down")},
    **{KINDS[f"player_{key}"].code: h.HAND_SHOWN for key in ("turn", "hand")},
    e.CARD_IN_LIST: h.CARD_SHOWN,
    KINDS["player_part"].code: h.PART_BEGINS,
    KINDS["upcard"].code: h.UPCARD_SHOWN,
    **{KINDS[key].code: h.FIRST_WORD + WORDS.index(word) for key, word in ROWS.items()},
}
_WORDS = [
    h.RowWord(word in ABOUT_HANDS, word in WITH_WAGERS, word not in WITHOUT_BANKROLL, MONEY.get(word, 0))
    for word in WORDS
]


class Columns(NamedTuple):
    """Columns with one row for each decision and each result. Numbers that do not apply are -1."""

    hand: Numbers
    """The index of the hand in this block, counted from 0. It is the same for all players."""
    person: Numbers
    event: Numbers
    """The index of the decision or result in ``WORDS``."""
    part: Numbers
    """The number of the hand among the person's hands, counted from 1."""
    cards: Numbers
    """The number of cards in the hand at the time of the decision."""
    total: Numbers
    is_soft: Numbers
    upcard: Numbers
    """The rank of the dealer's upcard."""
    wager: Numbers
    """The wager after the decision, in the smallest unit of money.

    In a row about insurance, this is the wager on insurance.
    """
    bankroll: Numbers
    """The bankroll after the decision or result."""
    won: Numbers
    """The money won on a hand or on insurance. It is negative for a loss, and 0 for a decision."""


TYPES = (
    *("int64", "int16", "int8", "int16", "int16", "int16", "bool", "int8"),
    *("int64", "int64", "int64"),
)
"""The numpy type of each column."""


class BlockReader:
    """Reads the event record of a block, one piece at a time."""

    def __init__(self, checked: Checked, engine: Engine, piece: int = PIECE) -> None:
        self._engine = engine
        self.record = engine.copy(_kept(engine, new_record, piece))
        """The event record, in the engine's format."""
        room = len(self.record)
        ranks = [rank_of(card) for card in range(e.CARD_MASK + 1)]
        least = [0] * len(ranks)
        for card in checked.pack.cards:
            least[card] = checked.pack.worths[rank_of(card)][0]
        self._reader = engine.ints(h.make_reader(room, ranks, least, _SIZES, _MEANINGS, _WORDS))
        self._rows = engine.copy(_kept(engine, _zeros, room * h.COLUMNS))
        self._pieces: list[Columns] = []

    def take(self, events: Ints) -> None:
        """Read the events in the record, and then empty it."""
        count = self._engine.read_rows(events, self._reader, self._rows)
        events[POSITION] = FIRST_EVENT
        rows = np.asarray(self._rows).reshape(h.COLUMNS, -1)
        columns = (column[:count].astype(kind) for column, kind in zip(rows, TYPES, strict=True))
        self._pieces.append(Columns(*columns))

    @property
    def hands(self) -> int:
        """The number of hands read so far."""
        return self._reader[h.HANDS]

    def columns(self) -> Columns:
        """Return the rows from all pieces read so far as one set of columns."""
        found = Columns(*map(np.concatenate, zip(*self._pieces, strict=True)))
        paid = _find_paid_ties(found)
        return Columns(*(np.delete(column, paid) for column in found)) if len(paid) else found


def _find_paid_ties(rows: Columns) -> Numbers:
    """Return the indices of tie rows to drop because the next row says whether the tied hand won or lost."""
    ties = np.flatnonzero(rows.event[:-1] == WORDS.index("pushed"))
    is_paid = np.isin(rows.event[ties + 1], _PAID)
    same = [column[ties] == column[ties + 1] for column in (rows.hand, rows.person, rows.part)]
    return ties[np.logical_and.reduce([is_paid, *same])]


def _zeros(count: int) -> list[int]:
    return [0] * count


@lru_cache(maxsize=4)
def _kept(engine: Engine, make: Callable[[int], list[int]], count: int) -> Ints:
    """Return a list in the engine's format. The list is created once and then reused.

    Callers copy the list, because copying is faster than converting a new list.
    """
    return engine.ints(make(count))
