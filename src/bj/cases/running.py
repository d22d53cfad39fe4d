"""Runs the test cases for rulesets, and can update their expectations without changing any other text."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli

from bj.cases.comparing import CaseDifference, compare
from bj.cases.failure_report import report
from bj.cases.playing import play_case
from bj.cases.reading import CasesFile, read_cases, read_transcript
from bj.errors import UsageError
from bj.faults_and_fixes import Fault, KeyPath
from bj.files import replace_file
from bj.record.line_sources import PlacedRules
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import read_bytes


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of running one test case."""

    name: str
    is_updated: bool = False
    """Whether at least one difference was accepted."""
    failure: tuple[str, ...] = ()
    """The lines that explain the failure, or an empty tuple if the case passed."""


def run_cases(ruleset: Path, *, matching: str = "", update: bool = False) -> list[CaseResult]:
    """Run the test cases whose names, such as ``classic::push``, contain ``matching``.

    If ``update`` is true, the case file is changed to accept all differences that have a new value. Raises
    RulesetError if the ruleset or the case file has faults, and UsageError if a file cannot be read or
    written.
    """
    checked = load_ruleset(ruleset)
    cases = read_cases(ruleset)
    rules = PlacedRules(checked)
    outcomes: list[CaseResult] = []
    changes: list[tuple[KeyPath, Any]] = []
    for name, case in cases.cases.items():
        if matching.casefold() not in f"{ruleset.stem}::{name}".casefold():
            continue
        played = play_case(checked, case)
        expected = expected_transcript(cases, name)
        differences = compare(played, case.expect, expected)
        accepted: list[CaseDifference] = []
        if update:
            accepted = [difference for difference in differences if difference.new is not None]
            changes += write_case(cases, name, accepted)
        left = [difference for difference in differences if difference not in accepted]
        lines = tuple(report(cases, name, played, left, expected, rules)) if left else ()
        outcomes.append(CaseResult(name, bool(accepted), lines))
    write_cases(cases, changes)
    return outcomes


def expected_transcript(cases: CasesFile, name: str) -> str | None:
    """Return the transcript that a test case expects, or None if it does not specify one.

    The transcript is in the case file or in a separate file. Raises UsageError if that file cannot be read.
    """
    expect = cases.cases[name].expect
    if expect.transcript_file is not None:
        return read_transcript(cases.file, expect.transcript_file)
    return expect.transcript


MARK = b"\xef\xbb\xbf"  # the byte order mark, which some editors add


def write_case(cases: CasesFile, name: str, found: Sequence[CaseDifference]) -> list[tuple[KeyPath, Any]]:
    """Return the changes to the case file that accept the differences in ``found``.

    Each change consists of a path and a new value. A transcript in a separate file is written immediately.
    Raises UsageError if that file cannot be written.
    """
    changes: list[tuple[KeyPath, Any]] = []
    for difference in found:
        if difference.path == ("transcript_file",):
            file = cases.file.parent / str(cases.cases[name].expect.transcript_file)
            put(file, str(difference.new).encode())
        elif difference.new is not None:
            changes.append((("cases", name, "expect", *difference.path), difference.new))
    return changes


def write_cases(cases: CasesFile, changes: Iterable[tuple[KeyPath, Any]]) -> None:
    """Change values in a case file. Raises UsageError if the file cannot be written."""
    from bj.ruleset.toml.outline import Outline

    before = cases.document.text
    outline = Outline(before)
    line_end = "\r\n" if "\r\n" in before else "\n"
    expected = copy.deepcopy(cases.document.data)
    edits = []
    for path, value in changes:
        written = write_value(value).replace("\n", line_end)
        edits.append((outline.find(Fault("", path, "", "")), written))
        holder: Any = expected
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = value
    if not edits:
        return
    text, at = "", 0
    for (start, end), written in sorted(edits):
        text += before[at:start] + written
        at = end
    text += before[at:]
    assert tomli.loads(text) == expected, "something other than the expected output would change"  # noqa: S101  # protects the author's work
    mark = MARK if read_bytes(cases.file).startswith(MARK) else b""
    put(cases.file, mark + text.encode())


def put(file: Path, content: bytes) -> None:
    """Write a file, and create its folder if necessary. Raises UsageError if the file cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, content)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None


def write_value(value: str | float) -> str:
    r"""Format a value as TOML. Multi-line strings stay on several lines, with spaces at line ends escaped.

    >>> print(write_value('say "x"'), write_value(7.5))
    "say \"x\"" 7.5
    """
    if not isinstance(value, str):
        return repr(value)
    text = "".join(_escape(character) for character in value)
    if "\n" not in value:
        return '"' + text.replace('"', '\\"') + '"'
    text = re.sub(r'"(?="|\Z)', r"\"", text)
    text = re.sub(r" (?=\n|\Z)", r"\\u0020", text)
    return f'"""\n{text}"""'


def _escape(character: str) -> str:
    if character == "\\":
        return "\\\\"
    if character == "\n" or character.isprintable():
        return character
    return f"\\u{ord(character):04X}" if ord(character) < 0x10000 else f"\\U{ord(character):08X}"
