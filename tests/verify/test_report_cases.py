"""Programs with mistakes have the reports in ``reports.toml``."""

from __future__ import annotations

import pytest
from tests.verify.mutants import Set
from tests.verify.report_cases import Case, in_words, read_cases

CASES = [pytest.param(case.game, case, id=case.name) for case in read_cases()]
"""The cases with their games, which decide the order of the tests."""


@pytest.mark.parametrize(("game", "case"), CASES)
def test_a_program_has_its_report(game: Set, case: Case) -> None:
    """The report on each program is that of its case."""
    assert in_words(case.verify()) == case.report
