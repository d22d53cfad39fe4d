"""Jobs: games to simulate, cut into blocks that can be played anywhere and in any order."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from bj.arguments import Value
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.driving import SEED_BITS, generator_of, no_record
from bj.engine.mode import Ints
from bj.engine.tallying import games_left, hands_left, prepare, want_hands
from bj.engine.view import Kind, Stop, View
from bj.errors import GameError, HandError, UsageError
from bj.ruleset.check import Checked
from bj.ruleset.check.grouping import parse_grouping
from bj.session.engines import Engine
from bj.session.stops import explain_stop
from bj.simulation.recorder import Recorder
from bj.simulation.seats import groups_of
from bj.simulation.tallies import BlockTally, Members

Unit: TypeAlias = Literal["hands", "games"]
"""The unit of amounts: hands of the table, or whole games."""

BLOCK: Mapping[Unit, int] = {"hands": 1 << 15, "games": 100}
"""The hands or games of a block. Results depend on it, so it is the same on every machine."""

BATCHES = 256
"""The number of independent batches of a run, if games end often enough."""

LONG_GAMES = 64
"""The least number of games in many hands: longer games are cut so that others begin."""

SHORTEST_BATCH: Mapping[Unit, int] = {"hands": 16, "games": 1}
SHORTEST_CUT = 1024
"""The fewest hands of a game that is cut."""

BATCH_FOR_PRECISION: Mapping[Unit, int] = {"hands": 1 << 12, "games": 25}
"""The size of a batch when the number of batches is not known."""

LARGEST_AMOUNT = 10**12
"""The most hands or games that can be asked for."""

LONGEST_GAME = 10_000_000
"""Hands after which a game is given up, as it would never end."""

GAMES_PER_HAND = 2
"""Games after which a block of hands is given up, as most games have no hand."""

_MASK32 = (1 << 32) - 1
_MASK64 = (1 << 64) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """Everything that a block needs, as plain values: a job can be sent to another machine."""

    program: tuple[int, ...]
    table: tuple[int, ...]
    persons: tuple[str, ...]
    described: Mapping[int, str]
    decimals: int
    unit: Unit
    seed: int
    groups: tuple[Members, ...]
    """Those who are counted together: everybody alone, all of each strategy, all of each team."""
    batch: int
    """The hands or games of a batch, which ends with a game; of a comparison, exactly this many."""
    longest: int
    """Hands after which a game is cut or, when whole games are simulated, given up."""
    against: Job | None = None
    """The right side, if this is the left side of a comparison."""
    pairs: tuple[tuple[int, int, int, int], ...] = ()
    """Of a comparison: the quantities, see ``bj.simulation.paired_play``."""

    @property
    def block(self) -> int:
        """The hands or games of a block, in whole batches for a comparison."""
        return BLOCK[self.unit] // self.batch * self.batch if self.against else BLOCK[self.unit]

    @property
    def view(self) -> View:
        """The table before the first hand."""
        return View(list(self.program), list(self.table))

    def key(self) -> str:
        """A hash that identifies this job: jobs with the same key have the same numbers."""
        told: list[object] = [
            *(self.program, self.table, self.persons, self.decimals, self.unit, self.seed, BLOCK),
            *(self.groups, self.batch, self.longest),
        ]
        if self.against is not None:
            told += [self.against.key(), self.batch, self.pairs]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def cut(unit: Unit, amount: int | None) -> tuple[int, int]:
    """The size of a batch for an amount of hands or games, and the hands after which a game is cut.

    The amount is None if a precision decides it. Games that never end are cut into equal parts of a block.

    >>> cut("hands", 1_000_000), cut("hands", 10**9), cut("hands", 500), cut("games", 1000)
    ((3906, 10923), (32768, 32768), (16, 1024), (3, 10000000))
    """
    block = BLOCK[unit]
    if amount is None:
        batch = longest = BATCH_FOR_PRECISION[unit]
    else:
        batch = min(max(amount // BATCHES, SHORTEST_BATCH[unit]), block)
        longest = min(max(amount // LONG_GAMES, SHORTEST_CUT), block)
    return batch, LONGEST_GAME if unit == "games" else -(-block // -(-block // longest))


def make_job(
    checked: Checked,
    values: Mapping[str, Value],
    unit: Unit,
    seed: int = 0,
    rounds: int = 0,
    amount: int | None = LARGEST_AMOUNT,
    by: str = "",
) -> Job:
    """The job of simulating a ruleset with its arguments filled in.

    ``rounds`` is the number of rounds to play in rulesets that ask for another; ``amount`` is how much will
    be played, None when it is not known. Hands are counted ``by`` an expression, in place of the running
    count. Raises UsageError when the game needs a person, and GameError when a
    start value cannot be computed.
    """
    if type(seed) is not int or not 0 <= seed <= _MASK32:
        raise UsageError(f"{seed!r} is not a seed", f"give a whole number from 0 to {_MASK32}")
    grouping = parse_grouping(checked, by) if by else None
    compiled = compile_ruleset(checked, values, 0, rounds=rounds, tallied=True, by=grouping)
    _refuse_persons(checked, compiled, rounds)
    return Job(
        tuple(compiled.program),
        tuple(compiled.table),
        compiled.persons,
        compiled.described,
        compiled.decimals,
        unit,
        seed,
        groups_of(checked.model, values),
        *cut(unit, amount),
    )


def _refuse_persons(checked: Checked, compiled: Compiled, rounds: int) -> None:
    """Raise UsageError when a person would have to be asked."""
    view = View(compiled.program, compiled.table)
    for person, name in enumerate(compiled.persons):
        if not view.decides(person, Kind.WAGER):
            raise UsageError(
                f"{name} is a person, who would have to be asked for every wager",
                "give the strategy a `wager`, and a chart or rules",
            )
        if not view.decides(person, Kind.ACTION):
            raise UsageError(
                f"{name} is a person, who would have to be asked about every hand",
                "give the strategy a chart or rules",
            )
    if not rounds and "ask again" in checked.model.procedure.steps_named():
        raise UsageError(
            "somebody would have to be asked for another round", "set their number, as in `--rounds 100`"
        )


def seed_of_block(seed: int, index: int, bits: int) -> int:
    """The seed of one block: no two blocks of a job have the same.

    Sources: the finalizers of murmur3 (A. Appleby) for 32 bits and of splitmix64 (S. Vigna) for 64.
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
    """The program of a job, and the table before a block of this size, as the engine keeps them."""
    return engine.ints(list(job.program)), engine.ints(prepare_table(job, size))


