"""Writes the history of a simulation to a Parquet or Arrow file (requires the extra ``histories``).

The file has one row for each decision and each result.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import IO, Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import ipc

from bj import __version__
from bj.errors import UsageError
from bj.files import replacing
from bj.ruleset.check import Checked
from bj.ruleset.ruleset_files import refuse_ruleset
from bj.session.engines import EngineName
from bj.simulation.block_workers import LocalCrew, engine_called
from bj.simulation.blocks import play_block
from bj.simulation.history_columns import WORDS, BlockReader, Columns
from bj.simulation.jobs import Job
from bj.simulation.tallies import BlockTally
from bj.worker_pools import Pool

WORD = pa.dictionary(pa.int8(), pa.string())
SCHEMA = pa.schema(
    [
        pa.field("hand", pa.int64(), nullable=False),
        pa.field("person", pa.dictionary(pa.int16(), pa.string()), nullable=False),
        pa.field("event", WORD, nullable=False),
        pa.field("part", pa.int16(), nullable=False),
        ("cards", pa.int16()),
        ("total", pa.int16()),
        ("is_soft", pa.bool_()),
        ("upcard", WORD),
        ("wager", pa.float64()),
        ("bankroll", pa.float64()),
        pa.field("won", pa.float64(), nullable=False),
    ]
)
"""The columns in a file. docs/library.md describes them."""

NAMED = ["person", "event", "upcard"]


class HistoryWriter:
    """Writes the rows of all blocks in the order of the blocks, whichever block is finished first.

    When the context ends, the file contains all blocks before the first unfinished one. After an error, the
    file is left unchanged. Raises UsageError if the file cannot be written or is a ruleset.
    """

    def __init__(self, file: Path, checked: Checked, job: Job) -> None:
        self.job, self._checked, self._file = job, checked, file
        self._ranks, self._persons = pa.array([*checked.pack.codes]), pa.array(job.persons)
        self._early: dict[int, tuple[Columns, int]] = {}
        self._next = self._hands = 0
        self._lock = Lock()
        self._is_closed = False
        head = {"bj": __version__, "ruleset": checked.model.ruleset.title, "seed": str(job.seed)}
        with _refusing(file), ExitStack() as stack:
            refuse_ruleset(file)
            stream = stack.enter_context(replacing(file))
            begin = _begin_arrow if file.suffix == ".arrow" else _begin_parquet
            self._writer = stack.enter_context(begin(stream, SCHEMA.with_metadata(head)))
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._is_closed = True
        with _refusing(self._file):
            self._stack.__exit__(kind, error, trace)

    def play(self, index: int, size: int, engine: EngineName) -> BlockTally:
        """Play a block, and write its rows as soon as all earlier blocks have been written."""
        played = engine_called(engine)
        reader = BlockReader(self._checked, played)
        tally = play_block(self.job, index, size, played, reader.record, reader.take)
        columns = reader.columns()
        with self._lock:
            if self._is_closed:  # after an interrupt, a worker may finish late
                return tally
            self._early[index] = columns, reader.hands
            while self._next in self._early:
                self._write(*self._early.pop(self._next))
                self._next += 1
        return tally

    def _write(self, columns: Columns, hands: int) -> None:
        """Write the rows of a block as one batch. In a Parquet file, a batch is a row group."""
        unit = 10**self.job.decimals

        def named(codes: Any, names: pa.Array, kind: pa.DataType, mask: Any = None) -> pa.Array:
            indices = pa.array(codes, kind.index_type, mask=mask)
            return pa.DictionaryArray.from_arrays(indices, names)

        def money(amounts: Any, mask: Any = None) -> pa.Array:
            return pa.array(amounts / unit, mask=mask)

        is_unseen = columns.total < 0
        arrays = [
            pa.array(columns.hand + (self._hands + 1)),
            named(columns.person, self._persons, SCHEMA.field("person").type),
            named(columns.event, pa.array(WORDS), WORD),
            pa.array(columns.part),
            pa.array(columns.cards, mask=is_unseen),
            pa.array(columns.total, mask=is_unseen),
            pa.array(columns.is_soft, mask=is_unseen),
            named(np.maximum(columns.upcard, 0), self._ranks, WORD, columns.upcard < 0),
            money(columns.wager, columns.wager < 0),
            money(columns.bankroll, columns.bankroll < 0),
            money(columns.won),
        ]
        self._hands += hands
        with _refusing(self._file):
            self._writer.write_batch(pa.record_batch(arrays, schema=SCHEMA))


def _begin_arrow(stream: IO[bytes], schema: pa.Schema) -> Any:
    return ipc.new_file(stream, schema, options=ipc.IpcWriteOptions(compression="lz4"))


def _begin_parquet(stream: IO[bytes], schema: pa.Schema) -> Any:
    return pq.ParquetWriter(
        stream,
        schema,
        use_dictionary=NAMED,
        column_encoding={"hand": "DELTA_BINARY_PACKED"},
        write_statistics=["hand"],
    )


@contextmanager
def _refusing(file: Path) -> Iterator[None]:
    """Convert any OSError in the context into a UsageError that names ``file``."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        raise UsageError(
            f"the histories cannot be written to {file}: {why}", "choose a different file"
        ) from None


@contextmanager
def recording_crew(
    file: Path, checked: Checked, job: Job, engine: EngineName, workers: int
) -> Iterator[LocalCrew]:
    """Start worker threads that write a history to ``file``. After an error, the file is left unchanged."""
    engine_called(engine)  # load it before the threads start, so that they do not all try to load it
    with HistoryWriter(file, checked, job) as writer, Pool(workers, apart=False) as pool:
        yield LocalCrew(partial(writer.play, engine=engine), workers, pool)
