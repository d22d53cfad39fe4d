"""Verifies all runs of a student, and prefers explanations that the runs have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bj.grading.programs import Output
from bj.verify.changes import Change
from bj.verify.findings import Report
from bj.verify.verifying import Verified, Verifier


def verify_runs(verifiers: Mapping[str, Verifier], outputs: Mapping[str, Output]) -> dict[str, Report]:
    """Verify the transcripts of a student, one for each run.

    All runs come from the same program. Therefore, a run with edits that no other run needs is verified
    again, and the edits that are proven in other runs are tried first. Runs with the most expensive edits of
    their own come first.
    """
    found = {
        run: verifiers[run].verify_with(run, each.printed, each.stopped) for run, each in outputs.items()
    }
    costs = {run: sum(_own_edits(each, _others(found, run)).values()) for run, each in found.items()}
    for run in sorted(found, key=costs.__getitem__, reverse=True):
        others = _others(found, run)
        proven = dict.fromkeys(edit for other in others for edit in other.proven)
        likely = [edit for edit in proven if edit not in found[run].edits]
        if likely and _own_edits(found[run], others):
            output = outputs[run]
            again = verifiers[run].verify_with(run, output.printed, output.stopped, likely)
            if _is_better(again, found[run], others):
                found[run] = again
    return {run: each.report for run, each in found.items()}


def _others(found: Mapping[str, Verified], run: str) -> list[Verified]:
    """Return the results for those other runs whose games have the same people."""
    return [each for name, each in found.items() if name != run and [*each.persons] == [*found[run].persons]]


def _own_edits(verified: Verified, others: Sequence[Verified]) -> dict[Change, float]:
    """Return the edits that no other run needs, each with its cost in bits."""
    common = {edit for other in others for edit in other.edits}
    return {edit: bits for edit, bits in verified.edits.items() if edit not in common}


def _is_better(again: Verified, before: Verified, others: Sequence[Verified]) -> bool:
    """Return whether ``again`` explains as much as ``before`` with fewer edits of its own."""
    own, own_before = (len(_own_edits(each, others)) for each in (again, before))
    return own < own_before and _explained(again.report) >= _explained(before.report)


def _explained(report: Report) -> tuple[bool, int, int]:
    """Return a sort key for reports, which is greater if more of the transcript is explained."""
    unexplained = sum(not each.is_explained for each in report.findings)
    return report.is_complete and not report.stopped, report.followed, -unexplained
