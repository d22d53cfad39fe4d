from __future__ import annotations

from pathlib import Path

import pytest
from tests.session.cases_of_classic import PUSH, RULESET, TIE, write
from tests.session.tables import bj, complaint, run
from typer.testing import CliRunner

from bj.cases import tracing
from bj.cli.app import make_app
from bj.ruleset.load import shipped_rulesets

NEWLINE = "\n"
EXPECTED = PUSH.replace("# A tie", "# Push")

FAILURE = """\
{folder}/mine.toml F.

FAILED mine::tie ({folder}/cases/mine.toml:2)
  Two equal hands.
  {folder}/cases/mine.toml:6: transcript: line 17 differs from what is expected
    made by [output] push ({folder}/mine.toml:7:8)
    hand 1, the step `settle` ({settle})
    --- expected
    +++ got
    @@ -14,5 +14,5 @@
     Player's total is 18
     Dealer's hole card is Eight of Clubs
     Dealer's total is 18
    -# Push
    +# A tie
     # Player has 100 after 1 hands

1 failed, 1 passed
"""


def tie(expected: str) -> str:
    """A case with a transcript, and another one."""
    case = TIE + 'description = "Two equal hands."\n' + f'expect.transcript = """\n{expected}"""\n'
    return f'{case}[cases.wrong]\narguments = "0"\nexpect.error = "0 is not between 1 and 10000"\n'


def test_passing_cases_are_counted(tmp_path: Path) -> None:
    """A ruleset that goes as expected has a point for every case, and the code 0."""
    file = write(tmp_path, tie(PUSH))
    assert bj("test", file) == f"{file} ..\n\n2 passed\n"
    assert bj("test", tmp_path) == f"{file} ..\n\n2 passed\n"


def test_failing_case_shows_the_difference_and_its_rule(tmp_path: Path) -> None:
    """A transcript that differs is shown with the rule that made the first other line, and where it is."""
    file = write(tmp_path, tie(EXPECTED))
    classic = shipped_rulesets()["classic"]
    number = classic.read_text("utf-8").split("\n").index('  "settle",') + 1
    failure = FAILURE.format(folder=tmp_path, settle=f"{classic}:{number}:3")
    assert bj("test", file, code=1) == failure


def test_update_accepts_and_then_nothing_fails(tmp_path: Path) -> None:
    """`--update` tells what it has accepted, and afterwards everything goes as expected."""
    file = write(tmp_path, tie(EXPECTED))
    assert bj("test", file, "--update") == f"{file} U.\n\n1 updated, 1 passed\n"
    assert bj("test", file, "--update") == f"{file} ..\n\n2 passed\n"
    assert (tmp_path / "cases" / "mine.toml").read_text("utf-8") == tie(PUSH)


def test_shipped_rulesets_are_tested_by_name(tmp_path: Path) -> None:
    """The cases of shipped rulesets come with them, and `-k` picks some of all that were named."""
    shown = bj("test", "classic", "trick", "--only", "PUSH")
    folder = shipped_rulesets()["classic"].parent
    assert shown == f"{folder}/classic.toml .\n{folder}/trick.toml .\n\n2 passed\n"
    assert bj("test", "classic", "trick", "--only", "trick::p").endswith("/trick.toml ...\n\n3 passed\n")
    assert "no case has 'zzz' in its name" in complaint("test", "classic", "--only", "zzz")


def test_every_ruleset_is_looked_at(tmp_path: Path) -> None:
    """A fault or a missing file keeps no other ruleset from being tested; the worst one sets the code."""
    faulty = write(tmp_path, tie(PUSH), RULESET + "[rules]\ntarget = 7\n", "faulty")
    wrong = write(tmp_path, tie(PUSH) + "[cases.more]\n", name="wrong")
    good = write(tmp_path, tie(PUSH), name="zgood")
    done = run("test", faulty, wrong, good)
    shown = done.stdout.decode()
    assert (done.returncode, done.stderr) == (1, b"")
    assert shown.startswith(f"{faulty} E\n{wrong} E\n{good} ..\n\n{faulty}:9:10: ")
    assert f"{tmp_path}/cases/wrong.toml:{tie(PUSH).count(NEWLINE) + 1}:8: " in shown
    assert shown.endswith("\n\n2 passed\n")
    done = run("test", faulty, "nothing", good)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: unknown ruleset `nothing`\n")
    assert done.stdout.endswith(b"\n\n2 passed\n")


