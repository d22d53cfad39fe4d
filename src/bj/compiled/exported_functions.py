"""The functions that the library exports for ``bj.native`` to call.

They all have the same parameters: the address and the size of every buffer, and three numbers. The arguments
are stored in a call (see ``bj.engine.layout.library_call_layout``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bj.engine.layout.compiled_buffers import begin_call, viewer
from bj.engine.layout.llvm_compilation import entry_function
from bj.engine.layout.program import DECISION
from bj.native.library import Entry

from .cards import random_generators
from .face import history_rows, parallel_games
from .game import interpreter
from .layout import plain_or_compiled
from .search import chart_values, explorer, hand_graph_values

as_program, as_table, as_events, as_work, as_situations, as_nodes = (
    viewer(plain_or_compiled.BUFFERS[role])
    for role in ("program", "table", "events", "work", "situations", "nodes")
)
as_ints, as_floats, as_memo = (viewer(plain_or_compiled.TYPES[kind]) for kind in ("Ints", "Floats", "Memo"))


@entry_function
def play(buffers: Any, games: int, most_work: int, _: int) -> int:
    """Call ``bj.engine.game.interpreter.play`` with a program, a table and a record."""
    begin_call()
    return interpreter.play(
        as_program(buffers, 0), as_table(buffers, 1), as_events(buffers, 2), games, most_work
    )


@entry_function
def seed_generators(buffers: Any, generator: int, seed: int, _: int) -> int:
    """Call ``bj.engine.cards.random_generators.seed_generators`` with a table."""
    begin_call()
    random_generators.seed_generators(as_table(buffers, 0), generator, seed)
    return 0


@entry_function
def serve(buffers: Any, wanted: int, first: int, second: int) -> int:
    """Call ``bj.engine.search.explorer.serve`` with the buffers of a ``Space``."""
    begin_call()
    space = plain_or_compiled.Space(
        as_program(buffers, 0),
        as_table(buffers, 1),
        as_events(buffers, 2),
        as_work(buffers, 3),
        as_situations(buffers, 4),
        as_nodes(buffers, 5),
        as_floats(buffers, 6),
        as_memo(buffers, 7),
        as_memo(buffers, 8),
    )
    return explorer.serve(space, wanted, first, second)


@entry_function
def move_memo(buffers: Any, _: int, __: int, ___: int) -> int:
    """Call ``bj.engine.layout.plain_or_compiled.move_memo`` with two memos."""
    begin_call()
    plain_or_compiled.move_memo(as_memo(buffers, 0), as_memo(buffers, 1))
    return 0


@entry_function
def weigh(buffers: Any, wanted: int, first: int, second: int) -> int:
    """Call ``bj.engine.search.chart_values.weigh`` with the buffers of ``Weights``."""
    begin_call()
    weights = plain_or_compiled.Weights(
        as_nodes(buffers, 0),
        as_floats(buffers, 1),
        as_ints(buffers, 2),
        as_ints(buffers, 3),
        as_floats(buffers, 4),
        as_floats(buffers, 5),
        as_ints(buffers, 6),
        as_ints(buffers, 7),
        as_floats(buffers, 8),
        as_ints(buffers, 9),
    )
    return chart_values.weigh(weights, wanted, first, second)


@entry_function
def serve_hands(buffers: Any, wanted: int, first: int, second: int) -> int:
    """Call ``bj.engine.search.hand_graph_values.serve_hands`` with the buffers of ``Hands``."""
    begin_call()
    hands = plain_or_compiled.Hands(
        as_ints(buffers, 0),
        as_ints(buffers, 1),
        as_ints(buffers, 2),
        as_ints(buffers, 3),
        as_ints(buffers, 4),
        as_ints(buffers, 5),
        as_ints(buffers, 6),
        as_ints(buffers, 7),
        as_ints(buffers, 8),
        as_ints(buffers, 9),
        as_ints(buffers, 10),
        as_ints(buffers, 11),
        as_ints(buffers, 12),
        as_floats(buffers, 13),
        as_floats(buffers, 14),
        as_ints(buffers, 15),
        as_floats(buffers, 16),
        as_floats(buffers, 17),
        as_floats(buffers, 18),
        as_floats(buffers, 19),
        as_floats(buffers, 20),
        as_ints(buffers, 21),
        as_ints(buffers, 22),
        as_floats(buffers, 23),
        as_ints(buffers, 24),
        as_ints(buffers, 25),
        as_ints(buffers, 26),
        as_floats(buffers, 27),
    )
    return hand_graph_values.serve_hands(hands, wanted, first, second)


@entry_function
def step_games(buffers: Any, first: int, count: int, _: int) -> int:
    """Run ``bj.engine.face.parallel_games.step`` for ``count`` games, beginning with the game ``first``.

    Return how many games now ask a question, plus ILLEGAL for each illegal answer. The buffers are the
    program, the setup, the record, the rows, and the tables of all games.
    """
    begin_call()
    program, setup, events, rows = (
        as_program(buffers, 0),
        as_ints(buffers, 1),
        as_events(buffers, 2),
        as_ints(buffers, 3),
    )
    found = 0
    for game in range(first, first + count):
        at = game * parallel_games.ROW_SIZE
        parallel_games.step(program, setup, as_table(buffers, 4 + game), events, rows, at)
        found += rows[at + parallel_games.STATUS] == DECISION
        if rows[at + parallel_games.WAS_LEGAL] == 0:
            found += parallel_games.ILLEGAL
    return found


@entry_function
def read_rows(buffers: Any, _: int, __: int, ___: int) -> int:
    """Call ``bj.engine.face.history_rows.read_rows`` with a record, a reader and rows."""
    begin_call()
    return history_rows.read_rows(as_events(buffers, 0), as_ints(buffers, 1), as_ints(buffers, 2))


ENTRIES: Mapping[str, Any] = {
    Entry.PLAY: play,
    Entry.SEED_GENERATORS: seed_generators,
    Entry.SERVE: serve,
    Entry.MOVE_MEMO: move_memo,
    Entry.WEIGH: weigh,
    Entry.SERVE_HANDS: serve_hands,
    Entry.STEP_GAMES: step_games,
    Entry.READ_ROWS: read_rows,
}
"""Maps the name of each exported function to the function."""
