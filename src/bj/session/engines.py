"""A common interface for the plain and the compiled engine."""

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple, TypeAlias, get_args

from bj.engine.cards.random_generators import seed_generators
from bj.engine.face.history_rows import read_rows
from bj.engine.face.view import Kind, Stop, View
from bj.engine.game.interpreter import NEXT_GAME, ONE_GAME, WITHIN_A_GAME, play
from bj.engine.layout.plain_or_compiled import Ints
from bj.errors import UsageError
from bj.text.sentences import enumerate_words

Speed: TypeAlias = Literal["auto", "plain", "compiled"]
"""The engine to use. ``auto`` means the compiled engine if it is available, or else the plain engine."""

EngineName: TypeAlias = Literal["plain", "compiled"]


class Engine(NamedTuple):
    """The plain or the compiled engine, as a set of functions."""

    name: str
    ints: Callable[[list[int]], Ints]
    """Converts a list to a sequence for the engine. ``list()`` converts the sequence back to a list."""
    copy: Callable[[Ints], Ints]
    play: Callable[[Ints, Ints, Ints], int]
    """Plays one game until the engine stops (see ``bj.engine.game.interpreter.play``)."""
    play_games: Callable[[Ints, Ints, Ints], int]
    """Plays games one after another and tallies their results (see ``bj.engine.game.interpreter.play``)."""
    go_on: Callable[[Ints, Ints, Ints], int]
    """Continues tallied games after a stop in the middle of a game."""
    seed: Callable[[Ints, int, int], None]
    """Seeds the random generators (see ``bj.engine.cards.random_generators.seed_generators``).

    Seeds of 2**63 or more are passed as negative numbers.
    """
    read_rows: Callable[[Ints, Ints, Ints], int]
    """Reads decisions and results from recorded events (see ``bj.engine.face.history_rows.read_rows``)."""


UNLIMITED = 1 << 60
"""A work budget that no game can exhaust."""


PLAIN = Engine(
    "plain",
    list,
    list,
    partial(play, games=ONE_GAME, most_work=UNLIMITED),
    partial(play, games=NEXT_GAME, most_work=UNLIMITED),
    partial(play, games=WITHIN_A_GAME, most_work=UNLIMITED),
    seed_generators,
    read_rows,
)


def asking_engine(ask: Callable[[Ints, Ints], None]) -> Engine:
    """Return a plain engine whose tallied games call ``ask`` for every question.

    ``ask`` is called with the program and the table.
    """

    def play_from(games: int, program: Ints, table: Ints, events: Ints) -> int:
        view = View(program, table)
        status = play(program, table, events, games, UNLIMITED)
        while status in (Stop.DECISION, Stop.PAUSED):
            if status == Stop.DECISION:
                ask(program, table)
            question = view.question
            # after a power's question, the play is repeated
            if question is None or question.kind != Kind.POWER:
                games = WITHIN_A_GAME
            status = play(program, table, events, games, UNLIMITED)
        return status

    return PLAIN._replace(play_games=partial(play_from, NEXT_GAME), go_on=partial(play_from, WITHIN_A_GAME))


def choose_engine(speed: Speed) -> EngineName:
    """Return the name of the engine to use. Raises UsageError if ``speed`` is not valid."""
    if speed not in get_args(Speed):
        raise UsageError(f"{speed!r} is not an engine", f"use {enumerate_words(get_args(Speed), 'or')}")
    if speed != "auto":
        return speed
    from bj.native.library import has_library

    return "compiled" if has_library() else "plain"


def compiled_engine() -> Engine:
    """Return the engine from the shared library. Raises UsageError if it is not installed."""
    from bj import native
    from bj.native.library import MissingLibraryError, load

    try:
        load()
    except MissingLibraryError as error:
        raise UsageError(f"this installation has no compiled engine: {error}", REMEDY) from None
    return Engine(
        "compiled",
        native.ints,
        native.copy,
        native.play,
        native.play_games,
        native.go_on,
        native.seed_generators,
        native.read_rows,
    )


REMEDY = "reinstall bj where Python has numba and a C compiler, or choose another engine"
"""Advice for users who request the compiled engine when it is not installed."""
