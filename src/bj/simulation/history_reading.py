"""Reads the decisions and results of a block from the record of its events, piece by piece, into columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from bj.cards import rank_of
from bj.catalogue import events as e
from bj.engine.face import history_rows as h
from bj.engine.layout.events import FIRST_EVENT, POSITION, new_record
from bj.engine.layout.mode import Ints
from bj.record.events import BY_NUMBER, SHAPES
from bj.ruleset.check import Checked
from bj.session.engines import Engine

Numbers: TypeAlias = np.ndarray[Any, Any]

PIECE = 16_384
"""The size of a piece of a record, in numbers.

Each piece costs a call, but long pieces exceed the CPU cache.
"""

RECORDED = (
    *("player_hits", "player_stands", "player_turn", "player_hand", "upcard"),
    *("paid", "collected"),
)
"""The events that must be recorded for decisions and results, besides those that are always recorded."""

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
"""Maps keys of events to the decisions or results that they record."""

WORDS = tuple(dict.fromkeys(ROWS.values()))
"""All values of the ``event`` column."""

MONEY = {"won": 1, "bonus": 1, "insurance won": 1, "lost": -1, "insurance lost": -1}
"""Maps the results that move money to 1 if the player gains the money, and to -1 if the player loses it."""

_PAID = [WORDS.index("won"), WORDS.index("lost")]

ABOUT_HANDS = ("hit", "stand", "double", "split", "surrender")
"""Decisions about a hand after the player has seen its cards."""

WITHOUT_BANKROLL = ("hit", "stand", "fold")
"""Decisions whose events show no bankroll, or only the bankroll after the loss that follows."""

WITH_WAGERS = ("wager", "insure", "raise", "call", "double", "split", "surrender")
"""Decisions that involve a wager."""

_SIZES = {kind: shape.size for kind, shape in BY_NUMBER.items()}
_MEANINGS = {
    **{SHAPES[f"{role}_{key}"].kind: h.CARD_DEALT for role in e.BOTH for key in ("dealt", "dealt_down")},
    **{SHAPES[f"player_{key}"].kind: h.HAND_SHOWN for key in ("turn", "hand")},
    e.CARD_IN_LIST: h.CARD_SHOWN,
    SHAPES["player_part"].kind: h.PART_BEGINS,
    SHAPES["upcard"].kind: h.UPCARD_SHOWN,
    **{SHAPES[key].kind: h.FIRST_WORD + WORDS.index(word) for key, word in ROWS.items()},
}
_WORDS = [
    h.RowWord(word in ABOUT_HANDS, word in WITH_WAGERS, word not in WITHOUT_BANKROLL, MONEY.get(word, 0))
    for word in WORDS
]


class Columns(NamedTuple):
    """Columns with a row for every decision and every result. Numbers that do not apply are -1."""

    hand: Numbers
    """The number of the hand at the table in this block, from 0."""
    person: Numbers
    event: Numbers
    """The index of the decision or the result in ``WORDS``."""
    part: Numbers
    """The number of the hand among the person's hands, counted from 1."""
    cards: Numbers
    """The number of cards in the hand at the decision."""
    total: Numbers
    is_soft: Numbers
    upcard: Numbers
    """The rank of the dealer's upcard."""
    wager: Numbers
    """The wager after the decision, in smallest units.

    For insurance, it is the stake of the insurance bet.
    """
    bankroll: Numbers
    """The bankroll after the decision or the result."""
    won: Numbers
    """The money won with a hand or with insurance. It is negative for a loss, and 0 for decisions."""


TYPES = (
    *("int64", "int16", "int8", "int16", "int16", "int16", "bool", "int8"),
    *("int64", "int64", "int64"),
)
"""The numpy types of the columns."""


class BlockReader:
    """Reads the record of events of a block, piece by piece."""

    def __init__(self, checked: Checked, engine: Engine, piece: int = PIECE) -> None:
        self._engine = engine
        self.record = engine.copy(_kept(engine, new_record, piece))
        """The record of events, in the engine's format."""
        room = len(self.record)
        ranks = [rank_of(card) for card in range(e.CARD_MASK + 1)]
        least = [0] * len(ranks)
        for card in checked.pack.cards:
            least[card] = checked.pack.worths[rank_of(card)][0]
        self._reader = engine.ints(h.make_reader(room, ranks, least, _SIZES, _MEANINGS, _WORDS))
        self._rows = engine.copy(_kept(engine, _zeros, room * h.COLUMNS))
        self._pieces: list[Columns] = []

    def take(self, events: Ints) -> None:
        """Read the events in the record, which may be full, and empty it."""
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
        """Join the columns that were read from all pieces."""
        found = Columns(*map(np.concatenate, zip(*self._pieces, strict=True)))
        paid = _find_paid_ties(found)
        return Columns(*(np.delete(column, paid) for column in found)) if len(paid) else found


def _find_paid_ties(rows: Columns) -> Numbers:
    """Find the rows of ties that the ruleset pays or takes. The row after each has the result of the tie."""
    ties = np.flatnonzero(rows.event[:-1] == WORDS.index("pushed"))
    is_paid = np.isin(rows.event[ties + 1], _PAID)
    same = [column[ties] == column[ties + 1] for column in (rows.hand, rows.person, rows.part)]
    return ties[np.logical_and.reduce([is_paid, *same])]


def _zeros(count: int) -> list[int]:
    return [0] * count


@lru_cache(maxsize=4)
def _kept(engine: Engine, make: Callable[[int], list[int]], count: int) -> Ints:
    """Return a list for the engine, which is made once and then copied.

    Copying a list in the engine's form is faster than converting one.
    """
    return engine.ints(make(count))
