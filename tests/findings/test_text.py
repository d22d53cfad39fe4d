from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bj.faults_and_fixes import Finding
from bj.findings.text import render_finding, render_findings

FILE = Path("rulesets/classic.toml")


def finding(excerpt: str, column: int, length: int = 1, line: int = 12) -> Finding:
    """A finding for which only the line and the place in it matter."""
    return Finding(FILE, line, column, length, excerpt, "wrong", "", "BJ205")


def columns(text: str) -> int:
    """The columns of a text without control characters in a terminal."""
    return sum(
        0
        if unicodedata.category(sign) in ("Mn", "Me")
        else 1 + (unicodedata.east_asian_width(sign) in ("W", "F"))
        for sign in text
    )


def test_a_fault_without_a_remedy_has_no_help() -> None:
    """Without a remedy, the mark is the last line, and an empty line of a ruleset has no trailing space."""
    assert render_finding(finding("", 1, line=3)) == "rulesets/classic.toml:3:1: BJ205 wrong\n  |\n3 |\n  | ^"


@pytest.mark.parametrize(
    ("excerpt", "column", "length", "shown", "mark"),
    [
        ("\ta\t= x", 6, 1, "    a    = x", "           ^"),
        ("日本 = x", 6, 1, "日本 = x", "       ^"),
        ("a = '日本' # 語", 5, 4, "a = '日本' # 語", "    ^^^^^^"),
        ("e\u0301 = x", 6, 1, "e\u0301 = x", "    ^"),
        ("a = '\x1b[31m' x", 13, 1, "a = '\\x1b[31m' x", " " * 15 + "^"),
        ("a = '\u202e' x", 9, 1, "a = '\\u202e' x", " " * 13 + "^"),
        ("a = '\x85\u2028\udcff' x", 11, 1, "a = '\\x85\\u2028\\udcff' x", " " * 23 + "^"),
        ("a = '\U000e0001'", 6, 1, "a = '\\U000e0001'", " " * 5 + "^" * 10),
        ("a =", 4, 1, "a =", "   ^"),
        ("a = x", 5, 99, "a = x", "    ^"),
    ],
    ids=[
        "tab",
        "wide",
        "wide mark",
        "combining",
        "escape",
        "direction",
        "other",
        "beyond",
        "at the end",
        "too long",
    ],
)
def test_the_mark_stands_under_the_fault(
    excerpt: str, column: int, length: int, shown: str, mark: str
) -> None:
    """The mark is as wide as the characters above it."""
    lines = render_finding(finding(excerpt, column, length)).split("\n")
    assert lines[2:] == [f"12 | {shown}", f"   | {mark}"]


@pytest.mark.parametrize(
    ("start", "length", "shown", "marked"),
    [
        (1, 3, "a" * 98 + "…", (0, 3)),
        (500, 3, "…" + "a" * 98 + "…", (31, 3)),
        (998, 3, "…" + "a" * 98, (96, 3)),
        (400, 900, "…" + "a" * 98 + "…", (31, 68)),
    ],
    ids=["begin", "middle", "end", "long fault"],
)
def test_a_long_line_is_cut_around_the_fault(
    start: int, length: int, shown: str, marked: tuple[int, int]
) -> None:
    """A long line is cut to about 100 columns around the fault, with marks at the cuts."""
    lines = render_finding(finding("a" * 1000, start, length)).split("\n")
    assert lines[2] == f"12 | {shown}"
    assert lines[3] == "   | " + " " * marked[0] + "^" * marked[1]


def test_a_line_of_a_hundred_columns_is_shown_whole() -> None:
    """A line that fits is not cut."""
    assert f"12 | {'a' * 100}\n" in render_finding(finding("a" * 100, 100))


def test_control_characters_reach_the_terminal_nowhere() -> None:
    """Control characters in a file's name, a message or a remedy are written as escapes."""
    fault = Finding(Path("a\x1b[2J\n.toml"), 1, 1, 1, "a", "no `\u2066\x07`", "write `\r\t`", "BJ102")
    first, *_, last = render_finding(fault).split("\n")
    assert first == "a\\x1b[2J\\n.toml:1:1: BJ102 no `\\u2066\\x07`"
    assert last == "  = help: write `\\r\\t`"


def test_an_inherited_fault_shows_the_chain() -> None:
    """A fault in an inherited file is followed by the files that extend it, nearest first, made safe."""
    fault = finding("a = x", 5)._replace(inherited_by=(Path("b.toml"), Path("a\x1b.toml")))
    last = "   = note: inherited by b.toml, which a\\x1b.toml extends"
    assert render_finding(fault).split("\n")[4:] == [last]
    fault = fault._replace(remedy="write 5", inherited_by=(Path("b.toml"),))
    assert render_finding(fault).split("\n")[4:] == ["   = help: write 5", "   = note: inherited by b.toml"]


def test_all_faults_are_counted() -> None:
    """The last line has the number of faults and of files."""
    other = Finding(Path("b.toml"), 1, 1, 1, "b", "wrong", "", "BJ205")
    faults = [finding("a", 1), finding("a", 2), other]
    assert render_findings(faults) == "\n\n".join(
        [*(render_finding(fault) for fault in faults), "Found 3 faults in 2 files."]
    )
    assert render_findings([other]).endswith("\n\nFound 1 fault in 1 file.")
    assert render_findings([]) == "Found no faults."


@given(st.text(max_size=300), st.integers(1, 320), st.integers(1, 320))
def test_any_line_is_shown_safely(excerpt: str, column: int, length: int) -> None:
    """No line of a ruleset makes the output too wide, or controls the terminal."""
    lines = render_finding(finding(excerpt, column, length)).split("\n")
    assert len(lines) == 4
    for line in lines:
        assert columns(line) <= 5 + 100 + 10  # the mark may stand under one character of the widest kind
        assert not any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in line)
    assert set(lines[3].removeprefix("   | ")) <= {" ", "^"}
    if column <= len(excerpt) and unicodedata.category(excerpt[column - 1])[0] in "LNPS":
        at = columns(lines[3].rstrip("^"))
        assert any(
            columns(lines[2][:n]) == at and lines[2][n] == excerpt[column - 1] for n in range(len(lines[2]))
        )


def test_parts_of_a_fault_have_colours() -> None:
    """Place, code, margins, mark and help are coloured; the words and the line of the ruleset are not."""
    fault = Finding(FILE, 2, 3, 2, "  ab", "wrong", "write it", "BJ205")
    assert render_finding(fault, lambda part, text: f"<{part}>{text}</>") == (
        "<place>rulesets/classic.toml:2:3:</> <error>BJ205</> wrong\n"
        "<margin>  |</>\n"
        "<margin>2 |</>   ab\n"
        "<margin>  |</>   <error>^^</>\n"
        "<help>  = help:</> write it"
    )
    assert "<warning>BJ205</> warning: wrong" in render_finding(
        fault._replace(severity="warning"), lambda part, text: f"<{part}>{text}</>"
    )
