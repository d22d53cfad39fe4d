"""A crew on other machines, by dask.distributed."""

from __future__ import annotations

from concurrent.futures import Future
from types import TracebackType
from typing import Any

from distributed import Client

from bj.errors import UsageError
from bj.simulate.jobs import Job
from bj.simulate.tallies import BlockTally
from bj.simulate.workers import EngineName, play_one

PATIENCE = 10
"""Seconds to wait for the scheduler."""


class Cluster:
    """The workers of a scheduler. A block whose worker dies is given to another one."""

    def __init__(self, job: Job, engine: EngineName, address: str, retries: int) -> None:
        try:
            self._client = Client(address, timeout=PATIENCE)
        except (OSError, ValueError) as error:
            raise UsageError(
                f"no scheduler answers at `{address[:80]}`: {error}",
                "start one with `dask scheduler` and workers with `dask worker ADDRESS`",
            ) from None
        self.size = max(1, sum(self._client.nthreads().values()))
        self._job = self._client.scatter(job, broadcast=True)
        self._engine = engine
        self._retries = retries

    def play(self, index: int, size: int) -> Future[BlockTally]:
        """Begin to play a block."""
        future: Future[BlockTally] = Future()
        remote = self._client.submit(
            play_one, self._job, index, size, self._engine, retries=self._retries, pure=False
        )

        def finish(done: Any) -> None:
            """Hand over what the worker has found, or why there is nothing."""
            if future.cancelled():
                return
            try:
                future.set_result(done.result())
            except Exception as error:  # whoever takes the result gets it
                future.set_exception(error)

        remote.add_done_callback(finish)
        return future

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()
