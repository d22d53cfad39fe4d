"""Checkpoints: the finished blocks, in a file that survives the process.

The first line identifies the job; every other line is a block, after its checksum. A line that was being
written when the process ended is cut off when the file is opened again.
"""

from __future__ import annotations

import json
import os
import zlib
from io import BufferedReader
from pathlib import Path
from types import TracebackType

from bj import __version__
from bj.errors import UsageError
from bj.files import open_regular
from bj.simulation.jobs import Job
from bj.simulation.tallies import BlockTally

LONGEST_LINE = 1 << 22
"""The most bytes of a line: the largest block, of two full tables of counting players, has half as many."""

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


class Checkpoint:
    """A checkpoint file, open for more blocks; ``blocks`` are those it already had, with sizes, by index.

    No other process can use the file meanwhile. Raises UsageError when it cannot be used for this job.
    """

    def __init__(self, file: Path, job: Job) -> None:
        self.blocks: dict[int, tuple[int, BlockTally]] = {}
        self._file = file
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
                self.blocks[index] = size, BlockTally.from_json(told["tally"], *self._groups)
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
