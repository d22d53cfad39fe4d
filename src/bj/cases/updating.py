"""Updates the expectations of test cases without changing any other text in the file."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import tomli

from bj.cases.comparing import CaseDifference
from bj.cases.reading import CasesFile
from bj.errors import UsageError
from bj.faults_and_fixes import Fault, KeyPath
from bj.files import replace_file
from bj.ruleset.ruleset_files import read_bytes

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
