"""Plays a job block by block. Each block has its own seed, so blocks can be played in any order."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from bj.engine.face.driving import SEED_BITS, generator_of, no_record
from bj.engine.face.tallied_games import games_left, hands_left, prepare, want_hands
from bj.engine.face.view import Stop, View
from bj.engine.layout.plain_or_compiled import Ints
from bj.errors import GameError, HandError
from bj.session.engine_errors import explain_stop
from bj.session.engines import Engine
from bj.simulation.jobs import LONGEST_GAME, Job
from bj.simulation.tallies import BlockTally
from bj.simulation.tally_collector import Recorder

GAMES_PER_HAND = 2
"""The maximum number of games per requested hand. If this is not enough, most games end without a hand."""

_MASK32 = (1 << 32) - 1
_MASK64 = (1 << 64) - 1


def seed_of_block(seed: int, index: int, bits: int) -> int:
    """Derive the seed for block number ``index`` from ``seed``, the seed of the job.

    All blocks in a job get different seeds. Sources: the finalizers of murmur3 (A. Appleby) for 32 bits and
    of splitmix64 (S. Vigna) for 64 bits.
    """
    start = int.from_bytes(hashlib.blake2b(str(seed).encode(), digest_size=8).digest(), "big")
    if bits == 32:
        number = (start + index) & _MASK32
        number = ((number ^ (number >> 16)) * 0x85EBCA6B) & _MASK32
        number = ((number ^ (number >> 13)) * 0xC2B2AE35) & _MASK32
        return number ^ (number >> 16)
    number = (start + index * 0x9E3779B97F4A7C15) & _MASK64
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK64
    return number ^ (number >> 31)


@lru_cache(maxsize=4)
def _prepare(job: Job, size: int, engine: Engine) -> tuple[Ints, Ints]:
    """Return the program for a job, and the table at the start of a block, in the engine's format.

    ``size`` is the number of hands or games in the block.
    """
    return engine.ints(list(job.program)), engine.ints(prepare_table(job, size))


def prepare_table(job: Job, size: int) -> list[int]:
    """Create the table for a job.

    If whole games are played, it has room for the results of ``size`` games.
    """
    return prepare(job.program, job.table, job.longest, size if job.unit == "games" else 0)


def seed_table(table: Ints, job: Job, index: int, engine: Engine) -> None:
    """Seed the random generators in ``table`` for a block, or for a batch in a comparison.

    ``index`` is the number of the block or batch.
    """
    generator = generator_of(job.program)
    seed = seed_of_block(job.seed, index, SEED_BITS[generator])
    engine.seed(table, generator, seed - (1 << 64) if seed >> 63 else seed)


Note: TypeAlias = Callable[[Ints], None]
"""A function that processes the events in a record, and then empties it."""


def play_block(
    job: Job, index: int, size: int, engine: Engine, record: Ints | None = None, note: Note = lambda _: None
) -> BlockTally:
    """Play ``size`` hands or games as block number ``index``, one batch at a time.

    Events are written to ``record``. ``note`` is called whenever the record is full, and once at the end.
    Raises HandError if a game fails.
    """
    program, start = _prepare(job, size, engine)
    table = engine.copy(start)
    seed_table(table, job, index, engine)
    events = engine.ints(no_record()) if record is None else record
    recorder, left, finished = Recorder(job), size, 0
    while left > 0:
        wanted = _games_wanted(job, left)
        try:
            left = play_batch(job, program, table, events, left, engine, note)
        except HandError as error:
            game = finished + wanted - games_left(program, table) + 1
            raise HandError(f"{_describe_game(job, index, game)}, {error}") from None
        finished += wanted - games_left(program, table)
        recorder.take(table)
    note(events)
    return recorder.tally(table, size)


def play_batch(
    job: Job, program: Ints, table: Ints, events: Ints, left: int, engine: Engine, note: Note = lambda _: None
) -> int:
    """Play one batch of the ``left`` remaining hands or games, and return how many then remain.

    Raises GameError if a game fails.
    """
    batch = min(job.batch, left)
    if job.unit == "hands":
        want_hands(program, table, left, _games_wanted(job, left), left - batch)
    else:
        want_hands(program, table, (batch + 1) * job.longest, _games_wanted(job, left), 0)
    status = engine.play_games(program, table, events)
    while status == Stop.EVENTS_FULL:
        note(events)
        status = engine.go_on(program, table, events)
    if job.unit == "games" and status == Stop.ENOUGH:
        raise GameError(f"a game does not end within {LONGEST_GAME:,} hands")
    refuse_stop(job, status, table)
    if job.unit == "games":
        return left - batch
    rest = hands_left(program, table)
    if rest > left - batch:
        raise GameError("most games end before a hand is played")
    return rest


def _games_wanted(job: Job, left: int) -> int:
    """Return the maximum number of games in the next batch, if ``left`` hands or games remain."""
    return GAMES_PER_HAND * left if job.unit == "hands" else min(job.batch, left)


def _describe_game(job: Job, index: int, game: int) -> str:
    before = index * job.block
    if job.unit == "games" or not before:
        return f"seed {job.seed}, game {before + game:,}"
    return f"seed {job.seed}, game {game:,} after {before:,} hands"


def refuse_stop(job: Job, status: int, numbers: Ints) -> None:
    """Raise HandError if the engine stopped before it had played every requested hand or game."""
    if status not in (Stop.DONE, Stop.ENOUGH):
        view = View(list(job.program), numbers)
        raise HandError(explain_stop(status, view, job.persons, job.decimals, job.described))
