"""How games are accepted in files of cases; `tests/cli/cases/test_updated.txt` has what is written."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from unittest.mock import Mock

import pytest
import tomli
from hypothesis import example, given
from hypothesis import strategies as st
from tests.session.cases_of_classic import PUSH, TIE, write

from bj.cases.running import CaseResult, run_cases
from bj.cases.updating import write_value
from bj.errors import UsageError

CASES = f'{TIE}expect.transcript = "old"   # in any quotes\nexpect.hands = 7   # far too many\n'
ACCEPTED = CASES.replace("7", "1").replace('"old"', f'"""\n{PUSH}"""')


def update(file: Path) -> list[CaseResult]:
    """Accept the played games."""
    return run_cases(file, update=True)


def content(folder: Path) -> str:
    """The text of the cases, with its line ends."""
    return (folder / "cases" / "mine.toml").read_bytes().decode()


def test_update_is_idempotent(tmp_path: Path) -> None:
    """After accepting, nothing differs, and the file is not written again."""
    file = write(tmp_path, ACCEPTED)
    before = (tmp_path / "cases" / "mine.toml").stat()
    assert update(file) == [CaseResult("tie")]
    after = (tmp_path / "cases" / "mine.toml").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_update_keeps_line_ends_and_the_mark_of_byte_order(tmp_path: Path) -> None:
    """A file keeps the line ends of another system."""
    file = write(tmp_path, "\ufeff" + CASES.replace("\n", "\r\n"))
    update(file)
    assert content(tmp_path) == "\ufeff" + ACCEPTED.replace("\n", "\r\n")
    assert update(file)[0] == CaseResult("tie")


def test_update_of_a_file_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the file cannot be written, it stays as it is, without leftovers."""
    file = write(tmp_path, CASES)
    monkeypatch.setattr(os, "replace", Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
    with pytest.raises(UsageError, match="cannot be written: No space left on device"):
        update(file)
    assert content(tmp_path) == CASES
    assert [path.name for path in (tmp_path / "cases").iterdir()] == ["mine.toml"]


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
