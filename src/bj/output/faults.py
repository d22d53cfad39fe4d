"""Faults of a ruleset as text: the place, what is wrong, the line with a mark under it, what to write."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TypeAlias

from bj.errors import Finding

Cell: TypeAlias = tuple[str, int]
"""What a terminal shows for a character, and how many columns that takes."""

WIDEST = 100  # columns of a line of a ruleset, with the signs that it goes on
BEFORE = 30  # columns of them before a fault, in a line that is cut
TAB = "    "
NAMED = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
HIDDEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""The categories of characters that a terminal obeys rather than shows: controls, directions, joiners."""


def render_finding(finding: Finding) -> str:
    """One fault with its line, without a newline at the end.

    No control character of the ruleset or of the file's name is in it.
    """
    file, message, remedy = (
        _make_visible(text) for text in (str(finding.file), finding.message, finding.remedy)
    )
    number = str(finding.line)
    margin = " " * len(number)
    excerpt, mark = _cut(finding.excerpt, finding.column - 1, finding.length)
    lines = [
        f"{file}:{number}:{finding.column}: {message}",
        f"{margin} |",
        f"{number} | {excerpt}".rstrip(),
        f"{margin} | {mark}",
    ]
    if remedy:
        lines.append(f"{margin} = help: {remedy}")
    return "\n".join(lines)


def render_findings(findings: Sequence[Finding]) -> str:
    """All faults, an empty line between them, and a last line that counts them; no newline at the end."""
    if not findings:
        return "Found no faults."
    files = len({finding.file for finding in findings})
    found = f"Found {_count(len(findings), 'fault')} in {_count(files, 'file')}."
    return "\n\n".join([*map(render_finding, findings), found])


def _count(number: int, noun: str) -> str:
    """A number with its noun in the right form.

    >>> _count(1, "fault"), _count(3, "fault")
    ('1 fault', '3 faults')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _make_visible(text: str) -> str:
    r"""Write the characters that a terminal would obey as what they are in a TOML string.

    >>> print(_make_visible("a\tb\x1b[31m\u202e"))
    a\tb\x1b[31m\u202e
    """
    return "".join(NAMED.get(character) or _cell(character)[0] for character in text)


def _cell(character: str) -> Cell:
    """What to show for one character of a line."""
    if character == "\t":
        return TAB, len(TAB)
    category = unicodedata.category(character)
    if category in HIDDEN:
        code = ord(character)
        shown = f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
        return shown, len(shown)
    if category in ("Mn", "Me"):
        return character, 0
    return character, 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _cut(line: str, start: int, length: int) -> tuple[str, str]:
    """The part of a line around a fault, and the mark that belongs under it."""
    before = [_cell(character) for character in line[max(0, start - WIDEST) : start]]
    after = [_cell(character) for character in line[start : start + WIDEST]]
    whole = len(line) <= len(before) + len(after) and _width(before) + _width(after) <= WIDEST
    left, right = len(before), len(after)
    if not whole:
        room = WIDEST - 2
        left = _fit(before[::-1], BEFORE)
        right = _fit(after, room - _width(before[len(before) - left :]))
        left = _fit(before[::-1], room - _width(after[:right]))
    shown = before[len(before) - left :]
    ahead, behind = "…" if left < min(start, len(line)) else "", "…" if start + right < len(line) else ""
    text = "".join(cell[0] for cell in [*shown, *after[:right]])
    mark = " " * (len(ahead) + _width(shown)) + "^" * max(1, _width(after[: min(length, right)]))
    return f"{ahead}{text}{behind}", mark


def _width(cells: Sequence[Cell]) -> int:
    """How many columns some characters take together."""
    return sum(width for _, width in cells)


def _fit(cells: Sequence[Cell], room: int) -> int:
    """How many of the first characters fit into some columns."""
    for number, (_, width) in enumerate(cells):
        room -= width
        if room < 0:
            return number
    return len(cells)
