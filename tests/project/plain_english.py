"""Finds words and patterns that make prose hard to read.

    python tests/project/plain_english.py [FOLDER OR FILE]...

prints every line in question with its place. Say who does what instead: "the dealer", not "whoever deals";
"prints", not "tells"; "the error names the hand", not "what is wrong is told".
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

MARKS = {
    name: re.compile(pattern)
    for name, pattern in {
        "tell": r"\b(?:tells?|told|untold)\b",
        "pronoun": r"\b(?:whoever|whatever|nobody|somebody|everybody|anybody)\b",
        "clause as subject": r"(?:^|[.;:] )(?:Who|What|Where|Whoever|Whatever)\b(?![^.?]*\?)",
        "but for, of whom": r"\bbut for\b|\bof whom\b|\bof which\b|\bwhose\b(?=[^.]*\bwhose\b)",
        "stand": r"\bstands? (?:for|in|behind|beside|below|there|here|by)\b",
        "is none": r"\b(?:is|are) none\b",
        "is to": r"\b(?:is|are) to (?:be|have|do|go|say|know)\b",
        "adverb": r"\b(?:behind|beside|anew|as it were|by lot|in vain|for ever|so many)\b",
        "let": r"^Let (?!'s)[a-z]",
        "word twice": r"(?<![\w.*/`-])([a-z]{2,}) \1(?=[,;:]? [a-z]|\.?$)",
    }.items()
}
"""Patterns by name."""

STRING_OR_COMMENT = re.compile(
    r'''(?:\b[rbfRBF]{1,2})?(?:("""|\'\'\')(?:[^\\]|\\.)*?\1|(["'])(?:[^\\\n]|\\.)*?\2)|\#[^\n]*''', re.DOTALL
)
"""A string or a comment of Python."""

LEFT_OUT = ("codes.md", "reference.md", "CHANGELOG.md", "plain_english.py")
"""Pages generated from checked texts, history, and the patterns."""


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """The number and the text of every line that people read: in Python, strings and comments."""
    text = path.read_text("utf-8")
    if path.suffix == ".toml":
        yield from ((n, line) for n, line in enumerate(text.splitlines(), 1) if line.lstrip().startswith("#"))
    elif path.suffix != ".py":
        yield from enumerate(text.splitlines(), 1)
    else:
        number, end = 1, 0
        for found in STRING_OR_COMMENT.finditer(text):
            number, end = number + text.count("\n", end, found.start()), found.start()
            said = re.sub(r"{[^{}]*}", "{}", found[0])  # the names in an f-string are no prose
            lines = said.strip("#\"'rbfRBF ").splitlines()
            yield from ((number + below, line.strip()) for below, line in enumerate(lines))


def files() -> Iterator[Path]:
    """The files with prose for people."""
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md")
    for folder, kinds in (
        ("src", {".py"}),
        ("tests", {".py"}),
        ("docs", {".md"}),
        ("rulesets", {".toml"}),
        ("benchmarks", {".py"}),
    ):
        found = sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in kinds)
        yield from (path for path in found if path.name not in LEFT_OUT)


def marks_in(path: Path) -> Iterator[tuple[int, str, str]]:
    """The line, the name of the pattern, and the text of each match."""
    for number, text in prose_of(path):
        for name, pattern in MARKS.items():
            yield from ((number, name, text) for _ in pattern.finditer(text))


def room_of(path: Path) -> str:
    """The room that a file is counted with: a folder of the package, or the top of the tree."""
    parts = path.relative_to(ROOT).parts
    return "/".join(parts[:3]) if parts[0] == "src" and len(parts) > 3 else parts[0]


if __name__ == "__main__":
    wanted = [Path(name).resolve() for name in sys.argv[1:]] or [ROOT]
    for each in files():
        if any(each.is_relative_to(place) for place in wanted):
            for number, name, text in marks_in(each):
                print(f"{each.relative_to(ROOT)}:{number}: {name}: {text}")
