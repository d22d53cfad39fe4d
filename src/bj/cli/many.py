"""Checking many rulesets in one call."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from bj.errors import Finding, UsageError
from bj.ruleset.documents import Document
from bj.session.examine import examine

Outcome: TypeAlias = list[Finding] | UsageError
"""What there is to say about a file, or why it cannot be read."""

SELDOM = 50_000
"""How many objects are made before garbage is looked for."""


def examine_all(paths: Sequence[Path], shelf: dict[Path, Document]) -> list[Outcome]:
    """The outcome for every file, in the order of the files."""
    with _seldom_collecting():
        return [_examine(path, shelf) for path in paths]


def _examine(path: Path, shelf: dict[Path, Document]) -> Outcome:
    """The outcome for one file."""
    try:
        return examine(path, shelf)
    except UsageError as error:
        return error


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Look for garbage less often, and not among what was there before: it takes a tenth of the time."""
    thresholds = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(SELDOM, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()
