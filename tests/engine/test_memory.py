"""The compiled engine never accesses memory outside the arrays of a call, for any numbers in them."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.engine.damage import PAGE, Game, Rooms, play, try_apart
from tests.engine.test_guarded import variant

from bj.catalogue.layout import SPARE
from bj.cli.exit_codes import BUG, exit_policy
from bj.engine.face import driving
from bj.engine.layout import table as t
from bj.native.library import has_library
from bj.native.number_sequences import INT, copy, ints, part, size_in_memory, zeros
from bj.session.engines import Engine, compiled_engine

ROOT = Path(__file__).parents[2]

if not has_library():
    pytest.skip("there is no compiled engine", allow_module_level=True)
if not hasattr(ctypes.CDLL(None), "mprotect"):
    pytest.skip("there is no memory that can be protected", allow_module_level=True)

OUTSIDE = [-(1 << 63), 1 << 31, 1 << 40, (1 << 60) + 1, (1 << 63) - 1]


@pytest.fixture(name="fast")
def the_compiled_engine() -> Engine:
    """The compiled engine."""
    return compiled_engine()


def arrays(fast: Engine) -> list[Any]:
    """A program, a table and a record of one game."""
    compiled = variant().compile(0)
    return [fast.ints(numbers) for numbers in (compiled.program, compiled.table, driving.no_record())]


@pytest.mark.parametrize("index", OUTSIDE)
@pytest.mark.parametrize("register", [t.DEALER_HAND, t.PC, t.SHOE, t.SPARE, t.SEATS, t.HANDS])
def test_index_outside_its_array_raises(fast: Engine, register: int, index: int) -> None:
    """A register that addresses outside an array ends the call with an error; the next call plays."""
    program, table, events = arrays(fast)
    table[register] = index
    with pytest.raises(Exception, match="blocked an access outside the engine's memory") as raised:
        fast.play(program, table, events)
    assert type(raised.value).__name__ == "OutOfBoundsError"
    fast.play(*arrays(fast))


def test_error_is_reported_as_a_bug(fast: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    """If an index out of range stops a command, it exits with 101 and names the cause."""
    program, table, events = arrays(fast)
    table[t.DEALER_HAND] = OUTSIDE[0]
    with pytest.raises(SystemExit) as ended, exit_policy():
        fast.play(program, table, events)
    assert ended.value.code == BUG
    assert "blocked an access outside the engine's memory" in capsys.readouterr().err


@pytest.mark.parametrize("short", range(3))
def test_array_that_is_too_short_raises(fast: Engine, short: int) -> None:
    """An array without the fixed places of its kind is refused before anything is read."""
    given = arrays(fast)
    given[short] = fast.ints(given[short][:2])
    with pytest.raises(Exception, match="blocked an access outside the engine's memory"):
        fast.play(*given)


@pytest.mark.parametrize("made", [ints([7] * 9), copy(ints([7] * 9)), part(ints([7]), 1, 8), zeros(INT, 9)])
def test_sequences_have_spare_numbers_after_their_last(made: Any) -> None:
    """Every sequence has spare memory for a block that begins at its last number."""
    assert (len(made), size_in_memory(made)) == (9, 9 + SPARE)
    ctypes.memset(ctypes.addressof(made), 0, 8 * size_in_memory(made))


def test_block_may_not_begin_in_spare_numbers(fast: Engine) -> None:
    """An index is compared with the length of a sequence, or with a smaller number without spare numbers."""
    program, table, events = arrays(fast)
    table[t.DEALER_HAND] = len(table)
    with pytest.raises(Exception, match="blocked an access outside the engine's memory"):
        fast.play(program, table, events)
    program, table, events = arrays(fast)
    table[t.DEALER_HAND] = len(table) - 1
    plain: Any = (INT * len(table)).from_buffer_copy(table)
    with pytest.raises(Exception, match="blocked an access outside the engine's memory"):
        fast.play(program, plain, events)


def test_threads_leave_their_own_calls(fast: Engine) -> None:
    """A failed call returns to its own thread."""
    ends: list[str] = []

    def fail() -> None:
        for _ in range(15):
            given = arrays(fast)
            given[1][t.DEALER_HAND] = OUTSIDE[0]
            try:
                fast.play(*given)
            except Exception as error:
                ends.append(type(error).__name__)

    threads = [threading.Thread(target=fail) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ends == ["OutOfBoundsError"] * 45


def test_damaged_games_stay_in_their_memory() -> None:
    """Games and searches with wrong numbers do not crash, and touch nothing outside their arrays.

    The campaign ``tests/campaigns/memory.py`` plays thousands of them.
    """
    command = [sys.executable, str(ROOT / "tests" / "campaigns" / "memory.py"), "15", "700"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "played" in done.stdout
    assert "stopped" in done.stdout


def test_rooms_notice_writes_next_to_them() -> None:
    """A number written next to an array is noticed; one on its other side ends the process."""

    def touch(rooms: Rooms, *, free: bool) -> None:
        play(Game(variant().compile(0), is_tallied=False), 0, rooms)
        room = rooms.rooms[0]
        before = (room.rest.start == PAGE) == free
        index = -1 if before else size_in_memory(room.array)
        ctypes.c_int64.from_address(ctypes.addressof(room.array) + 8 * index).value = 1

    def play_on(rooms: Rooms) -> None:
        play(Game(variant().compile(0), is_tallied=False), 0, rooms)

    assert try_apart(play_on, 1) == "played"
    assert try_apart(lambda rooms: touch(rooms, free=True), 1) == "CANARY CHANGED"
    assert try_apart(lambda rooms: touch(rooms, free=False), 1) == "SIGSEGV"
