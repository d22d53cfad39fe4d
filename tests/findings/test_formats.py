from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree

import junitparser
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError
from sarif_pydantic import Sarif
from tests.findings.hostile import make_finding, make_report

from bj.cli.validate import FormatName
from bj.faults_and_fixes import Finding
from bj.findings import FORMATS, render_report
from bj.findings.check_report import CheckReport, make_fingerprints, relative_path
from bj.findings.sarif import make_uri

ROOT = Path("/srv")
WRONG = Finding(Path("a b/ä%.toml"), 4, 9, 2, "packs = 99", "99 should be at most 16", "write 1", "BJ205")
ADVICE = WRONG._replace(line=7, code="BJ901", severity="warning")
UNKNOWN_TO_THE_MODELS = {"$schema", "columnKind", "toolExecutionNotifications"}
"""Keys of the standard that those models lack."""

ANY_TEXT = st.text(st.characters() | st.sampled_from("%:,\n\r#[\ud800"), max_size=30)


def strings(value: Any) -> Iterator[str]:
    """Every string in a JSON document, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from strings(item)


def parse_xml(text: str) -> ElementTree.Element:
    """The root of a document in XML."""
    return ElementTree.fromstring(text)  # noqa: S314  # it is our own


def is_harmless(text: str) -> bool:
    """Whether a text has no control character except the ends of our own lines."""
    return not any(
        unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in text if sign != "\n"
    )


def unknown_keys(value: Any) -> Iterator[str]:
    """The keys that the models of the standard lack, at any depth except in free properties."""
    if isinstance(value, BaseModel):
        yield from value.model_extra or ()
        for name in type(value).model_fields:
            yield from unknown_keys(getattr(value, name))
    elif isinstance(value, list):
        for item in value:
            yield from unknown_keys(item)


def check_sarif(text: str) -> Any:
    """The document; asserts that foreign models of the standard accept it, without unknown keys."""
    document = json.loads(text)
    log = Sarif.model_validate(document)
    assert set(unknown_keys(log)) <= UNKNOWN_TO_THE_MODELS
    return document


def check_junit(text: str) -> None:
    """Read a report with a foreign reader, and count its findings."""
    told = junitparser.JUnitXml.fromstring(text.encode())
    for suite in told:
        cases = list(suite)
        results = [result for case in cases for result in case.result]
        assert suite.tests == len(cases)
        assert suite.failures == sum(isinstance(result, junitparser.Failure) for result in results)
        assert suite.errors == sum(isinstance(result, junitparser.Error) for result in results)
        assert len(results) == suite.failures + suite.errors
        assert all(case.name for case in cases)


def test_the_command_line_offers_every_format() -> None:
    """The names of `--format` are the names of the formats."""
    assert set(get_args(FormatName)) == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_hostile_text_is_harmless_in_every_format(name: str) -> None:
    """In no format can a ruleset or its file name control a terminal or a log."""
    text = render_report(make_report(), name)
    assert is_harmless(text)
    assert re.search(r"##\w*\[", text) is None
    if name != "github":
        assert not any(line.lstrip().startswith("::") for line in text.split("\n"))
    if name in ("json", "gitlab", "sarif"):
        assert text.isascii()
        for value in strings(json.loads(text)):
            assert is_harmless(value)
            assert not value.lstrip().startswith(("=", "+", "-", "@"))
    if name == "junit":
        for element in parse_xml(text).iter():
            for value in (element.text or "", *element.attrib.values()):
                assert is_harmless(value)
                assert not value.lstrip().startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("name", FORMATS)
def test_a_report_is_the_same_each_time(name: str) -> None:
    """The same findings give the same bytes."""
    assert render_report(make_report(), name) == render_report(make_report(), name)


def test_an_empty_report_is_valid() -> None:
    """Without findings, formats for machines are complete documents, and GitHub's is empty."""
    report = CheckReport([Path("a.toml")], [], (), ROOT)
    assert check_sarif(render_report(report, "sarif"))["runs"][0]["results"] == []
    assert json.loads(render_report(report, "gitlab")) == []
    assert json.loads(render_report(report, "json"))["files"] == ["a.toml"]
    assert render_report(report, "github") == ""
    check_junit(render_report(report, "junit"))


