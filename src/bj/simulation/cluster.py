"""Plays blocks on other machines, with the workers of a dask scheduler."""

from __future__ import annotations

import logging
import pickle
import time
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress
from functools import lru_cache
from threading import Lock
from types import TracebackType
from typing import Any

from distributed import Client
from distributed.scheduler import KilledWorker

from bj import __version__
from bj.errors import UsageError
from bj.session.engines import EngineName
from bj.simulation.block_workers import play_one
from bj.simulation.jobs import Job
from bj.simulation.tallies import BlockTally

PATIENCE = 10
"""How many seconds to wait for an answer from the scheduler, and as long again for its first worker."""

DEATHS = 20
"""How many times a block is resubmitted if it fails because workers die.

Before a block fails, the scheduler itself retries it several times.
"""

RECOUNT = 2.0
"""How many seconds to wait before counting the workers again. Workers may join during a run."""


@lru_cache(maxsize=4)
def unpack(packed: bytes) -> tuple[str, Job]:
    """Unpack the job that was sent with a block, and the version of bj that sent it.

    Every block is sent with the whole job, but a worker unpacks it only once.
    """
    version, job = pickle.loads(packed)  # noqa: S301  # the scheduler may run any code here anyway
    return version, job


def play_sent(packed: bytes, index: int, size: int, engine: EngineName) -> BlockTally:
    """Play a block on a worker. Raises UsageError if the worker runs a different version of bj."""
    version, job = unpack(packed)
    if version != __version__:
        raise UsageError(
            f"a worker in the cluster has version {__version__} of bj instead of {version}",
            "install the same version everywhere",
        )
    return play_one(job, engine, index, size)


class _Client(Client):  # type: ignore[misc]  # distributed is untyped
    """A client that the garbage collector never closes.

    Closing a disconnected client could hang, either at exit or while another client is in use.
    """

    def __del__(self) -> None:
        """Do nothing, instead of closing the client."""


class Cluster:
    """A crew that consists of the workers of a dask scheduler.

    If a worker dies, another one plays its block. Every block is sent with the whole job, because a job that
    was sent in advance would be lost if its worker died. dask's own executor is not used, because its futures
    never complete if the scheduler dies while a result is being fetched.
    """

    def __init__(self, job: Job, engine: EngineName, address: str) -> None:
        try:
            self._client = _Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise UsageError(
                f"no scheduler answers at `{address[:80]}`: {error}",
                "start one with `dask scheduler` and workers with `dask worker ADDRESS`",
            ) from None
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except BaseException as error:
            _hush()
            with suppress(OSError):
                self._client.close()
            if isinstance(error, TimeoutError):
                raise UsageError(
                    f"the scheduler at `{address[:80]}` has no workers",
                    f"start one with `dask worker {address[:80]}`",
                ) from None
            if isinstance(error, OSError):
                raise UsageError("the connection to the cluster's scheduler was lost") from None
            raise
        self._packed = pickle.dumps((__version__, job))
        self._engine = engine
        self._open = Lock()
        self._is_closed = False
        self._size = 0
        self._counted = float("-inf")

    @property
    def size(self) -> int:
        """The number of blocks to play at the same time.

        It is at least 2, even if the cluster has only one thread.
        """
        if time.monotonic() > self._counted + RECOUNT:
            with suppress(OSError):  # the scheduler is gone: its blocks will fail
                self._size = sum(self._client.nthreads().values())
            self._counted = time.monotonic()
        return max(2, self._size)

    def play(self, index: int, size: int) -> Future[BlockTally]:
        """Start playing a block of ``size`` hands or games, and return a future for its tally."""
        future: Future[BlockTally] = Future()
        self._submit(future, index, size, DEATHS)
        return future

    def _submit(self, future: Future[BlockTally], index: int, size: int, deaths: int) -> None:
        """Submit a block to the scheduler. When the block is done, its result is copied to ``future``.

        ``deaths`` is how many more times the block may be resubmitted if workers die.
        """

        def finish(done: Any) -> None:
            """Copy the worker's result or error to ``future``.

            The lock keeps the client open until the result has been fetched.
            """
            with self._open:
                if self._is_closed or future.cancelled():
                    return
                try:
                    tally = done.result()
                except KilledWorker as error:
                    if deaths:
                        self._submit(future, index, size, deaths - 1)
                    else:
                        _fail(future, UsageError(f"the job kills the cluster's workers: {error}"))
                except (CancelledError, OSError):
                    _fail(future, UsageError("the connection to the cluster's scheduler was lost"))
                except Exception as error:  # raised where the caller reads the future
                    _fail(future, error)
                else:
                    with suppress(InvalidStateError):  # the future was canceled
                        future.set_result(tally)

        try:
            remote = self._client.submit(play_sent, self._packed, index, size, self._engine, pure=False)
        except Exception as error:  # the client is closed, or has lost the scheduler
            _fail(future, UsageError(f"the connection to the cluster's scheduler was lost: {error}"))
        else:
            remote.add_done_callback(finish)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._open:  # fetching a result from a closed client never returns
            self._is_closed = True
        _hush()
        with suppress(OSError):  # the scheduler may be gone
            self._client.close()


def _hush() -> None:
    """Silence dask's shutdown messages."""
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _fail(future: Future[BlockTally], error: Exception) -> None:
    """Make ``future`` fail with ``error``, unless the future was canceled."""
    with suppress(InvalidStateError):
        future.set_exception(error)
