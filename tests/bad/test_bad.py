from __future__ import annotations

import re
from collections import Counter

import pytest
import tomli
from tests.bad import update

from bj.ruleset.fault_codes import all_codes

NAMES = update.bad_rulesets()
TEXTS = {file.stem: file.read_text("utf-8") for file in update.FOLDER.glob("*.txt")}
"""The output of `bj validate` for each ruleset."""

PLACE = re.compile(r"^(\S+\.toml):(\d+):(\d+): (\S.*)$", re.MULTILINE)
FINDING = re.compile(
    r"\A\S+\.toml:\d+:\d+: BJ\d{3} \S.*\n +\|\n\d+ \|(?: .*)?\n +\| +\^+\n += help: \S.*"
    r"(?:\n += note: inherited by \S.*)?\Z"
)


@pytest.mark.parametrize("name", NAMES)
def test_faults_are_printed_as_expected(name: str) -> None:
    """`bj validate` prints the expected findings of a faulty ruleset, and no others."""
    assert name in TEXTS, f"write it with: python tests/bad/update.py {name}"
    printed, code = update.run(name)
    assert printed == TEXTS[name]
    assert code == bool(re.search(r"Found \d+ fault", printed))


def test_every_fault_has_place_excerpt_and_remedy() -> None:
    """Every finding has a line with file, line and column, an excerpt with a mark, and one remedy."""
    for text in TEXTS.values():
        *findings, count = text.removesuffix("\n").split("\n\n")
        for finding in findings:
            assert FINDING.match(finding), finding
        assert sum(map(int, re.findall(r"(\d+) (?:fault|warning)", count))) == len(findings), text


def test_findings_are_ordered_and_different() -> None:
    """Findings are in the order of their files, lines and columns; no finding is printed twice."""
    for text in TEXTS.values():
        found = [(file, int(line), int(column), said) for file, line, column, said in PLACE.findall(text)]
        files = list(dict.fromkeys(file for file, *_ in found))
        places = [(files.index(file), line, column) for file, line, column, _ in found]
        assert places == sorted(places), text
        assert len(set(found)) == len(found), text


def test_nothing_is_left_over() -> None:
    """Every expected text has its ruleset, and every parent has a child."""
    assert TEXTS.keys() == set(NAMES)
    parents = update.FOLDER / "parents"
    extended = set()
    for file in [*update.FOLDER.glob("*.toml"), *parents.glob("*.toml")]:
        extended |= set(re.findall(rb'extends = "(?:parents/)?(\w+)\.toml"', file.read_bytes()))
    assert {file.stem.encode() for file in parents.iterdir()} <= extended


def test_every_code_is_given_in_several_rulesets() -> None:
    """Two rulesets have each kind of fault, except files that are too large and faults of cases."""
    found = Counter(code for text in TEXTS.values() for code in set(re.findall(r": (BJ\d{3}) ", text)))
    elsewhere = {"BJ124", *(code for code in all_codes() if code.startswith("BJ85"))}
    assert {code for code in all_codes() if found[code] < 2} == elsewhere


def test_six_different_faults_are_found_in_one_run() -> None:
    """One run finds faults of syntax, key, type, expression, procedure and template, each at its place."""
    assert [place[1:3] for place in PLACE.findall(TEXTS["six_faults"])] == [
        ("9", "22"), ("13", "1"), ("16", "10"), ("17", "29"), ("20", "41"), ("23", "29"),
    ]  # fmt: skip


def test_a_plain_parent_has_no_fault() -> None:
    """The parent that most of the faulty rulesets extend adds nothing to their faults."""
    file = update.FOLDER / "parents" / "plain.toml"
    assert "extends" not in tomli.loads(file.read_text("utf-8"))["ruleset"]
    assert update.run("parents/plain") == ("1 ruleset checked, no faults\n", 0)
