"""Plays games with damaged numbers on memory between protected pages.

Every game has its own process, so that a crash is counted instead of ending the test.
"""

from __future__ import annotations

import ctypes
import faulthandler
import mmap
import os
import signal
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import bj
from bj import native
from bj.analysis import full_search
from bj.compiler.compile import Compiled
from bj.engine.face import driving
from bj.engine.face.view import Stop
from bj.engine.game import tallies as y
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.native import number_sequences, search_buffers
from bj.native.library import OutOfBoundsError
from bj.native.number_sequences import ints

PAGE = mmap.PAGESIZE
CANARY = b"\x5a"
SECONDS = 3
"""The number of calls after which a game is abandoned."""

CALLS = 40
"""The number of times that the engine is called for a recorded game."""

PLAYED, STOPPED, REFUSED, CANARY_CHANGED = 0, 9, 8, 77
ENDS = {PLAYED: "played", STOPPED: "stopped", REFUSED: "refused", CANARY_CHANGED: "CANARY CHANGED"}


class Room:
    """A sequence whose memory ends, or begins, at a protected page."""

    def __init__(self, numbers: Any, *, ends_at_page: bool) -> None:
        whole = numbers._b_base_
        size = ctypes.sizeof(whole)
        used = max(1, -(-size // PAGE)) * PAGE
        self.memory = mmap.mmap(-1, used + 2 * PAGE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        protect = ctypes.CDLL(None, use_errno=True).mprotect
        protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        for page in (start, start + PAGE + used):
            if protect(page, PAGE, 0):
                raise OSError(ctypes.get_errno(), "mprotect")
        rest = used - size
        first = PAGE + (rest if ends_at_page else 0)
        self.rest = slice(PAGE, first) if ends_at_page else slice(first + size, PAGE + used)
        self.memory[self.rest] = CANARY * rest
        self.array: Any = type(whole).from_buffer(self.memory, first).numbers
        ctypes.memmove(self.array, numbers, size)

    def is_intact(self) -> bool:
        """Whether nothing was written outside the array."""
        rest = self.memory[self.rest]
        return rest == CANARY * len(rest)


class Rooms:
    """All arrays of a trial."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.rooms: list[Room] = []

    def take(self, numbers: Any) -> Any:
        """A copy of an array in guarded memory."""
        room = Room(numbers, ends_at_page=self.chance.random() < 0.5)
        self.rooms.append(room)
        return room.array

    def are_intact(self) -> bool:
        """Whether nothing was written outside any of the arrays."""
        return all(room.is_intact() for room in self.rooms)

    def damage(self, array: Any) -> None:
        """Write a wrong number somewhere in an array."""
        if not len(array):
            return
        chance = self.chance
        size = len(array)
        wrong = (
            chance.randrange(-(1 << 63), 1 << 63),
            chance.randrange(-9999, 9999),
            chance.randrange(size - 60, size + 60),
            -1,
            1 << 31,
            1 << 62,
            -(1 << 63),
        )
        at = chance.randrange(size if chance.random() < 0.5 else min(size, 60))
        array[at] = chance.choice(wrong)


class Game(NamedTuple):
    """A game to damage."""

    compiled: Compiled
    is_tallied: bool


def play(game: Game, damages: int, rooms: Rooms) -> None:
    """Play a game with this many damaged numbers for a while, ignoring the outcome."""
    lists = (game.compiled.program, [*game.compiled.table], driving.no_record())
    if game.is_tallied:
        head = game.compiled.program[p.TALLIES]
        lists[1][head + y.LONGEST], lists[1][head + y.HANDS_WANTED], lists[1][head + y.GAMES_LEFT] = 12, 90, 9
    else:
        lists = (*lists[:2], driving.new_record(rooms.chance.choice([0, 50])))
    program, table, events = (rooms.take(ints(numbers)) for numbers in lists)
    for _ in range(damages):
        rooms.damage(rooms.chance.choices((program, table, events), (5, 5, 1))[0])
    if game.is_tallied:
        native.play_games(program, table, events)
        return
    for _ in range(CALLS):
        status = native.play(program, table, events)
        if status in (Stop.DECISION, Stop.CHANCE):
            table[t.ANSWER] = rooms.chance.choice([0, 1, 2, 5, 51, 60, 1 << 40, -1])
            table[t.ANSWERED] = 1
        elif status in (Stop.EVENTS_FULL, Stop.PAUSED):
            events[0] = 3
        else:
            break


def try_apart(trial: Callable[[Rooms], None], seed: int) -> str:
    """Run a trial in its own process and return how the process ended."""
    child = os.fork()
    if not child:
        os._exit(_try_here(trial, seed))
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "endless" if number == signal.SIGALRM else signal.Signals(number).name
    return ENDS.get(os.WEXITSTATUS(status), f"exit code {os.WEXITSTATUS(status)}")


def _try_here(trial: Callable[[Rooms], None], seed: int) -> int:
    """Run a trial in this process, which must end afterwards; return its exit code."""
    faulthandler.disable()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(SECONDS)
    rooms, code = Rooms(Random(seed)), PLAYED  # noqa: S311  # a test that can be repeated
    try:
        trial(rooms)
    except OutOfBoundsError:
        code = STOPPED
    except Exception:  # Python refuses numbers that the search gives it
        code = REFUSED
    return code if rooms.are_intact() else CANARY_CHANGED


class Store(search_buffers.CompiledBuffers):
    """Sequences in guarded memory, some of them damaged between two calls."""

    room = 1 << 15

    def __init__(self, damages: int, rooms: Rooms) -> None:
        super().__init__()
        self.damages, self.rooms = damages, rooms

    def _damage(self, sequences: Sequence[Any]) -> None:
        if self.rooms.chance.random() < 0.2:
            for _ in range(self.damages):
                self.rooms.damage(self.rooms.chance.choice(sequences))

    def serve(self, space: Any, wanted: int, first: int, second: int) -> int:
        """Damage a sequence, then search."""
        self._damage(space)
        return super().serve(space, wanted, first, second)

    def weigh(self, weights: Any, wanted: int, first: int, second: int) -> int:
        """Damage a sequence, then weigh."""
        self._damage(weights)
        return super().weigh(weights, wanted, first, second)

    def ints(self, sequence: Sequence[int], room: int = 0) -> Any:
        """A sequence in guarded memory."""
        return self.rooms.take(number_sequences.ints(sequence, room))

    def floats(self, sequence: Sequence[float], room: int = 0) -> Any:
        """A sequence in guarded memory."""
        return self.rooms.take(number_sequences.floats(sequence, room))

    def part(self, sequence: Any, count: int, room: int = 0) -> Any:
        """A copy of a sequence in different guarded memory."""
        return self.rooms.take(number_sequences.part(sequence, count, room))

    def resized(self, numbers: Any, size: int) -> Any:
        """A resized copy of a sequence in different guarded memory."""
        return self.part(numbers, size)

    def copied(self, sequence: Any) -> Any:
        """A copy of a sequence in different guarded memory."""
        return self.rooms.take(sequence)


def search(file: Any, damages: int, rooms: Rooms) -> None:
    """Analyse a ruleset while this many numbers are damaged between calls of the search and the weighing."""
    setattr(full_search, "CompiledBuffers", partial(Store, damages, rooms))  # noqa: B010  # in a process that ends
    bj.analyze(file)
