"""Remedies that are edits: what they write, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli

from bj.faults_and_fixes import Edit, Fault, Fix
from bj.ruleset.documents import read_document
from bj.ruleset.faults.locate import Page
from bj.text.editing import apply_edits, choose_apart

FILE = Path("some.toml")

EDITED = tomli.loads((Path(__file__).parent / "edits.toml").read_text("utf-8"))


def as_tuples(value: Any) -> Any:
    """A value of TOML with tuples in place of its lists."""
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("name", EDITED)
def test_a_fix_changes_what_is_at_fault_alone(name: str) -> None:
    """A fix replaces only the key, the value or the characters at fault."""
    case = EDITED[name]
    fix = Fix(**{key: as_tuples(value) for key, value in case["fix"].items()})
    fault = Fault("BJ213", as_tuples(case["path"]), "", fix, case.get("part", "key"))
    edits = Page(read_document(FILE, case["before"].encode())).find(fault).edits
    assert edits if "after" in case else not edits
    assert apply_edits(case["before"], edits) == case.get("after", case["before"])


def test_edits_that_overlap_are_not_made_together() -> None:
    """Of overlapping edits, or of edits at one place, only the first is chosen."""
    one, inside, there = Edit(1, 1, 2, 3, "a"), Edit(2, 1, 2, 2, "b"), Edit(2, 3, 2, 3, "c")
    assert choose_apart([[one], [inside], [there], [there]]) == [one, there]
    assert choose_apart([[there, inside], [one]]) == [there, inside]
