"""Verifies many transcripts in parallel."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

from bj.verify.assignment import Assignment
from bj.verify.findings import Report
from bj.verify.verifying import Verifier
from bj.worker_pools import Pool, count_cores

SOON = 0.5
"""The time, in seconds, before worker processes are started. Starting them takes about as long."""

MOST_WORKERS = 8

_verifiers: list[Verifier] = []
"""A list with this worker process's verifier, which is empty until the verifier has been created."""


def verify_all(
    assignment: Assignment, ignored: Collection[str], transcripts: Sequence[tuple[str, bytes]]
) -> list[Report]:
    """Verify pairs of a name and a transcript. Return one report for each, in the same order."""
    verifier, reports = Verifier(assignment, ignored), list[Report]()
    workers = min(count_cores(), MOST_WORKERS)
    until = time.monotonic() + SOON
    for transcript in transcripts:
        if workers > 1 and time.monotonic() > until:
            break
        reports.append(verifier.verify(*transcript))
    left = transcripts[len(reports) :]
    if len(left) <= 1:
        return [*reports, *(verifier.verify(*each) for each in left)]
    with Pool(min(workers, len(left)), apart=True, begin=(_begin, (assignment, ignored))) as pool:
        return reports + pool.map(_verify, left)


def _begin(assignment: Assignment, ignored: Collection[str]) -> None:
    """Create the verifier for this worker process."""
    _verifiers[:] = [Verifier(assignment, ignored)]


def _verify(transcript: tuple[str, bytes]) -> Report:
    """Verify a transcript in a worker process."""
    return _verifiers[0].verify(*transcript)
