"""Checkpoint files, which store the finished blocks of a job so that it can be resumed.

The first line identifies the job and the version of bj. Every other line contains a checksum and a block. A
correct checksum shows that bj wrote the line. If the last line is incomplete, bj removes it when it reopens
the file.
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
"""The maximum length of a line, in bytes.

It is twice the length of the longest possible block, which is for a comparison of two full tables of card
counters.
"""

AGAIN = "run the original command again, or choose a different file"
ANOTHER = "choose a different file"
DAMAGED = "the file was changed: use a different one, or remove that line and everything after it"


def sealed(text: bytes) -> bytes:
    """Return a line that consists of the checksum of ``text`` followed by ``text`` itself."""
    return f"{zlib.crc32(text):08x} ".encode() + text + b"\n"


def _unsealed(line: bytes) -> bytes:
    """Check a line's checksum, and return the rest of the line.

    Raises ValueError if the checksum is wrong.
    """
    text = line[9:-1]
    if sealed(text) != line:
        raise ValueError(line[:8])
    return text


class Checkpoint:
    """An open checkpoint file, locked against use by other processes.

    ``blocks`` maps the index of each block in the file to its size and tally. Raises UsageError if the file
    cannot be used for the job.
    """

    def __init__(self, file: Path, job: Job) -> None:
        self.blocks: dict[int, tuple[int, BlockTally]] = {}
        self._file = file
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
        """Lock the file until the process ends, if the system supports it."""
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(
                f"another process is using the checkpoint {self._file}", "wait until it ends"
            ) from None
        except OSError:  # some network file systems do not support locks
            return

    def _read(self, stream: BufferedReader, head: bytes) -> int:
        """Read all blocks from the file, and return the offset after the last complete line."""
        first = stream.readline(len(head) + LONGEST_LINE)
        if not first.endswith(b"\n") and head.startswith(first):
            return 0
        if first != head:
            remedy = AGAIN if first.startswith(b'{"bj": ') else ANOTHER
            raise UsageError(
                f"the checkpoint {self._file} belongs to a different simulation or version", remedy
            )
        end, number = len(first), 1
        while (line := stream.readline(LONGEST_LINE)).endswith(b"\n"):
            number += 1
            try:
                block = json.loads(_unsealed(line))
                self.blocks[block["block"]] = block["size"], BlockTally.from_json(block["tally"])
            except (ValueError, KeyError, TypeError, RecursionError):
                raise UsageError(
                    f"line {number} of {self._file} is not a simulation block", DAMAGED
                ) from None
            end += len(line)
        if len(line) == LONGEST_LINE:
            raise UsageError(f"line {number + 1} of {self._file} is not a simulation block", DAMAGED)
        return end

    def keep(self, index: int, size: int, tally: BlockTally) -> None:
        """Append a finished block to the file. Raises UsageError if the file cannot be written."""
        block = {"block": index, "size": size, "tally": tally.to_json()}
        self._write(sealed(json.dumps(block, separators=(",", ":")).encode()))

    def _write(self, line: bytes) -> None:
        """Append ``line`` after the last complete line, overwriting anything left by a failed write."""
        try:
            os.ftruncate(self._descriptor, self._end)
            os.lseek(self._descriptor, self._end, os.SEEK_SET)
            left = memoryview(line)
            while left:
                left = left[os.write(self._descriptor, left) :]
        except OSError as error:
            raise UsageError(
                f"the checkpoint {self._file} cannot be written: {error.strerror}",
                "its content is kept: free some space and run the same command again",
            ) from None
        self._end += len(line)

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._descriptor)
