from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bj.faults_and_fixes import Finding
from bj.findings.text import render_finding
from bj.text.untrusted_text import Guard, make_visible, show_path, show_words

LOG_COMMAND = re.compile(r"##\w*\[")
"""The patterns that the runners of GitHub, Azure and TeamCity look for anywhere in a line."""

OBEYED = re.compile(rf"(?:\A|[\n\r\v\x85\u2028])\s*::|{LOG_COMMAND.pattern}")
"""The same, and the pattern that GitHub's runner looks for at the beginning of a line."""

HOSTILE = st.text(st.sampled_from("#[]:=%@+-ab \t\n\r\x1b\x07\u202e\ud800é"), max_size=40) | st.text(
    max_size=40
)


@given(HOSTILE)
def test_visible_text_steers_nothing(text: str) -> None:
    """No text reaches a terminal or a log as something that they would interpret."""
    shown = make_visible(text)
    assert not any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in shown)
    assert LOG_COMMAND.search(shown) is None


@given(HOSTILE)
def test_a_line_never_begins_with_a_command_or_a_formula(text: str) -> None:
    """Neither a path nor words begin with text that a log or a spreadsheet interprets, even after spaces."""
    assert not show_path(text).lstrip().startswith(("::", "=", "+", "-", "@"))
    assert not show_words(text).lstrip().startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("name", ["::error::x.toml", " ::error::x.toml", "=1+1.toml", "-rf.toml", "ok.toml"])
def test_a_path_that_is_shown_leads_to_the_same_file(name: str) -> None:
    """A prefix that makes a path harmless does not change its target."""
    assert Path("folder", show_path(name)) == Path("folder", name)


PIECES = st.lists(st.text(st.sampled_from(":#[]ab \t\n\r\v\x85\u2028\u3000"), max_size=12), max_size=8)


@given(PIECES)
def test_nothing_that_passes_a_guard_is_obeyed(pieces: list[str]) -> None:
    """A log that arrives in pieces contains no command, and is unchanged if it never contained one."""
    guard = Guard()
    shown = "".join(map(guard, pieces))
    assert OBEYED.search(shown) is None
    if OBEYED.search("".join(pieces)) is None:
        assert shown == "".join(pieces)


@given(HOSTILE, HOSTILE, HOSTILE, HOSTILE, st.integers(1, 60), st.integers(1, 60))
def test_no_line_of_a_finding_is_a_command(
    name: str, message: str, remedy: str, excerpt: str, column: int, length: int
) -> None:
    """A finding printed in a CI job is never a command: its lines begin with a place or a margin."""
    path = Path(name.replace("\0", "") or "x")
    finding = Finding(path, 12, column, length, excerpt, message, remedy, "BJ205")
    finding = finding._replace(inherited_by=(path,))
    first, *others = render_finding(finding).split("\n")
    assert not first.lstrip().startswith(("::", "=", "+", "-", "@"))
    assert all(re.match(r" *(?:12)? [|=]", line) for line in others)
    assert not any(LOG_COMMAND.search(line) for line in (first, *others))


def test_a_command_in_a_line_is_broken_and_the_mark_stays_in_place() -> None:
    """A `##[` in the line of a ruleset is shown with an escape, and the mark still stands under the fault."""
    finding = Finding(Path("a.toml"), 1, 18, 3, 'a = "##[error]" # bad', "wrong", "", "BJ205")
    assert render_finding(finding).split("\n")[2:] == [
        '1 | a = "#\\x23[error]" # bad',
        "  |                     ^^^",
    ]
