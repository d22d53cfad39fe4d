"""Formats findings as text: the location, the message, the line with the fault marked, and the remedy."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TypeAlias

from bj.faults_and_fixes import Finding
from bj.text.colours import Paint, plain
from bj.text.sentences import count_of
from bj.text.untrusted_text import COMMAND, make_visible, show, show_path

Cell: TypeAlias = tuple[str, int]
"""The text that a terminal shows for a character, and its width in columns."""

WIDEST = 100  # columns in an excerpt, including the signs that show where it is cut
BEFORE = 30  # columns to keep before a fault if the line is cut
TAB = "    "


def render_finding(finding: Finding, paint: Paint = plain) -> str:
    """Return a finding as text with its line, colored by ``paint``, without a final newline.

    Control characters from the ruleset or the file name are escaped. The text contains no workflow commands,
    because each line starts with a location or a margin.
    """
    number = str(finding.line)
    margin = " " * len(number)
    excerpt, mark = _cut(finding.excerpt, finding.column - 1, finding.length)
    edge = paint("margin", f"{margin} |")
    lines = [
        render_head(finding, paint),
        edge,
        paint("margin", f"{number} |") + f" {excerpt}".rstrip(),
        f"{edge} {' ' * (len(mark) - len(mark.lstrip()))}{paint(finding.severity, mark.lstrip())}",
    ]
    if finding.remedy:
        lines.append(paint("help", f"{margin} = help:") + f" {make_visible(finding.remedy)}")
    if finding.inherited_by:
        first, *others = (show_path(str(file)) for file in finding.inherited_by)
        further = "".join(f", which {other} extends" for other in others)
        lines.append(f"{margin} = note: inherited by {first}{further}")
    return "\n".join(lines)


def render_head(finding: Finding, paint: Paint = plain) -> str:
    """Return the location, the code and the message of a finding on one line."""
    place = f"{show_path(str(finding.file))}:{finding.line}:{finding.column}"
    warning = "warning: " if finding.severity == "warning" else ""
    code = paint(finding.severity, finding.code)
    return f"{paint('place', f'{place}:')} {code} {warning}{make_visible(finding.message)}"


def render_findings(findings: Sequence[Finding], paint: Paint = plain) -> str:
    """Return all findings as text, separated by empty lines, and followed by a summary.

    There is no final newline.
    """
    shown = [render_finding(finding, paint) for finding in findings]
    return "\n\n".join([*shown, paint("strong", summarize(findings))])


def summarize(findings: Sequence[Finding]) -> str:
    """Return a sentence with the numbers of faults, warnings and files."""
    if not findings:
        return "Found no faults."
    files = len({finding.file for finding in findings})
    warnings = sum(finding.severity == "warning" for finding in findings)
    counts = [(len(findings) - warnings, "fault"), (warnings, "warning")]
    found = " and ".join(count_of(number, noun) for number, noun in counts if number)
    return f"Found {found} in {count_of(files, 'file')}."


def _cell(character: str) -> Cell:
    """Return the text to show for a character, and its width in columns."""
    if character == "\t":
        return TAB, len(TAB)
    shown = show(character)
    if shown != character:
        return shown, len(shown)
    if unicodedata.category(character) in ("Mn", "Me"):
        return character, 0
    return character, 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _cut(line: str, start: int, length: int) -> tuple[str, str]:
    """Return the part of a line around a fault, and the mark to print below it."""
    first = max(0, start - WIDEST)
    cells = [_cell(character) for character in line[first : start + WIDEST]]
    for command in COMMAND.finditer(line, first, start + WIDEST):
        cells[command.start() - first] = ("\\x23", 4)
    before, after = cells[: start - first], cells[start - first :]
    whole = len(line) <= len(before) + len(after) and _width(before) + _width(after) <= WIDEST
    left, right = len(before), len(after)
    if not whole:
        room = WIDEST - 2
        left = _fit(before[::-1], BEFORE)
        right = _fit(after, room - _width(before[len(before) - left :]))
        left = _fit(before[::-1], room - _width(after[:right]))
    shown = before[len(before) - left :]
    ahead, rest = "…" if left < min(start, len(line)) else "", "…" if start + right < len(line) else ""
    text = "".join(cell[0] for cell in [*shown, *after[:right]])
    mark = " " * (len(ahead) + _width(shown)) + "^" * max(1, _width(after[: min(length, right)]))
    return f"{ahead}{text}{rest}", mark


def _width(cells: Sequence[Cell]) -> int:
    return sum(width for _, width in cells)


def _fit(cells: Sequence[Cell], room: int) -> int:
    """Return the number of leading characters that fit in ``room`` columns."""
    for number, (_, width) in enumerate(cells):
        room -= width
        if room < 0:
            return number
    return len(cells)
