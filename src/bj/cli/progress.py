"""Shows progress on stderr if it is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from bj.native.library import MissingLibraryError, find_library, has_library, needs_compiling
from bj.simulation.simulation import Progress

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 20
"""The number of seconds after which an analysis is considered slow."""

INSTEAD = "; this may take minutes. Ctrl-C stops it; `bj simulate` estimates the value in seconds"


@contextmanager
def _console() -> Iterator[Console]:
    """Open a console on stderr. On exit, show the cursor again, even after an interrupt."""
    from rich.console import Console

    console = Console(stderr=True)
    try:
        yield console
    finally:
        console.show_cursor()


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """Provide a callback that shows the progress of a simulation, or None if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("simulating", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(),
    )
    with (
        _console() as console,
        Bar(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar,
    ):
        task = bar.add_task("", total=1.0, rate="")
        start = time.monotonic()

        def tell(hands: int, share: float) -> None:
            """Update the bar to ``share``, and show the number of hands played."""
            seconds = max(time.monotonic() - start, 1e-3)
            bar.update(task, completed=share, rate=f"{hands:,} hands, {hands / seconds:,.0f} per second")

        yield tell


@contextmanager
def progress_count() -> Iterator[Callable[[int], None] | None]:
    """Provide a callback that shows the progress of an analysis, or None if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    start = time.monotonic()
    with _console() as console, console.status("analyzing") as status:

        def tell(calls: int) -> None:
            """Show the number of cards and decisions played. After a while, also suggest alternatives."""
            is_long = time.monotonic() - start > PATIENCE
            status.update(f"analyzing: {calls:,} cards and decisions played{INSTEAD if is_long else ''}")

        yield tell


def note_engine(engine: Literal["auto", "plain", "compiled"]) -> None:
    """Build the compiled engine if necessary. If it is not available, print a note on stderr."""
    reason = ""
    if engine != "plain" and needs_compiling():
        print("building the compiled engine (once): ", end="", file=sys.stderr, flush=True)
        start = time.monotonic()
        try:
            library = find_library()
        finally:
            print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
        reason = f": {library}" if isinstance(library, MissingLibraryError) else ""
    if engine == "auto" and not has_library():
        print(
            f"note: {NO_LIBRARY}{reason}; the plain engine is about {SPEED_UP} times slower", file=sys.stderr
        )


NO_LIBRARY = "this installation has no compiled engine"

SPEED_UP = 100
"""Roughly how many times faster the compiled engine is than the plain engine. Source: docs/speed.md."""
