"""Checking many rulesets on all processors."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from bj.errors import Finding, UsageError
from bj.ruleset.documents import Document
from bj.ruleset.examine import examine

Outcome: TypeAlias = list[Finding] | UsageError
"""What there is to say about a file, or why it cannot be read."""

FEWEST = 200
"""With fewer files, to start other processes takes longer than they save."""

MOST_WORKERS = 8
PIECE = 25  # files at a time, neighbours, which often extend the same


def examine_all(paths: Sequence[Path], shelf: dict[Path, Document]) -> list[Outcome]:
    """The outcome for every file, in the order of the files, whichever process finds it."""
    workers = min(MOST_WORKERS, _count_processors())
    if len(paths) < FEWEST or workers == 1:
        return examine_some(paths, shelf)
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pieces = [paths[start : start + PIECE] for start in range(0, len(paths), PIECE)]
    with ProcessPoolExecutor(workers, get_context("fork"), _ignore_interrupts) as pool:
        try:
            outcomes = list(pool.map(examine_some, pieces, [shelf] * len(pieces)))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [outcome for piece in outcomes for outcome in piece]


def _count_processors() -> int:
    """How many processors this process may use; 1 where other processes cannot be split off from it."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def examine_some(paths: Sequence[Path], shelf: dict[Path, Document]) -> list[Outcome]:
    """The outcome for every file, one after the other."""
    return [_examine(path, shelf) for path in paths]


def _examine(path: Path, shelf: dict[Path, Document]) -> Outcome:
    """The outcome for one file."""
    try:
        return examine(path, shelf)
    except UsageError as error:
        return error


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that the others work for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
