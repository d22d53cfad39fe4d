"""The numbers of a game that a replay reads, and the replays that they make superfluous."""

from __future__ import annotations

from tests.oracle import courses
from tests.verify.exams import CLASSIC, verifier

from bj.verify.changes import Change
from bj.verify.explain.read_tracking import WatchedProgram, is_read, with_program
from bj.verify.positions_and_halts import Position
from bj.verify.replay import Replay
from bj.verify.text import Text

HAND = Text(courses.transcript(courses.CLASSIC, 100, 5, 20, "counting").encode())


def test_a_program_notes_what_is_read() -> None:
    """Single numbers count, also from the end, and slices; a loop over the program reads all of them."""
    program = WatchedProgram([5, 6, 7, 8, 9])
    assert (program[1], program[-1], program[2:3]) == (6, 9, [7])
    assert program.read == {1, 2, 4}
    assert [*map(int, program)] == [5, 6, 7, 8, 9]
    assert program.read == {0, 1, 2, 3, 4}


def test_only_numbers_that_a_hand_reads_can_change_it() -> None:
    """Another number that the first hand does not read leaves it alone; the others may change it."""
    variants = verifier("classic", CLASSIC).variants
    plain = variants.plain
    program = WatchedProgram(plain.compiled.program)
    replay = Replay(with_program(plain, program), HAND)
    assert replay.next_hand().why == "hand"
    unread = next(place for place in range(len(program)) if place not in program.read)
    for place, may_change in ((unread, False), (max(program.read), True)):

        def vary(numbers: list[int], table: list[int], place: int = place) -> None:
            numbers[place] += 1

        other = variants.make([Change(f"number {place}", "", (), "", vary=vary)], HAND.effort)
        assert other is not None
        assert is_read(program.read, plain, other) is may_change
        assert is_read(None, plain, other)
    assert not is_read(None, plain, plain)


def test_positions_go_on_alike_only_if_all_that_matters_is_alike() -> None:
    """Two hands that begin with different money, or at different lines, are different."""
    replay = Replay(verifier("classic", CLASSIC).variants.plain, HAND)
    assert replay.next_hand().why == "hand"
    position = replay.position
    assert position.goes_on_like(position.copy())
    richer, later = position.copy(), position.copy()
    richer.table[-1] += 1
    later.at += 1
    assert not position.goes_on_like(richer)
    assert not position.goes_on_like(later)
    assert not position.goes_on_like(Position(position.table.copy()))
