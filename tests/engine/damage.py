"""Games whose numbers are damaged, on memory between protected pages.

Every game is played in a process of its own, so that a crash is counted and not suffered.
"""

from __future__ import annotations

import ctypes
import faulthandler
import importlib
import mmap
import os
import signal
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from bj.compiler.compile import Compiled
from bj.engine.face import driving
from bj.engine.face.view import Stop
from bj.engine.game import tallies as y
from bj.engine.layout import program as p
from bj.engine.layout import table as t

PAGE = mmap.PAGESIZE
CANARY = b"\x5a"
SECONDS = 3
"""After which a game that goes on is left."""

CALLS = 40
"""How often the engine is called for a game that is recorded."""

PLAYED, STOPPED, REFUSED, CANARY_CHANGED = 0, 9, 8, 77
ENDS = {PLAYED: "played", STOPPED: "stopped", REFUSED: "refused", CANARY_CHANGED: "CANARY CHANGED"}


class Room:
    """An array that ends, or begins, where a page begins or ends that nobody may touch."""

    def __init__(self, numbers: Any, *, ends_at_page: bool) -> None:
        import numpy as np

        used = max(1, -(-numbers.nbytes // PAGE)) * PAGE
        self.memory = mmap.mmap(-1, used + 2 * PAGE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        protect = ctypes.CDLL(None, use_errno=True).mprotect
        protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        for page in (start, start + PAGE + used):
            if protect(page, PAGE, 0):
                raise OSError(ctypes.get_errno(), "mprotect")
        rest = used - numbers.nbytes
        first = PAGE + (rest if ends_at_page else 0)
        self.rest = slice(PAGE, first) if ends_at_page else slice(first + numbers.nbytes, PAGE + used)
        self.memory[self.rest] = CANARY * rest
        self.array: Any = np.frombuffer(self.memory, numbers.dtype, len(numbers), first)
        self.array[:] = numbers

    def is_intact(self) -> bool:
        """Whether nothing was written beside the array."""
        rest = self.memory[self.rest]
        return rest == CANARY * len(rest)


class Rooms:
    """All arrays of a trial."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.rooms: list[Room] = []

    def take(self, numbers: Any) -> Any:
        """A copy of an array, in a room of its own."""
        room = Room(numbers, ends_at_page=self.chance.random() < 0.5)
        self.rooms.append(room)
        return room.array

    def are_intact(self) -> bool:
        """Whether nothing was written beside any of them."""
        return all(room.is_intact() for room in self.rooms)

    def damage(self, array: Any) -> None:
        """Put a wrong number somewhere into an array."""
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
    """A game to be damaged."""

    compiled: Compiled
    is_tallied: bool


def play(game: Game, damages: int, rooms: Rooms) -> None:
    """Play a game with so many damaged numbers for a while, whatever becomes of it."""
    import numpy as np

    from bj import compiled as engine

    lists = (game.compiled.program, [*game.compiled.table], driving.no_record())
    if game.is_tallied:
        head = game.compiled.program[p.TALLIES]
        lists[1][head + y.LONGEST], lists[1][head + y.HANDS_WANTED], lists[1][head + y.GAMES_LEFT] = 12, 90, 9
    else:
        lists = (*lists[:2], driving.new_record(rooms.chance.choice([0, 50])))
    program, table, events = (rooms.take(np.array(numbers, np.int64)) for numbers in lists)
    for _ in range(damages):
        rooms.damage(rooms.chance.choices((program, table, events), (5, 5, 1))[0])
    if game.is_tallied:
        engine.play_games(program, table, events)
        return
    for _ in range(CALLS):
        status = engine.advance(program, table, events)
        if status in (Stop.DECISION, Stop.CHANCE):
            table[t.ANSWER] = rooms.chance.choice([0, 1, 2, 5, 51, 60, 1 << 40, -1])
            table[t.ANSWERED] = 1
        elif status in (Stop.EVENTS_FULL, Stop.PAUSED):
            events[0] = 3
        else:
            break


def try_apart(trial: Callable[[Rooms], None], seed: int) -> str:
    """Run a trial in a process of its own: how it ended."""
    child = os.fork()
    if not child:
        os._exit(_try_here(trial, seed))
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "endless" if number == signal.SIGALRM else signal.Signals(number).name
    return ENDS.get(os.WEXITSTATUS(status), f"exit code {os.WEXITSTATUS(status)}")


def _try_here(trial: Callable[[Rooms], None], seed: int) -> int:
    """Run a trial in this process, which then has to end: its exit code."""
    from bj.engine.layout.buffers import OutOfBoundsError

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


def search(file: Any, damages: int, rooms: Rooms) -> None:
    """Analyse a ruleset with so many numbers damaged between the calls of the search and of the weighing."""
    import numpy as np

    import bj
    from bj.compiled import search_entry

    mode: Any = importlib.import_module("bj.compiled.layout.mode")

    class Store(search_entry.CompiledBuffers):
        """Arrays in rooms, and damages."""

        room = 1 << 15

        def _damage(self, arrays: Sequence[Any]) -> None:
            if rooms.chance.random() < 0.2:
                for _ in range(damages):
                    rooms.damage(rooms.chance.choice(arrays))

        def serve(self, space: Any, *wanted: int) -> int:
            """Damage something, and search."""
            self._damage(space)
            return super().serve(space, *wanted)

        def weigh(self, weights: Any, *wanted: int) -> int:
            """Damage something, and weigh."""
            self._damage(weights)
            return super().weigh(weights, *wanted)

        def resized(self, numbers: Any, size: int) -> Any:
            """Another room."""
            kept = np.zeros(size, numbers.dtype)
            shared = min(size, len(numbers))
            kept[:shared] = numbers[:shared]
            return rooms.take(kept)

        def copied(self, memo: Any) -> Any:
            """Another room."""
            return rooms.take(memo)

        @staticmethod
        def _empty(slots: int) -> Any:
            memo = np.zeros(mode.MEMO_HEAD + mode.SLOT_SIZE * slots, np.int64)
            memo[mode.MEMO_SIZE] = slots
            return rooms.take(memo)

        @staticmethod
        def _with_room(numbers: Any, room: int, kind: Any) -> Any:
            array = np.zeros(len(numbers) + room, kind)
            array[: len(numbers)] = numbers
            return rooms.take(array)

    search_entry.CompiledBuffers = Store  # type: ignore[misc]  # in a process that ends
    bj.analyze(file)
