"""The way into the compiled engine, from numpy arrays to buffers.

A call needs two machine registers for a buffer and seven for an array.
"""

from __future__ import annotations

from typing import Any

from bj.engine.layout.buffers import begin_call, viewer
from bj.engine.layout.linking import entry_function

from .cards import generators
from .game import machine
from .layout import mode

as_program, as_table, as_events, as_work, as_situations, as_nodes = (
    viewer(mode.BUFFERS[role]) for role in ("program", "table", "events", "work", "situations", "nodes")
)
as_ints, as_floats, as_memo = (viewer(mode.TYPES[kind]) for kind in ("Ints", "Floats", "Memo"))


@entry_function
def play(program: Any, table: Any, events: Any, games: int, most_work: int) -> int:
    """``bj.engine.game.machine.play`` for contiguous int64 arrays."""
    begin_call()
    return machine.play(as_program(program), as_table(table), as_events(events), games, most_work)


@entry_function
def seed_generators(table: Any, generator: int, seed: int) -> None:
    """``bj.engine.cards.generators.seed_generators`` for a contiguous int64 array."""
    begin_call()
    generators.seed_generators(as_table(table), generator, seed)
