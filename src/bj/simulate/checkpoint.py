"""Checkpoints: the blocks that are finished, in a file that survives whatever happens to the process.

The first line tells whose blocks they are, every other line is one block. A line that was being written when
the process ended is cut off when the file is opened again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from io import BufferedRandom
from pathlib import Path
from types import TracebackType

from bj import __version__
from bj.errors import UsageError
from bj.simulate.tallies import BlockTally

LARGEST_FILE = 2_000_000_000  # bytes


class Checkpoint:
    """A checkpoint file, open for more blocks; ``blocks`` are those that it had, with sizes, by index."""

    def __init__(self, file: Path, key: str) -> None:
        self.blocks: dict[int, tuple[int, BlockTally]] = {}
        self._stream = self._open(file, key)

    def _open(self, file: Path, key: str) -> BufferedRandom:
        """Open the file or make it. Raises UsageError when it cannot be used for this job."""
        head = {"bj": __version__, "simulation": key}
        try:
            stream = file.open("r+b") if file.exists() else file.open("x+b")
            if os.fstat(stream.fileno()).st_size > LARGEST_FILE:
                raise UsageError(f"the checkpoint {file} is too large", "give another file")
            end = self._read(file, stream, head)
            stream.truncate(end)
            stream.seek(end)
            if end == 0:
                stream.write(json.dumps(head).encode() + b"\n")
                stream.flush()
        except OSError as error:
            raise UsageError(f"the checkpoint {file} cannot be used: {error.strerror}") from None
        return stream

    def _read(self, file: Path, stream: BufferedRandom, head: Mapping[str, str]) -> int:
        """Take up the blocks of the file: where the last whole line of it ends."""
        remedy = "give the same command again as before, or another file"
        end = 0
        for number, line in enumerate(stream):
            if not line.endswith(b"\n"):
                break
            try:
                told = json.loads(line)
                if number == 0:
                    if told != head:
                        raise UsageError(f"the checkpoint {file} is of another simulation or version", remedy)
                else:
                    self.blocks[int(told["block"])] = int(told["size"]), BlockTally.from_json(told["tally"])
            except (ValueError, KeyError, TypeError, RecursionError):
                raise UsageError(f"line {number + 1} of {file} is no block of a simulation", remedy) from None
            end += len(line)
        if end == 0 and stream.tell():
            stream.seek(0)
            if not json.dumps(head).encode().startswith(stream.read()):
                raise UsageError(f"{file} is no checkpoint", "give another file")
        return end

    def keep(self, index: int, size: int, tally: BlockTally) -> None:
        """Add a finished block: it is in the file when this returns."""
        told = {"block": index, "size": size, "tally": tally.to_json()}
        self._stream.write(json.dumps(told, separators=(",", ":")).encode() + b"\n")
        self._stream.flush()

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.close()
