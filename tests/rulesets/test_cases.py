"""The cases next to the shipped rulesets."""

from __future__ import annotations

import pytest

from bj.cases.reading import file_of_cases
from bj.cases.running import run_cases
from bj.ruleset.ruleset_files import shipped_rulesets


@pytest.mark.parametrize("name", sorted(shipped_rulesets()))
def test_shipped_ruleset_goes_as_its_cases_say(name: str) -> None:
    """Every shipped ruleset has cases, and all of them go as expected."""
    outcomes = run_cases(shipped_rulesets()[name])
    assert outcomes
    assert [line for outcome in outcomes for line in outcome.failure] == []


def test_no_cases_are_left_over() -> None:
    """Every file of cases belongs to a shipped ruleset, and no file of cases is taken for one."""
    files = {file_of_cases(ruleset) for ruleset in shipped_rulesets().values()}
    assert files == {file for folder in {file.parent for file in files} for file in folder.iterdir()}
    assert not any("cases" in path.stem for path in shipped_rulesets().values())