def prepare_table(job: Job, size: int) -> list[int]:
    """The table of a job, with room for the results of ``size`` games if they are wanted."""
    return prepare(job.program, job.table, job.longest, size if job.unit == "games" else 0)


def seed_table(table: Ints, job: Job, index: int, engine: Engine) -> None:
    """Seed the generators of a table for the block or batch ``index``."""
    generator = generator_of(job.program)
    seed = seed_of_block(job.seed, index, SEED_BITS[generator])
    engine.seed(table, generator, seed - (1 << 64) if seed >> 63 else seed)


def play_block(job: Job, index: int, size: int, engine: Engine) -> BlockTally:
    """Play ``size`` hands or games of the block ``index``, batch by batch.

    Raises HandError when a rule asks for something impossible.
    """
    program, start = _prepare(job, size, engine)
    table = copy(start)
    seed_table(table, job, index, engine)
    events = engine.ints(no_record())
    recorder, left, finished = Recorder(job), size, 0
    while left > 0:
        wanted = _games_wanted(job, left)
        try:
            left = play_batch(job, program, table, events, left, engine)
        except HandError as error:
            game = finished + wanted - games_left(program, table) + 1
            raise HandError(f"{_describe_game(job, index, game)}, {error}") from None
        finished += wanted - games_left(program, table)
        recorder.take(table)
    return recorder.tally(table, size)


def play_batch(job: Job, program: Ints, table: Ints, events: Ints, left: int, engine: Engine) -> int:
    """Play a batch of the ``left`` hands or games that are wanted, and return how many remain.

    Raises GameError when a rule asks for something impossible.
    """
    batch = min(job.batch, left)
    if job.unit == "hands":
        want_hands(program, table, left, _games_wanted(job, left), left - batch)
    else:
        want_hands(program, table, (batch + 1) * job.longest, _games_wanted(job, left), 0)
    status = engine.play_games(program, table, events)
    if job.unit == "games" and status == Stop.ENOUGH:
        raise GameError(f"a game does not end: it is not over after {LONGEST_GAME:,} hands")
    refuse_stop(job, status, table)
    if job.unit == "games":
        return left - batch
    rest = hands_left(program, table)
    if rest > left - batch:
        raise GameError("most games are over before a hand is played")
    return rest


def _games_wanted(job: Job, left: int) -> int:
    """The most games that a batch may have when this many hands or games are left."""
    return GAMES_PER_HAND * left if job.unit == "hands" else min(job.batch, left)


def _describe_game(job: Job, index: int, game: int) -> str:
    """The seed and the number of a game of the block ``index``, in words."""
    before = index * job.block
    if job.unit == "games" or not before:
        return f"seed {job.seed}, game {before + game:,}"
    return f"seed {job.seed}, game {game:,} after {before:,} hands"


def refuse_stop(job: Job, status: int, numbers: Ints) -> None:
    """Raise HandError unless the engine has stopped because it has played enough."""
    if status not in (Stop.DONE, Stop.ENOUGH):
        view = View(list(job.program), numbers)
        raise HandError(explain_stop(status, view, job.persons, job.decimals, job.described))
