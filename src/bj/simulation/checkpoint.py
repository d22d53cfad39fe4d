"""Checkpoints: the finished blocks, in a file that survives the process.

The first line identifies the job; every other line is a block, after its checksum. A line that was being
written when the process ended is cut off when the file is opened again.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Sequence
from io import BufferedReader
from pathlib import Path
from types import TracebackType

from bj import __version__
from bj.engine import tallying as y
from bj.errors import UsageError
from bj.files import open_regular
from bj.simulation.jobs import Job
from bj.simulation.tallies import (
    COUNT_PIECES,
    COUNT_PRODUCTS,
    PRODUCTS,
    ROUNDS,
    SETTLED,
    SHARES,
    BlockTally,
    GroupTally,
)

LONGEST_LINE = 1 << 22
"""The most bytes of a line: the largest block, of two full tables of counting players, has half as many."""

LARGEST_SUM = 1 << 200
"""Far more than the sums of any block, yet small enough to be added up in floating point."""

AGAIN = "give the same command again as before, or another file"
ANOTHER = "give another file"
DAMAGED = "the file was changed: use another one, or remove that line and everything after it"


def sealed(text: bytes) -> bytes:
    """A line with its checksum before it."""
    return f"{zlib.crc32(text):08x} ".encode() + text + b"\n"


def _unsealed(line: bytes) -> bytes:
    """The text after the checksum of a line. Raises ValueError if it was changed."""
    text = line[9:-1]
    if sealed(text) != line:
        raise ValueError(line[:8])
    return text


def _refuse_impossible(tally: BlockTally, size: int, job: Job) -> None:
    """Raise ValueError unless ``size`` hands or games of a job can have these counts."""
    is_of_games = job.unit == "games"
    if tally.sides:
        for side in tally.sides:
            _refuse_impossible(side, size, job)
        stretches = [sums[0] for sums in tally.pairs]
        fits = size > 0 and stretches == [size // job.stretch] * len(job.pairs)
        fits = fits and tally.hands == sum(side.hands for side in tally.sides)
        fits = fits and all(abs(number) < LARGEST_SUM for sums in tally.pairs for number in sums)
    else:
        counters = [*tally.bankrolls, tally.lengths, tally.rounds, tally.winners]
        fits = (
            0 < size == (tally.games if is_of_games else tally.hands) and bool(tally.bankrolls) == is_of_games
        )
        fits = fits and all(counter.total() == tally.games for counter in counters)
        fits = fits and all(
            times > 0 and abs(number) < LARGEST_SUM for each in counters for number, times in each.items()
        )
        fits = fits and all(_is_possible(group, size) for group in tally.groups.values())
    if not fits or not 0 <= tally.hands < LARGEST_SUM or not 0 <= tally.cut < LARGEST_SUM:
        raise ValueError(size)
    if tally.games != size * is_of_games:
        raise ValueError(tally.games)


def _is_possible(group: GroupTally, size: int) -> bool:
    """Whether these can be the counts of a person or group in a block of this size."""
    numbers = group.numbers
    hands, shares = numbers[y.HANDS], [numbers[place] for place in SHARES]
    counts = [
        hands,
        *shares,
        *(numbers[at] for at in (y.SPLITS, y.INSURED, y.INSURANCE_STAKED)),
        *(numbers[at] for at in (y.STAKED, y.INITIAL, y.SQUARES, y.ROUNDS_WON, y.ROUNDS_LOST)),
    ]
    return (
        min(counts) >= 0
        and max(shares) <= numbers[SETTLED]
        and numbers[SETTLED] == hands + numbers[y.SPLITS]
        and numbers[y.INSURED] <= hands
        and numbers[y.ROUNDS_WON] + numbers[y.ROUNDS_LOST] == numbers[ROUNDS]
        and numbers[y.RECEIVED] ** 2 <= hands * numbers[y.SQUARES]
        and _are_sums(group.pieces, size, numbers, group.products, PRODUCTS)
        and all(abs(cube) < LARGEST_SUM**2 for cube in group.cubes)
        and all(
            min(cell[y.COUNT_HANDS], cell[y.COUNT_INITIAL]) >= 0
            and _are_sums(cell[COUNT_PIECES], size, cell, cell[COUNT_PIECES + 1 :], COUNT_PRODUCTS)
            for cell in group.by_count.values()
        )
    )


def _are_sums(
    pieces: int, size: int, totals: Sequence[int], products: Sequence[int], places: Sequence[tuple[int, ...]]
) -> bool:
    """Whether these can be sums of products of two numbers of every piece, by Cauchy and Schwarz."""
    sums = dict(zip(places, products, strict=True))
    return (
        0 <= pieces <= size
        and all(abs(number) < LARGEST_SUM for number in (*totals, *products))
        and all(sums[one, one] >= 0 for one, other in places if one == other)
        and all(product**2 <= sums[one, one] * sums[two, two] for (one, two), product in sums.items())
    )


class Checkpoint:
    """A checkpoint file, open for more blocks; ``blocks`` are those it already had, with sizes, by index.

    No other process can use the file meanwhile. Raises UsageError when it cannot be used for this job.
    """

    def __init__(self, file: Path, job: Job) -> None:
        self.blocks: dict[int, tuple[int, BlockTally]] = {}
        self._file = file
        self._job = job
        self._groups = [side.groups for side in (job, job.against) if side is not None]
        head = json.dumps({"bj": __version__, "simulation": job.key()}).encode() + b"\n"
        try:
            self._descriptor = open_regular(file, os.O_RDWR | os.O_CREAT)
            try:
                self._lock()
                with open(self._descriptor, "rb", closefd=False) as stream:
                    self._end = self._read(stream, head)
                self._write(b"" if self._end else head)
            except BaseException:
                os.close(self._descriptor)
                raise
        except OSError as error:
            raise UsageError(f"the checkpoint {file} cannot be used: {error.strerror}", ANOTHER) from None

    def _lock(self) -> None:
        """Lock the file for this process where possible; the system always unlocks it in the end."""
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(
                f"another process uses the checkpoint {self._file}", "wait until it ends"
            ) from None
        except OSError:  # some network file systems cannot do it
            return

    def _read(self, stream: BufferedReader, head: bytes) -> int:
        """Read the blocks of the file, and return the offset after its last whole line."""
        first = stream.readline(len(head) + LONGEST_LINE)
        if not first.endswith(b"\n") and head.startswith(first):
            return 0
        if first != head:
            remedy = AGAIN if first.startswith(b'{"bj": ') else ANOTHER
            raise UsageError(f"the checkpoint {self._file} belongs to another simulation or version", remedy)
        end, number = len(first), 1
        while (line := stream.readline(LONGEST_LINE)).endswith(b"\n"):
            number += 1
            try:
                told = json.loads(_unsealed(line))
                index, size = told["block"], told["size"]
                if type(index) is not int or type(size) is not int:
                    raise TypeError(index, size)
                tally = BlockTally.from_json(told["tally"], *self._groups)
                _refuse_impossible(tally, size, self._job)
                self.blocks[index] = size, tally
            except (ValueError, KeyError, TypeError, RecursionError):
                raise UsageError(
                    f"line {number} of {self._file} is not a block of a simulation", DAMAGED
                ) from None
            end += len(line)
        if len(line) == LONGEST_LINE:
            raise UsageError(f"line {number + 1} of {self._file} is not a block of a simulation", DAMAGED)
        return end

    def keep(self, index: int, size: int, tally: BlockTally) -> None:
        """Add a finished block, which is on disk when this returns. Raises UsageError if the disk is full."""
        told = {"block": index, "size": size, "tally": tally.to_json()}
        self._write(sealed(json.dumps(told, separators=(",", ":")).encode()))

    def _write(self, line: bytes) -> None:
        """Write a line after the last whole one, cutting off the remains of a failure."""
        try:
            os.ftruncate(self._descriptor, self._end)
            os.lseek(self._descriptor, self._end, os.SEEK_SET)
            left = memoryview(line)
            while left:
                left = left[os.write(self._descriptor, left) :]
        except OSError as error:
            raise UsageError(
                f"the checkpoint {self._file} cannot be written: {error.strerror}",
                "its content is kept: run the same command again when there is room",
            ) from None
        self._end += len(line)

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._descriptor)
