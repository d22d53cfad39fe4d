from __future__ import annotations

from pathlib import Path

import pytest
from tests.session.cases_of_classic import PUSH, RULESET, TIE, write

from bj.cases.reading import find_rulesets, read_cases
from bj.cases.running import run_cases
from bj.errors import RulesetError, UsageError
from bj.ruleset.discovery import gather
from bj.ruleset.files import looks_like_ruleset

FAULTY = """\
[cases.one]
argument = "100"
cards = 7

[cases.Two]
expect.hands = "3"

[cases.three]
arguments = "100"

[cases.four]
expect = {}

[cases.five.expect]
ends = "ower"
hands = -1
says = "# Push"
bankrolls = { Player = "105" }

[cases.six.expect]
transcript = ""
transcript_file = "six.txt"

[case.seven]
"""

FAULTS = """\
cases/mine.toml:1:8: the key `expect` of `one` is missing
cases/mine.toml:2:1: unknown key `argument`
cases/mine.toml:3:9: `cards` should be text in quotes, not a whole number
cases/mine.toml:5:8: `Two` cannot be a name
cases/mine.toml:6:16: `hands` should be a whole number, not text
cases/mine.toml:8:8: the key `expect` of `three` is missing
cases/mine.toml:12:1: this case expects nothing
cases/mine.toml:15:8: `ower` is not a valid value
cases/mine.toml:16:9: `hands` should be at least 0, not -1
cases/mine.toml:17:8: `says` should be a list in brackets, not text
cases/mine.toml:18:24: `Player` should be a number, not text
cases/mine.toml:22:1: the transcript is given twice
cases/mine.toml:24:2: unknown section `case`"""


def refusal(folder: Path, cases: str) -> str:
    """The faults that are found in some cases, a line each, with paths that begin in the folder."""
    with pytest.raises(RulesetError) as refused:
        read_cases(write(folder, cases))
    return "\n".join(
        f"{finding.file.relative_to(folder)}:{finding.line}:{finding.column}: {finding.message}"
        for finding in refused.value.findings
    )


def test_all_faults_are_found_at_their_places(tmp_path: Path) -> None:
    """Every fault of a file of cases is reported at once, with its line and column."""
    assert refusal(tmp_path, FAULTY) == FAULTS


def test_faults_have_remedies(tmp_path: Path) -> None:
    """A misspelt key has the one that was meant, under the exact place."""
    with pytest.raises(RulesetError) as refused:
        read_cases(write(tmp_path, '[cases.one]\nexpect.never_say = ["x"]\n'))
    (finding,) = refused.value.findings
    assert (finding.line, finding.column, finding.length) == (2, 8, 9)
    assert (finding.code, finding.remedy) == ("BJ201", "did you mean `never_says`?")


def test_syntax_faults_do_not_hide_others(tmp_path: Path) -> None:
    """With a fault of syntax the other ones are found too, but for what may only seem to be missing."""
    faults = refusal(tmp_path, "[cases.one]\nexpect.hands = \n[cases.two]\nseed = -1\n")
    assert [line.split(":")[1] for line in faults.split("\n")] == ["2", "4"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../tie.txt", "this is outside the folder of the cases"),
        ("/etc/tie.txt", "this is outside the folder of the cases"),
        ("deep/../../tie.txt", "this is outside the folder of the cases"),
        ("..\\\\tie.txt", "this is outside the folder of the cases"),
        ("link/tie.txt", "this is outside the folder of the cases"),
        ("mine.toml", "this is not a transcript file"),
        ("tie.txt\\u001b", "this is not a transcript file"),
        ("tie", "this is not a transcript file"),
    ],
)
def test_transcripts_stay_in_the_folder(tmp_path: Path, name: str, message: str) -> None:
    """No case reads or writes a file outside the folder of the cases, or one that is no transcript."""
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "link").symlink_to(tmp_path)
    faults = refusal(tmp_path, f'[cases.one]\nexpect.transcript_file = "{name}"\n')
    assert faults == f"cases/mine.toml:2:26: {message}"


def test_a_file_of_its_own_may_lie_deeper(tmp_path: Path) -> None:
    """A transcript in a file of its own is compared, with line ends of any kind."""
    file = write(tmp_path, TIE + 'expect.transcript_file = "deep/tie.txt"\n')
    assert run_cases(file)[0].failure[1].endswith("transcript_file: no transcript is recorded yet")
    (tmp_path / "cases" / "deep").mkdir()
    (tmp_path / "cases" / "deep" / "tie.txt").write_bytes(PUSH.replace("\n", "\r\n").encode())
    assert run_cases(file)[0].failure == ()
    (tmp_path / "cases" / "deep" / "tie.txt").write_text(PUSH + "more\n")
    assert "it ends before line 19" in run_cases(file)[0].failure[1]


def test_a_transcript_that_cannot_be_read_is_no_traceback(tmp_path: Path) -> None:
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
    """Rulesets are named by themselves, by their cases or by their folder, and shipped ones by their name."""
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
    with pytest.raises(UsageError, match=r"cases/yours.toml has no ruleset"):
        find_rulesets(".")
    with pytest.raises(UsageError, match="there are no cases in cases/cases"):
        find_rulesets("cases")


def test_cases_are_no_rulesets(tmp_path: Path) -> None:
    """Where rulesets are looked for in folders, cases are left alone."""
    file = write(tmp_path, TIE + "expect.hands = 1\n")
    assert not looks_like_ruleset(tmp_path / "cases" / "mine.toml")
    assert gather([str(tmp_path)])[0] == [file]


def test_missing_cases_are_missing(tmp_path: Path) -> None:
    """A ruleset without cases is told where to have them."""
    (tmp_path / "mine.toml").write_text(RULESET, "utf-8")
    with pytest.raises(UsageError) as refused:
        read_cases(tmp_path / "mine.toml")
    assert refused.value.remedy == f"write them in {tmp_path / 'cases' / 'mine.toml'}"


def test_cases_are_not_without_end(tmp_path: Path) -> None:
    """Files that are too large are refused unread."""
    with pytest.raises(UsageError, match="is larger than 250,000 bytes"):
        read_cases(write(tmp_path, "#" * 250_001))
