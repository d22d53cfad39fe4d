"""The results of cases in the XML of JUnit, which services show as tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bj.cases.running import Outcome
from bj.text.visible import make_visible, show_path, show_words

if TYPE_CHECKING:
    from xml.etree import ElementTree

SUITE = "bj test"
NO_CHARACTERS = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}
"""The characters left by `make_visible` that XML cannot hold."""


class Played(NamedTuple):
    """The outcomes of the cases of a ruleset, or the error that kept them from being played."""

    file: Path
    outcomes: Sequence[Outcome] = ()
    error: str = ""


def render_junit(results: Sequence[Played]) -> str:
    """One suite with a test case for every case; rulesets whose cases cannot be played are errors."""
    from xml.etree import ElementTree

    outcomes = [outcome for played in results for outcome in played.outcomes]
    errors = sum(bool(played.error) for played in results)
    totals = {
        "name": SUITE,
        "tests": str(len(outcomes) + errors),
        "failures": str(sum(bool(outcome.failure) for outcome in outcomes)),
        "errors": str(errors),
    }
    suites = ElementTree.Element("testsuites", totals)
    suite = ElementTree.SubElement(suites, "testsuite", {**totals, "skipped": "0"})
    for played in results:
        _add(suite, played)
    ElementTree.indent(suites)
    written: bytes = ElementTree.tostring(suites, encoding="us-ascii", xml_declaration=True)
    return written.decode("ascii")


def _add(suite: ElementTree.Element, played: Played) -> None:
    """Add the cases of a ruleset."""
    from xml.etree import ElementTree

    path = show_path(str(played.file))
    if played.error:
        case = ElementTree.SubElement(suite, "testcase", name=path, classname=SUITE)
        error = ElementTree.SubElement(case, "error", message="the cases cannot be played", type="error")
        error.text = _plain(played.error)
    for outcome in played.outcomes:
        case = ElementTree.SubElement(suite, "testcase", name=show_words(outcome.name), classname=path)
        if outcome.failure:
            message = _plain(outcome.failure[0])
            failure = ElementTree.SubElement(case, "failure", message=message, type="failure")
            failure.text = _plain("\n".join(outcome.failure))


def _plain(text: str) -> str:
    """Lines without anything that a terminal would obey or XML lacks."""
    return "\n".join(make_visible(line) for line in text.split("\n")).translate(NO_CHARACTERS)
