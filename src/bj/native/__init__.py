"""Calls the compiled engine, a shared library that works directly on the memory of number sequences.

``bj.compiled`` builds the library, so nothing in this package needs a compiler. The library compares every
index with the size of its sequence, so it cannot read or write any other memory.
"""

from __future__ import annotations

from bj.engine.game.interpreter import NEXT_GAME, ONE_GAME, WITHIN_A_GAME
from bj.engine.layout.plain_or_compiled import Ints
from bj.engine.layout.program import YIELDED
from bj.native.library import Entry, call, entry
from bj.native.number_sequences import copy, ints

__all__ = ["copy", "go_on", "ints", "play", "play_games", "read_rows", "seed_generators"]

MOST_WORK = 1 << 22
"""The amount of work, in the units defined in ``work_per_hand.py``, after which a call returns at the end of
the hand.

This takes about a tenth of a second.
"""


def play(program: Ints, table: Ints, events: Ints) -> int:
    """Call ``bj.engine.game.interpreter.play`` for a single game, with sequences created by ``ints``."""
    return _play(program, table, events, ONE_GAME)


def play_games(program: Ints, table: Ints, events: Ints) -> int:
    """Call ``bj.engine.game.interpreter.play`` for tallied games, with sequences created by ``ints``."""
    return _play(program, table, events, NEXT_GAME)


def go_on(program: Ints, table: Ints, events: Ints) -> int:
    """Resume a tallied game in progress, with sequences created by ``ints``."""
    return _play(program, table, events, WITHIN_A_GAME)


def seed_generators(table: Ints, generator: int, seed: int) -> None:
    """Call ``bj.engine.cards.random_generators.seed_generators`` with a sequence created by ``ints``."""
    call(entry(Entry.SEED_GENERATORS), (table,), generator, seed)


def read_rows(events: Ints, reader: Ints, rows: Ints) -> int:
    """Call ``bj.engine.face.history_rows.read_rows`` with sequences created by ``ints``."""
    return call(entry(Entry.READ_ROWS), (events, reader, rows))


def _play(program: Ints, table: Ints, events: Ints, games: int) -> int:
    """Play in many short calls, so that Python can handle signals in between."""
    buffers = program, table, events
    status = call(entry(Entry.PLAY), buffers, games, MOST_WORK)
    while status == YIELDED:
        status = call(entry(Entry.PLAY), buffers, WITHIN_A_GAME if games else ONE_GAME, MOST_WORK)
    return status
