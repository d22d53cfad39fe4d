"""Reports why a test case failed: the differences, their lines in the case file, and the rules involved."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import unified_diff

from bj.cases.comparing import CaseDifference, split_lines
from bj.cases.playing import PlayedCase
from bj.cases.reading import CasesFile
from bj.faults_and_fixes import Finding
from bj.record.line_sources import PlacedRules

CONTEXT = 3  # lines of context around a difference
MOST_COMPARED = 300  # lines to compare, starting shortly before the first difference
MOST_SHOWN = 40  # lines of a diff to show
BLANK = "·"
"""The character printed in place of a space at the end of a line, to make the space visible."""


def report(
    cases: CasesFile,
    name: str,
    played: PlayedCase,
    differences: Sequence[CaseDifference],
    transcript: str | None,
    rules: PlacedRules,
) -> Iterator[str]:
    """Yield lines that explain why the test case ``name`` failed."""
    place = cases.locate(("cases", name))
    yield f"FAILED {rules.file.stem}::{name} ({place.file}:{place.line})"
    description = cases.cases[name].description
    if description:
        yield f"  {description}"
    for difference in differences:
        yield f"  {_place(cases, name, difference)}{difference.message}"
        if difference.remedy:
            yield f"    help: {difference.remedy}"
        if difference.offset is not None:
            for line in rules.blame(played.pieces, difference.offset):
                yield f"    {line}"
        if difference.path[0] in ("transcript", "transcript_file") and transcript is not None:
            yield from (f"    {line}" for line in diff(transcript, played.transcript))


def _place(cases: CasesFile, name: str, difference: CaseDifference) -> str:
    """Return a prefix with an expectation's location and key, or "" if the case does not set the key."""
    key = str(difference.path[0])
    if key not in cases.cases[name].expect.model_fields_set:
        return ""
    place: Finding = cases.locate(("cases", name, "expect", *difference.path))
    return f"{place.file}:{place.line}: {key}: "


def diff(expected: str, got: str) -> Iterator[str]:
    """Yield a unified diff of two transcripts, which begins shortly before the first difference."""
    before, after = split_lines(expected), split_lines(got)
    same = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), None)
    first = max(0, (min(len(before), len(after)) if same is None else same) - CONTEXT)
    before, after = before[first : first + MOST_COMPARED], after[first : first + MOST_COMPARED]
    found = unified_diff(before, after, "expected", "got", lineterm="", n=CONTEXT)
    for number, line in enumerate(found):
        if number == MOST_SHOWN:
            yield "…"
            break
        yield _shift(line, first) if line.startswith("@@") else _show_blanks(line)
    is_ended = got.endswith("\n")
    if expected and got and expected.endswith("\n") != is_ended:
        yield f"\\ no line break at the end of the {'expected' if is_ended else 'printed'} transcript"


def _shift(header: str, first: int) -> str:
    """Adjust the line numbers in a diff hunk header to those in the whole transcript."""
    return re.sub(r"(?<=[-+])\d+", lambda match: str(int(match[0]) + first), header)


def _show_blanks(line: str) -> str:
    """Make spaces at the end of an added or removed line in a diff visible."""
    if line[:1] not in ("-", "+"):
        return line
    bare = line.rstrip(" ")
    return bare + BLANK * (len(line) - len(bare))
