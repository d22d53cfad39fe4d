"""The results of cases in the XML of JUnit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bj.cases.running import CaseResult
from bj.text.junit import Suite
from bj.text.visible import show_path, show_words

SUITE = "bj test"


class TestedRuleset(NamedTuple):
    """The outcomes of the cases of a ruleset, or the error that prevented them."""

    file: Path
    outcomes: Sequence[CaseResult] = ()
    error: str = ""


def render_junit(results: Sequence[TestedRuleset]) -> str:
    """One suite with a test case for every case; rulesets whose cases cannot be played are errors."""
    suite = Suite(SUITE)
    for played in results:
        path = show_path(str(played.file))
        if played.error:
            case = suite.add_case(path, SUITE)
            suite.add(case, "error", played.error, message="the cases cannot be played", type="error")
        for outcome in played.outcomes:
            case = suite.add_case(show_words(outcome.name), path)
            if outcome.failure:
                text = "\n".join(outcome.failure)
                suite.add(case, "failure", text, message=outcome.failure[0], type="failure")
    return suite.render()
