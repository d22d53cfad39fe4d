"""Worker pools. Each worker is a thread that runs its tasks in this process or in a process of its own.

A worker process reads its tasks from a pipe that only this process can write to. When this process ends, for
any reason and on any system, the pipe closes and the worker process exits.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from traceback import format_exception
from types import TracebackType
from typing import IO, Any, NoReturn, TypeAlias, TypeVar

from bj.errors import UsageError
from bj.termination_signals import SIGNALS

T = TypeVar("T")

Call: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and the arguments to call it with."""

SIZE = 8
"""The number of bytes in the length prefix of each message."""

PATIENCE = 2.0
"""How many seconds to wait for a thread to notice that its process has ended.

It usually takes milliseconds.
"""

BEGIN = "import sys; sys.path[:] = {path!r}; from bj.worker_pools import serve; serve()"
"""The code that a worker process runs. The worker searches the same folders for modules as this process."""


HAS_THREADS = sys.platform != "emscripten"
"""Whether this platform can start threads. Python in a browser cannot."""


def count_cores() -> int:
    """Return the number of CPU cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def wait_for(futures: Sequence[Future[T]]) -> None:
    """Wait until all ``futures`` are done. Raises the first error that any of them raised.

    Unlike ``concurrent.futures.wait``, this function never leaves a lock held after an interrupt.
    """
    done: SimpleQueue[Future[T]] = SimpleQueue()
    for future in futures:
        future.add_done_callback(done.put)
    for _ in futures:
        done.get().result()


class Pool:
    """A fixed number of threads that run submitted tasks.

    If ``apart`` is true, each thread runs its tasks in its own process, which calls ``begin`` before the
    first task. The functions must then be importable in that process, and their arguments and results
    picklable.
    """

    def __init__(self, count: int, *, apart: bool, begin: Call | None = None) -> None:
        self._apart = apart
        self._begin = begin
        self._is_over = False
        self._tasks: SimpleQueue[tuple[Future[Any], Call] | None] = SimpleQueue()
        self._processes: list[_Process] = []
        # Python may exit while a thread waits for its process, but not while a thread runs machine code.
        self._threads = [Thread(target=self._work, daemon=apart) for _ in range(count)]

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Run ``function`` as soon as a worker is free, and return a future for its result.

        The future raises UsageError if the worker process is killed or cannot be started.
        """
        future: Future[T] = Future()
        self._tasks.put((future, (function, arguments)))
        return future

    def map(self, function: Callable[..., T], items: Iterable[Any]) -> list[T]:
        """Call ``function`` with each of the ``items``, and return the results in the same order.

        Raises the first error that any call raised.
        """
        running = [self.submit(function, item) for item in items]
        wait_for(running)
        return [each.result() for each in running]

    def end(self) -> None:
        """Cancel waiting tasks and kill all worker processes. Tasks in this process are not interrupted."""
        self._is_over = True
        with suppress(Empty):
            while True:
                waiting = self._tasks.get_nowait()
                if waiting is not None:
                    waiting[0].cancel()
        for process in self._processes:
            process.kill()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            if self._apart and thread.is_alive():  # it ends soon, because its process has ended
                thread.join(PATIENCE)

    def _work(self) -> None:
        if hasattr(signal, "pthread_sigmask"):  # the process inherits the blocked signals from this thread
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        process: _Process | None = None
        while (task := self._tasks.get()) is not None:
            future, (function, arguments) = task
            if self._is_over or not future.set_running_or_notify_cancel():
                future.cancel()
                continue
            try:
                if self._apart and process is None:
                    process = self._hire()
                result = (process.call if process else _call)((function, arguments))
            except BaseException as error:  # raised where the caller reads the future
                future.set_exception(error)
            else:
                future.set_result(result)
        if process is not None:
            process.kill()
            process.wait()

    def _hire(self) -> _Process:
        """Start a worker process. Raises UsageError if it cannot be started."""
        process = _Process()
        self._processes.append(process)
        if self._is_over:  # the pool ended during the start, and `end` may not have seen this process
            process.kill()
        if self._begin is not None:
            process.call(self._begin)
        return process

    def __enter__(self) -> Pool:
        try:
            for thread in self._threads:
                thread.start()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()


class _Process:
    """A worker process, which runs one task at a time."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", BEGIN.format(path=sys.path)]
        try:
            self._process = subprocess.Popen(  # noqa: S603  # runs this Python, with no input from a user
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # the process sends its errors as results
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # ignores Ctrl-C on Windows
            )
        except OSError as error:
            raise UsageError(f"a worker process cannot be started: {error.strerror}") from None

    def call(self, call: Call) -> Any:
        """Run ``call`` in the process, and return its result.

        Raises the error that the call raised, or UsageError if the process died.
        """
        given, returned = self._process.stdin, self._process.stdout
        if given is None or returned is None:
            raise ValueError(self._process)
        try:
            _send(given, pickle.dumps(call))
            answer = _receive(returned)
        except OSError:
            answer = None
        if answer is None:
            code = self.wait()
            why = f"killed by signal {-code}" if code < 0 else f"exit code {code}"
            raise UsageError(f"a worker process died: {why}", "use fewer workers, which may need less memory")
        is_done, result = _unpickle(answer)
        if not is_done:
            raise result
        return result

    def kill(self) -> None:
        self._process.kill()

    def wait(self) -> int:
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # unsent data can be dropped
                if pipe is not None:
                    pipe.close()
        return self._process.wait()


def _call(call: Call) -> Any:
    function, arguments = call
    return function(*arguments)


def _unpickle(message: bytes) -> Any:
    return pickle.loads(message)  # noqa: S301  # sent by this pool or by one of its workers


def _send(stream: IO[bytes], message: bytes) -> None:
    stream.write(len(message).to_bytes(SIZE, "big") + message)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes | None:
    """Read the next message. Returns None at the end of the stream."""
    head = stream.read(SIZE)
    length = int.from_bytes(head, "big")
    message = stream.read(length) if len(head) == SIZE else b""
    return message if message and len(message) == length else None


def serve() -> NoReturn:
    """Run the tasks that arrive on standard input until it is closed."""
    arrived: SimpleQueue[bytes] = SimpleQueue()
    with open(os.dup(0), "rb") as tasks, open(os.dup(1), "wb") as results:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1):  # keep tasks from reading stdin or writing to stdout
            os.dup2(nowhere, descriptor)
        Thread(target=_listen, args=(tasks, arrived.put), daemon=True).start()
        while True:
            answer = _answer(arrived.get())
            try:
                _send(results, answer)
            except OSError:  # the other process has ended
                os._exit(1)


def _listen(stream: IO[bytes], put: Callable[[bytes], object]) -> None:
    """Pass each message from ``stream`` to ``put``. At the end of the stream, exit the process.

    The process exits even if other threads are busy.
    """
    while (message := _receive(stream)) is not None:
        put(message)
    os._exit(0)


def _answer(task: bytes) -> bytes:
    """Run a task. Returns a pickled pair: whether the task succeeded, and its result or error."""
    try:
        return pickle.dumps((True, _call(_unpickle(task))))
    except BaseException as error:
        error.add_note("".join(["In a worker process:\n", *format_exception(error)]))
        try:
            answer = pickle.dumps((False, error))
            _unpickle(answer)  # some errors from other packages can be pickled but not unpickled
        except Exception:
            return pickle.dumps((False, RuntimeError("\n".join(error.__notes__))))
        return answer
