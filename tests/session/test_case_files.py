from __future__ import annotations

from pathlib import Path

import pytest
from tests.session.cases_of_classic import PUSH, RULESET, TIE, write

from bj.cases.reading import find_rulesets, read_cases
from bj.cases.running import run_cases
from bj.errors import RulesetError, UsageError
from bj.ruleset.discovery import gather
from bj.ruleset.ruleset_files import looks_like_ruleset


def test_linked_transcripts_are_outside(tmp_path: Path) -> None:
    """No case reads or writes a file outside its folder, even through a link."""
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "link").symlink_to(tmp_path)
    with pytest.raises(RulesetError) as refused:
        read_cases(write(tmp_path, '[cases.one]\nexpect.transcript_file = "link/tie.txt"\n'))
    (finding,) = refused.value.findings
    assert (finding.line, finding.message) == (2, "this is outside the cases folder")


def test_a_file_of_its_own_may_lie_deeper(tmp_path: Path) -> None:
    """A separate file with a transcript is compared, with line ends of any kind."""
    file = write(tmp_path, TIE + 'expect.transcript_file = "deep/tie.txt"\n')
    assert run_cases(file)[0].failure[1].endswith("transcript_file: no transcript is recorded yet")
    (tmp_path / "cases" / "deep").mkdir()
    (tmp_path / "cases" / "deep" / "tie.txt").write_bytes(PUSH.replace("\n", "\r\n").encode())
    assert run_cases(file)[0].failure == ()
    (tmp_path / "cases" / "deep" / "tie.txt").write_text(PUSH + "more\n")
    assert "it ends before line 19" in run_cases(file)[0].failure[1]


def test_an_unreadable_transcript_is_not_a_traceback(tmp_path: Path) -> None:
    """A folder in place of a transcript, and one without end, are refused."""
    file = write(tmp_path, TIE + 'expect.transcript_file = "tie.txt"\n')
    (tmp_path / "cases" / "tie.txt").mkdir()
    with pytest.raises(UsageError, match="cannot be read: Is a directory"):
        run_cases(file)
    (tmp_path / "cases" / "tie.txt").rmdir()
    with (tmp_path / "cases" / "tie.txt").open("wb") as stream:
        stream.truncate(4_000_001)
    with pytest.raises(UsageError, match="is larger than 4,000,000 bytes"):
        run_cases(file)


def test_cases_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset is named by its file, its cases or its folder; a shipped one by its name."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, TIE)
    write(tmp_path, TIE, name="yours")
    (tmp_path / "other.toml").write_text(RULESET, "utf-8")
    assert find_rulesets("mine.toml") == find_rulesets("cases/mine.toml") == [Path("mine.toml")]
    assert find_rulesets(".") == [Path("mine.toml"), Path("yours.toml")]
    assert [file.name for file in find_rulesets("classic")] == ["classic.toml"]
    monkeypatch.chdir(tmp_path / "cases")
    assert find_rulesets("mine.toml") == [Path("../mine.toml")]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "yours.toml").unlink()
    with pytest.raises(UsageError, match=r"cases/yours.toml belongs to no ruleset"):
        find_rulesets(".")
    with pytest.raises(UsageError, match="there are no cases in cases/cases"):
        find_rulesets("cases")


def test_cases_are_not_rulesets(tmp_path: Path) -> None:
    """A search for rulesets in folders skips files of cases."""
    file = write(tmp_path, TIE + "expect.hands = 1\n")
    assert not looks_like_ruleset(tmp_path / "cases" / "mine.toml")
    assert gather([str(tmp_path)])[0] == [file]


def test_cases_are_not_without_end(tmp_path: Path) -> None:
    """Files that are too large are refused without being read."""
    with pytest.raises(UsageError, match="is larger than 250,000 bytes"):
        read_cases(write(tmp_path, "#" * 250_001))
