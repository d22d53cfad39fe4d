"""Tests that the runs of a student are explained by the same mistakes if possible."""

from __future__ import annotations

import pytest
from tests.verify.exams import assignment_of, played

from bj.argument_values import Value
from bj.grading.programs import Output
from bj.grading.verifying_runs import verify_runs
from bj.verify.verifying import Verifier

RIGHT = """
[ruleset]
title = "A game"
extends = "classic"
"""

LATE_BUSTS = f"""{RIGHT}
[rules]
target = 22
"""

VALUES: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 12, "player": "simple"}

RARE, FREQUENT = "8", "1"
"""Seeds of games in which the mistake in LATE_BUSTS shows in one hand, or in many."""


def _verifier(seed: str) -> Verifier:
    return Verifier(assignment_of(RIGHT, VALUES, int(seed)))


def _played(ruleset: str, seed: str) -> Output:
    return Output(played(ruleset, VALUES, int(seed)), is_done=True)


@pytest.mark.parametrize("seeds", [(RARE, FREQUENT), (FREQUENT, RARE)])
def test_a_mistake_in_one_run_explains_the_other_runs(seeds: tuple[str, str]) -> None:
    """If two mistakes explain a run equally well, the one that another run proves is named."""
    outputs = {seed: _played(LATE_BUSTS, seed) for seed in seeds}
    alone = _verifier(RARE).verify(RARE, outputs[RARE].printed)
    assert [each.rule for each in alone.findings] == ["cards.ranks"]

    reports = verify_runs({seed: _verifier(seed) for seed in seeds}, outputs)
    for report in reports.values():
        assert [each.message for each in report.findings] == ["hands bust above 22"]


def test_runs_with_different_mistakes_keep_their_findings() -> None:
    """A mistake in one run is not named in a run that it does not explain."""
    late_stands = f'{RIGHT}[dealer]\ndraws = "total < 19"\n'
    outputs = {RARE: _played(late_stands, RARE), FREQUENT: _played(LATE_BUSTS, FREQUENT)}
    verifiers = {seed: _verifier(seed) for seed in outputs}
    reports = verify_runs(verifiers, outputs)
    for seed, each in outputs.items():
        assert reports[seed] == verifiers[seed].verify(seed, each.printed)
