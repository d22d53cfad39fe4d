from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
import tomli
from tests.bad import update

from bj.ruleset.codes import all_codes

NAMES = update.bad_rulesets()
run = cache(update.run)
PLACE = re.compile(r"^(\S+\.toml):(\d+):(\d+): (\S.*)$", re.MULTILINE)
FINDING = re.compile(
    r"\A\S+\.toml:\d+:\d+: BJ\d{3} \S.*\n +\|\n\d+ \|(?: .*)?\n +\| +\^+\n += help: \S.*"
    r"(?:\n += note: inherited by \S.*)?\Z"
)


@pytest.mark.parametrize("name", NAMES)
def test_faults_are_printed_as_expected(name: str) -> None:
    """`bj validate` finds exactly the expected faults of a faulty ruleset and prints them as expected."""
    expected = update.FOLDER / f"{name}.txt"
    assert expected.exists(), f"write it with: python tests/bad/update.py {name}"
    printed, code = run(name)
    assert printed == expected.read_text("utf-8")
    assert code == bool(re.search(r"Found \d+ fault", printed))


@pytest.mark.parametrize("name", NAMES)
def test_every_fault_has_place_excerpt_and_remedy(name: str) -> None:
    """Every fault is one line with file, line and column, the line at fault with a mark, and one remedy."""
    *findings, count = run(name)[0].removesuffix("\n").split("\n\n")
    for finding in findings:
        assert FINDING.match(finding), finding
    assert sum(map(int, re.findall(r"(\d+) (?:fault|warning)", count))) == len(findings)


@pytest.mark.parametrize("name", NAMES)
def test_findings_are_ordered_and_different(name: str) -> None:
    """Findings come file by file, in the order of the lines and columns, and none comes twice."""
    found = [(file, int(line), int(column), said) for file, line, column, said in PLACE.findall(run(name)[0])]
    files = list(dict.fromkeys(file for file, *_ in found))
    assert [place[:3] for place in found] == sorted(
        (place[:3] for place in found), key=lambda place: (files.index(place[0]), *place[1:])
    )
    assert len(set(found)) == len(found)


def test_nothing_is_left_over() -> None:
    """Every expected text belongs to a ruleset, and every parent to a child."""
    assert {file.stem for file in update.FOLDER.glob("*.txt")} == set(NAMES)
    parents = update.FOLDER / "parents"
    extended = set()
    for file in [*update.FOLDER.glob("*.toml"), *parents.glob("*.toml")]:
        extended |= set(re.findall(rb'extends = "(?:parents/)?(\w+)\.toml"', file.read_bytes()))
    assert {file.stem.encode() for file in parents.iterdir()} <= extended


def test_every_code_is_given_in_several_rulesets() -> None:
    """Of every kind of fault there are two rulesets, but of parents that are too large and of cases."""
    found = Counter(code for name in NAMES for code in set(re.findall(r": (BJ\d{3}) ", run(name)[0])))
    elsewhere = {"BJ124", *(code for code in all_codes() if code.startswith("BJ85"))}
    assert {code for code in all_codes() if found[code] < 2} == elsewhere


def test_six_different_faults_are_found_in_one_run() -> None:
    """Syntax, unknown key, wrong type, expression, procedure and template: all at once, each at its place."""
    assert [place[1:3] for place in PLACE.findall(run("six_faults")[0])] == [
        ("9", "22"), ("13", "1"), ("16", "10"), ("17", "29"), ("20", "41"), ("23", "29"),
    ]  # fmt: skip


def test_a_plain_parent_has_no_fault() -> None:
    """The parent that most of the faulty rulesets extend adds nothing to their faults."""
    file = update.FOLDER / "parents" / "plain.toml"
    assert "extends" not in tomli.loads(file.read_text("utf-8"))["ruleset"]
    assert run("parents/plain") == ("1 ruleset checked, no faults\n", 0)