# --- SARIF ---------------------------------------------------------------------------------------------


def test_sarif_is_what_the_standard_wants() -> None:
    """The models of SARIF accept the log, also of hostile findings, and every result refers to its rule."""
    for report in (make_report(), CheckReport([], [ADVICE, WRONG], (), ROOT)):
        (run,) = check_sarif(render_report(report, "sarif"))["runs"]
        rules = run["tool"]["driver"]["rules"]
        assert len(run["results"]) == len(report.findings)
        assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
        assert [rule["id"] for rule in rules] == sorted({finding.code for finding in report.findings})


def test_the_models_of_sarif_refuse_what_is_wrong() -> None:
    """The check of the log is strict: extra keys and unknown words are refused."""
    document = json.loads(render_report(CheckReport([], [WRONG], (), ROOT), "sarif"))
    document["runs"][0]["results"][0]["remedy"] = "none"
    with pytest.raises(AssertionError):
        check_sarif(json.dumps(document))
    del document["runs"][0]["results"][0]["remedy"]
    document["runs"][0]["results"][0]["level"] = "bad"
    with pytest.raises(ValidationError):
        check_sarif(json.dumps(document))


def test_text_of_a_ruleset_is_never_a_link_or_placeholder() -> None:
    """Brackets and braces that SARIF would interpret are escaped."""
    finding = WRONG._replace(message="no `{0}`, no {name}, [x](y)", remedy="")
    (run,) = json.loads(render_report(CheckReport([], [finding], (), ROOT), "sarif"))["runs"]
    assert run["results"][0]["message"]["text"] == "no `{{0}}`, no {name}, \\[x](y)"


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("rules/one.toml", "rules/one.toml"),
        ("/srv/rules/one.toml", "rules/one.toml"),
        ("../else/one.toml", "file:///else/one.toml"),
        ("/usr/a b.toml", "file:///usr/a%20b.toml"),
        ("a:b#c?d.toml", "a%3Ab%23c%3Fd.toml"),
        ("\udcff\n.toml", "%FF%0A.toml"),
    ],
)
def test_addresses_are_relative_where_they_can_be(file: str, uri: str) -> None:
    """A file inside the folder has a relative address, any other an absolute one, both escaped."""
    assert make_uri(Path(file), ROOT) == uri


# --- fingerprints --------------------------------------------------------------------------------------


def test_fingerprints_survive_other_lines() -> None:
    """A finding keeps its fingerprint when lines are added above it, and when a message names other lines."""
    report = CheckReport([], [WRONG._replace(message="line 3 does not fit")], (), ROOT)
    moved = CheckReport([], [WRONG._replace(line=40, message="line 39 does not fit")], (), ROOT)
    assert make_fingerprints(report) == make_fingerprints(moved)


def test_fingerprints_are_different() -> None:
    """No two findings have the same fingerprint, not even similar ones."""
    others = [WRONG._replace(code="BJ206"), WRONG._replace(file=Path("c.toml")), WRONG._replace(excerpt="x")]
    findings = [WRONG, WRONG, *others, WRONG._replace(message="x")]
    assert len(set(make_fingerprints(CheckReport([], findings, (), ROOT)))) == len(findings)


def test_paths_are_those_from_the_folder() -> None:
    """Reports name a file by its path from the folder of the check."""
    assert relative_path(Path("/srv/x/../y.toml"), ROOT) == "y.toml"
    assert relative_path(Path("/elsewhere/y.toml"), ROOT) == "/elsewhere/y.toml"


# --- JUnit ---------------------------------------------------------------------------------------------


@given(ANY_TEXT)
def test_junit_is_well_formed_for_any_text(text: str) -> None:
    """For any ruleset the XML is valid, and its numbers add up."""
    finding = make_finding(text)
    written = render_report(
        CheckReport([finding.file], [finding, finding._replace(severity="warning")]), "junit"
    )
    check_junit(written)
