"""Remedies that are edits: what they write, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli

from bj.errors import Edit, Fault, Fix, KeyPath
from bj.ruleset.documents import read_document
from bj.ruleset.faults import old_spellings
from bj.ruleset.faults.locate import Page
from bj.ruleset.faults.old_spellings import OldSpelling, explain_outdated
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


ROWS = (
    OldSpelling("payouts.old", "payouts.new"),
    OldSpelling("powers.*.old", "powers.*.new", lambda value: value * 2, "it counts twice now"),
    OldSpelling("rules.same", "rules.same", {"True": True}.get, "no quotes now"),
    OldSpelling("rules.far", "shoe.near"),
    OldSpelling("rules.gone", message="no house has it"),
    OldSpelling("rules.hard", "rules.easy", lambda value: None, hint="rewrite `{1}`"),
)


@pytest.mark.parametrize(
    ("path", "value", "said", "edited"),
    [
        (("payouts", "old"), 1, "write `new`", "[payouts]\nnew = 1\n"),
        (("powers", "x", "old"), 1, "write `new = 2`", "[powers.x]\nnew = 2\n"),
        (("rules", "same"), "True", "write `true`", "[rules]\nsame = true\n"),
        (("rules", "same"), "x", "", ""),
        (("rules", "far"), 1, "write `near` under [shoe]", "[rules]\n\n[shoe]\nnear = 1\n"),
        (("rules", "gone"), 1, "remove it", "[rules]\n"),
        (("rules", "hard"), 1, "rewrite `hard`", ""),
        (("rules", "unknown"), 1, "", ""),
    ],
)
def test_a_row_is_all_that_an_old_spelling_needs(
    path: KeyPath, value: Any, said: str, edited: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row of the table determines the fault, its remedy in words, and the edit."""
    monkeypatch.setattr(old_spellings, "OLD_SPELLINGS", ROWS)
    written = f'"{value}"' if isinstance(value, str) else value
    text = f"[{'.'.join(map(str, path[:-1]))}]\n{path[-1]} = {written}\n"
    fault = explain_outdated(path, value)
    if fault is None:
        assert not said
        return
    finding = Page(read_document(FILE, text.encode())).find(fault)
    assert finding.remedy == said
    assert (apply_edits(text, finding.edits) if finding.edits else "") == edited


def test_edits_that_overlap_are_not_made_together() -> None:
    """Of overlapping edits, or of edits at one place, only the first is chosen."""
    one, inside, there = Edit(1, 1, 2, 3, "a"), Edit(2, 1, 2, 2, "b"), Edit(2, 3, 2, 3, "c")
    assert choose_apart([[one], [inside], [there], [there]]) == [one, there]
    assert choose_apart([[there, inside], [one]]) == [there, inside]
