"""Progress on stderr, in a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from bj.errors import GameError
from bj.native.library import has_library, library_path, needs_compiling
from bj.simulation.simulation import Progress

PATIENCE = 20
"""Seconds after which an analysis takes long."""

WAITING = 2
"""Seconds that a person waits for the value of a decision."""

WORK = {"plain": 400_000, "compiled": 25_000_000}
"""Cards and decisions that an engine plays in that time; with complicated rules it is the slowest."""

MOST_DECISIONS = 5
"""The budget of coaching, in budgets of a single decision."""

INSTEAD = "; it may take minutes. Ctrl-C ends it; `bj simulate` estimates the value in seconds"


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """A callback for the progress of a simulation; None if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    columns = (
        TextColumn("simulating", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        task = bar.add_task("", total=1.0, rate="")
        start = time.monotonic()

        def tell(hands: int, share: float) -> None:
            """Move the bar."""
            seconds = max(time.monotonic() - start, 1e-3)
            bar.update(task, completed=share, rate=f"{hands:,} hands, {hands / seconds:,.0f} a second")

        yield tell


@contextmanager
def progress_count() -> Iterator[Callable[[int], None] | None]:
    """A callback for the progress of an analysis; None if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    console = Console(stderr=True)
    start = time.monotonic()
    with console.status("analysing") as status:

        def tell(calls: int) -> None:
            """Show the progress of the search and, if it takes long, the alternatives."""
            is_long = time.monotonic() - start > PATIENCE
            status.update(f"analysing: {calls:,} cards and decisions played{INSTEAD if is_long else ''}")

        yield tell


class NotInTimeError(GameError):
    """Raised when a value takes longer to find than a person waits for a hint."""


class Budget:
    """A callback for the progress of analyses, which limits the work for each decision and for all.

    Work is counted in cards and decisions, so the same values are found on every machine. It takes about
    WAITING seconds of processor time for a decision.
    """

    def __init__(self, engine: Literal["plain", "compiled"]) -> None:
        self._most = WORK[engine]
        self._calls = self._spent = self._before = 0

    def begin(self) -> None:
        """Begin with another decision. Raises NotInTimeError if the work for all decisions is done."""
        self._before += self._spent
        self._spent = 0
        if self._before > MOST_DECISIONS * self._most:
            raise NotInTimeError(f"no value within {MOST_DECISIONS * WAITING} s for all decisions")

    def __call__(self, calls: int) -> None:
        """Note how many cards and decisions a search has played. Raises NotInTimeError for too many."""
        self._spent += calls - self._calls if calls >= self._calls else calls
        self._calls = calls
        if self._spent > self._most:
            raise NotInTimeError(f"no value within {WAITING} s")


def engine_of_hints() -> Literal["plain", "compiled"]:
    """The engine for a person who waits: the compiled one, unless it would have to be made first."""
    return "compiled" if library_path().exists() else "plain"


def remedy_for_hints(engine: Literal["plain", "compiled"]) -> str:
    """How to make hints faster than with this engine, as the end of a sentence; empty if they cannot be."""
    if engine == "compiled":
        return ""
    if needs_compiling():
        return "; run `bj solve infinite` once, which makes the compiled engine, and hints become faster"
    return f"; {NO_LIBRARY}"


def note_engine(engine: Literal["auto", "plain", "compiled"]) -> None:
    """Note on standard error that a compiled engine would be faster, or that it is being made."""
    if engine != "plain" and needs_compiling():
        print("making the compiled engine, once for these sources: ", end="", file=sys.stderr, flush=True)
        start = time.monotonic()
        try:
            has_library()
        finally:
            print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    if engine == "auto" and not has_library():
        print(f"note: {NO_LIBRARY}; the plain one is about {SPEED_UP} times slower", file=sys.stderr)


NO_LIBRARY = "this installation has no compiled engine"

SPEED_UP = 100
"""The speed of the compiled engine as a rough multiple of the plain one. Source: docs/speed.md."""
