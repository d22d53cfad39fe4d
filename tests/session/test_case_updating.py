from __future__ import annotations

import errno
import os
from pathlib import Path
from unittest.mock import Mock

import pytest
import tomli
from hypothesis import example, given
from hypothesis import strategies as st
from tests.session.cases_of_classic import PUSH, RULESET, TIE, write

from bj.cases.running import CaseResult, run_cases, write_value
from bj.errors import UsageError

CASES = """\
# Cases with all that can be accepted.

[cases.tie]   # the table of a case
arguments = "100 5 1 simple"     # five chips
cards = "TS TH 8S 8C"

[cases.tie.expect]
# what is said
transcript = '''old'''   # in any quotes
hands = 7       # far too many
lines = 1
times = { "# A tie" = 0x2, "never" = 0 } # in an inline table
bankrolls.Player = 99.5 # a dotted key

[cases.refused]
arguments = "0"
expect = { error = "nothing", lines = 0 }

[cases.untouched]
arguments = "100 5 1 simple"
cards = "TS TH 8S 8C"
expect.says = ["# A tie"]

# The end.
"""

ACCEPTED = (
    CASES.replace("'''old'''", f'"""\n{PUSH}"""')
    .replace("hands = 7", "hands = 1")
    .replace("lines = 1\n", "lines = 18\n")
    .replace("0x2", "1")
    .replace("99.5", "100")
    .replace('"nothing"', '"0 is not between 1 and 10000"')
)


def update(file: Path) -> list[CaseResult]:
    """Accept the played games."""
    return run_cases(file, update=True)


def content(folder: Path) -> str:
    """The text of the cases, with its line ends."""
    return (folder / "cases" / "mine.toml").read_bytes().decode()


def test_update_changes_values_and_nothing_else(tmp_path: Path) -> None:
    """Accepting rewrites only the expectations, in place; comments, order and other values stay."""
    file = write(tmp_path, CASES)
    assert update(file) == [CaseResult("tie", True), CaseResult("refused", True), CaseResult("untouched")]
    assert content(tmp_path) == ACCEPTED
    assert [path.name for path in (tmp_path / "cases").iterdir()] == ["mine.toml"]


def test_update_is_idempotent(tmp_path: Path) -> None:
    """After accepting, nothing differs, and the file is not written again."""
    file = write(tmp_path, ACCEPTED)
    before = (tmp_path / "cases" / "mine.toml").stat()
    assert update(file) == [CaseResult("tie"), CaseResult("refused"), CaseResult("untouched")]
    after = (tmp_path / "cases" / "mine.toml").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_update_keeps_line_ends_and_the_mark_of_byte_order(tmp_path: Path) -> None:
    """A file keeps the line ends of another system."""
    file = write(tmp_path, "\ufeff" + CASES.replace("\n", "\r\n"))
    update(file)
    assert content(tmp_path) == "\ufeff" + ACCEPTED.replace("\n", "\r\n")
    assert update(file)[0] == CaseResult("tie")


def test_update_writes_transcripts_of_their_own(tmp_path: Path) -> None:
    """A transcript in a file of its own is created if it is missing, and rewritten if it is old."""
    file = write(tmp_path, TIE + 'expect.transcript_file = "deep/tie.txt"\n')
    assert update(file) == [CaseResult("tie", True)]
    assert (tmp_path / "cases" / "deep" / "tie.txt").read_bytes() == PUSH.encode()
    (tmp_path / "cases" / "deep" / "tie.txt").write_text("old")
    assert update(file) == [CaseResult("tie", True)]
    assert update(file) == [CaseResult("tie")]


def test_update_leaves_alone_what_only_its_author_can_know(tmp_path: Path) -> None:
    """Expected and forbidden lines, unknown names and unexpected errors still fail."""
    file = write(
        tmp_path,
        TIE
        + 'expect = { says = ["x"], never_says = ["# A tie"], bankrolls = { Plyer = 1 }, hands = 2, '
        + 'error = "e" }\n'
        + '[cases.refused]\narguments = "0"\nexpect.hands = 1\n',
    )
    before = content(tmp_path)
    tie, refused = update(file)
    assert content(tmp_path) == before.replace("hands = 2", "hands = 1")
    assert tie.is_updated
    told = "\n".join(tie.failure)
    assert "`x` is not printed" in told
    assert "line 17 is `# A tie`" in told
    assert "no person is called `Plyer`" in told
    assert "did you mean `Player`?" in told
    assert "expected the error `e`, got none" in told
    assert refused.failure[1:] == (
        "  error: 0 is not between 1 and 10000",
        "    help: `bankroll` takes a whole number from 1 to 10000",
    )


def test_update_of_a_file_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the file cannot be written, it stays as it is, without leftovers."""
    file = write(tmp_path, CASES)
    monkeypatch.setattr(os, "replace", Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
    with pytest.raises(UsageError, match="cannot be written: No space left on device"):
        update(file)
    assert content(tmp_path) == CASES
    assert [path.name for path in (tmp_path / "cases").iterdir()] == ["mine.toml"]


def test_update_takes_only_what_matches(tmp_path: Path) -> None:
    """Cases that were not played are not changed."""
    file = write(tmp_path, CASES)
    assert run_cases(file, matching="REFUSED", update=True) == [CaseResult("refused", True)]
    assert content(tmp_path) == CASES.replace('"nothing"', '"0 is not between 1 and 10000"')


def test_amounts_have_as_many_decimals_as_they_need(tmp_path: Path) -> None:
    """An amount with cents is written with a point, and a whole one without."""
    text = '[ruleset]\ntitle = "x"\nextends = "infinite"\n'
    case = '[cases.{}]\ncards = "A 9 K 5"\nanswers = ["{}", "0"]\nexpect.bankrolls = {{ Player = 1 }}\n'
    file = write(tmp_path, case.format("one", "5") + case.format("two", "10"), text)
    update(file)
    assert content(tmp_path).count("Player = 307.5 }") == content(tmp_path).count("Player = 315 }") == 1
    assert update(file) == [CaseResult("one"), CaseResult("two")]


@example('\n"""')
@example('\n""""a""')
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60) | st.text("\"'\\ \n\ta", max_size=40))
def test_any_text_is_written_so_that_it_is_read_again(text: str) -> None:
    """Any transcript can be written as TOML, without blanks at the ends of lines."""
    if "\r" in text:
        return
    written = write_value(text)
    assert tomli.loads(f"x = {written}\n")["x"] == text
    assert not any(line.endswith((" ", "\t")) for line in written.split("\n"))


def test_ruleset_of_the_tests_is_sound(tmp_path: Path) -> None:
    """The transcript in the tests is that of the ruleset."""
    file = write(tmp_path, f"{TIE}expect.transcript = '''\n{PUSH}'''\n", RULESET)
    assert run_cases(file) == [CaseResult("tie")]
