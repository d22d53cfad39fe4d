from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st
from tests.findings.hostile import make_finding, make_report

from bj.findings.check_report import CheckReport
from bj.findings.github import escape_data, escape_property, render
from bj.text.untrusted_text import make_visible

TEXT = st.text(st.characters() | st.sampled_from("%:,=\n\r#[ 02A5D"), max_size=60)


@dataclass(frozen=True)
class Command:
    """A workflow command as the runner of GitHub understands it."""

    name: str
    properties: dict[str, str]
    data: str


def parse(line: str) -> Command | None:
    """The command in a line of the log, by the documented syntax ``::name key=value,…::data``."""
    line = line.lstrip()
    if not line.startswith("::"):
        return None
    head, mark, data = line[2:].partition("::")
    if not mark:
        return None
    name, _, listed = head.partition(" ")
    properties = {}
    for pair in filter(None, listed.strip().split(",")):
        key, equals, value = pair.partition("=")
        if equals:
            properties[key] = unescape(value, {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"})
    return Command(name, properties, unescape(data, {"%0D": "\r", "%0A": "\n", "%25": "%"}))


def unescape(text: str, escapes: dict[str, str]) -> str:
    """Text with the escapes replaced one after the other, ``%25`` last, as the runner does it."""
    for written, meant in escapes.items():
        text = text.replace(written, meant)
    return text


@given(TEXT, TEXT)
@example("100%25%0A%3A%2C%0D", "100%25%0A%3A%2C%0D")
@example("::error::", "\n::error::")
@example("a,line=2", "\r\n##[error]")
def test_any_text_survives(value: str, data: str) -> None:
    """The runner reads exactly the escaped text, and only one command, for any text."""
    line = f"::error file={escape_property(value)},line=1::{escape_data(data)}"
    assert "\n" not in line
    assert "\r" not in line
    assert parse(line) == Command("error", {"file": value, "line": "1"}, data)


@given(TEXT)
@example("a,line=2::%0A%25")
def test_a_finding_is_one_command(text: str) -> None:
    """A finding with any text is one line, from which the runner reads its place and its words."""
    finding = make_finding(text)
    line = render(CheckReport([], [finding], (), Path("/srv")))
    assert len(line.splitlines()) == 1
    command = parse(line)
    assert command is not None
    assert command.name == "error"
    assert command.properties["file"] == make_visible(str(finding.file))
    assert {key: command.properties[key] for key in ("line", "col", "endColumn", "title")} == {
        "line": "3",
        "col": "5",
        "endColumn": "9",
        "title": "bj BJ205",
    }
    expected = make_visible(text) + (f"\nhelp: {make_visible(text)}" if text else "")
    assert command.data.partition("\ninherited by")[0] == expected


def test_hostile_rulesets_make_no_other_commands() -> None:
    """There are as many commands as findings and unreadable files, and nothing else."""
    report = make_report()
    commands = [parse(line) for line in render(report).split("\n")]
    assert None not in commands
    assert len(commands) == len(report.findings) + len(report.unreadable)
    assert {command.name for command in commands if command} == {"error"}
