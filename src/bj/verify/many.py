"""Many transcripts, verified on all processors."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence

from bj.verify.assignment import Assignment
from bj.verify.findings import Report
from bj.verify.verifying import Verifier

FEW = 24
"""The largest number of transcripts for which another process is not worth starting."""

AT_ONCE = 8
"""The number of transcripts that a process gets at once."""

_verifiers: list[Verifier] = []
"""The one of this process."""


def verify_all(
    assignment: Assignment, ignored: Collection[str], transcripts: Sequence[tuple[str, bytes]]
) -> list[Report]:
    """The reports on transcripts, each given with its name, in their order."""
    processes = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1, 8)
    if len(transcripts) <= FEW or processes == 1:
        verifier = Verifier(assignment, ignored)
        return [verifier.verify(*each) for each in transcripts]
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(processes, initializer=_begin, initargs=(assignment, ignored)) as pool:
        return list(pool.map(_verify, transcripts, chunksize=AT_ONCE))


def _begin(assignment: Assignment, ignored: Collection[str]) -> None:
    """Prepare a process."""
    _verifiers[:] = [Verifier(assignment, ignored)]


def _verify(transcript: tuple[str, bytes]) -> Report:
    """The report on a transcript."""
    return _verifiers[0].verify(*transcript)