def test_a_ruleset_without_cases_is_refused(tmp_path: Path) -> None:
    """Who names a ruleset without cases is told where they should be."""
    (tmp_path / "mine.toml").write_text(RULESET, "utf-8")
    message = complaint("test", tmp_path / "mine.toml")
    assert (
        message
        == f"error: {tmp_path}/mine.toml has no cases\nhelp: write them in {tmp_path}/cases/mine.toml\n"
    )
    assert "there are no cases in" in complaint("test", tmp_path)


def test_this_folder_is_tested_when_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a name the rulesets of this folder are tested that have cases; other files are left alone."""
    write(tmp_path, tie(PUSH))
    (tmp_path / "pyproject.toml").write_text("[project]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert bj("test") == "mine.toml ..\n\n2 passed\n"


def test_nothing_steers_the_terminal(tmp_path: Path) -> None:
    """Control characters in expectations, names and file names are shown as what they are."""
    cases = (
        '[cases.tie]\narguments = "100 5 1 simple"\ncards = "TS TH 8S 8C"\n'
        'expect.says = ["\\u001b[2J"]\nexpect.transcript = "\\u001b]0;x\\u0007\\n::error::x\\n\\u202e"\n'
        '[cases.named]\narguments = "\'\\u001b\'"\nexpect.error = "\\u009b"\n'
    )
    file = write(tmp_path, cases, name="\x1b[31mred")
    done = run("test", file)
    faults = done.stdout.decode()
    assert done.returncode == 1
    assert (
        "the control character U+001B cannot be shown" in faults
    )  # of the arguments, which are shown elsewhere
    (tmp_path / "cases" / file.name).write_text(cases.replace("'\\u001b'", "x"), "utf-8")
    done = run("test", file)
    shown = done.stdout.decode()
    assert done.returncode == 1
    for text in (faults, shown, done.stderr.decode()):
        assert all(character.isprintable() or character == "\n" for character in text)
        assert not any(line.startswith("::") for line in text.split("\n"))
    assert "\\x1b[31mred.toml FF" in shown
    assert "-\\x1b]0;x\\x07" in shown
    assert "`\\x1b[2J` is not printed" in shown


def test_long_differences_are_cut_short(tmp_path: Path) -> None:
    """Of a transcript that differs from end to end only the beginning of the difference is shown."""
    lines = "".join(f"line {number}\n" for number in range(2000))
    shown = bj("test", write(tmp_path, tie(PUSH + lines)), code=1)
    assert "it ends before line 19" in shown
    assert "@@ -16,3 +16,3" not in shown
    assert "    @@ -16,300 +16,3 @@\n" in shown
    assert len(shown.split("\n")) < 60
    assert "\n    …\n" in shown


def test_blanks_at_the_ends_of_lines_are_seen(tmp_path: Path) -> None:
    """Where only a blank at the end of a line differs, it can be seen."""
    shown = bj("test", write(tmp_path, tie(PUSH.replace("# A tie", "# A tie \\u0020"))), code=1)
    assert "    -# A tie··\n    +# A tie\n" in shown


def test_a_missing_line_end_is_told(tmp_path: Path) -> None:
    """Where only the last line end differs, this is said."""
    shown = bj("test", write(tmp_path, tie(PUSH.removesuffix("\n"))), code=1)
    assert "\\ no line end at the end of the expected transcript\n" in shown


def test_endless_games_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset that plays on for ever fails its case, with an error."""
    monkeypatch.setattr(tracing, "LARGEST_TRANSCRIPT", 40_000)
    text = (
        RULESET
        + "[rules]\ncredit = true\n"
        + '[procedure]\ngame = [{ repeat = "hand", while = "hand < 1_000_000_000" }]\n'
    )
    file = write(tmp_path, "[cases.endless]\nexpect.hands = 3\n", text)
    shown = CliRunner().invoke(make_app("test"), ["test", str(file)])
    assert shown.exit_code == 1
    assert "  error: the game was stopped after 40,000 characters of output\n" in shown.stdout
