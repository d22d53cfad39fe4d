from __future__ import annotations

from pathlib import Path

import pytest
from tests.session.cases_of_classic import PUSH, RULESET, TIE, write
from tests.session.tables import bj, complaint, run
from typer.testing import CliRunner

from bj.cases import text_sources
from bj.cli.app import make_app
from bj.ruleset.ruleset_files import shipped_rulesets


def tie(expected: str) -> str:
    """The text of two cases, one of them with a transcript."""
    case = TIE + 'description = "Two equal hands."\n' + f'expect.transcript = """\n{expected}"""\n'
    return f'{case}[cases.wrong]\narguments = "0"\nexpect.error = "0 is not between 1 and 10000"\n'


def test_shipped_rulesets_are_tested_by_name(tmp_path: Path) -> None:
    """Shipped rulesets have cases, and `-k` picks some of the named ones."""
    shown = bj("test", "classic", "trick", "--only", "PUSH")
    folder = shipped_rulesets()["classic"].parent
    assert shown == f"{folder}/classic.toml .\n{folder}/trick.toml .\n\n2 passed\n"
    assert bj("test", "classic", "trick", "--only", "trick::p").endswith("/trick.toml ...\n\n3 passed\n")
    assert "no case has a name that contains 'zzz'" in complaint("test", "classic", "--only", "zzz")


def test_nothing_steers_the_terminal(tmp_path: Path) -> None:
    """Control characters in expectations, names and file names are shown as escapes."""
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
    """Of a long difference only the beginning is shown."""
    lines = "".join(f"line {number}\n" for number in range(2000))
    shown = bj("test", write(tmp_path, tie(PUSH + lines)), code=1)
    assert "it ends before line 19" in shown
    assert "@@ -16,3 +16,3" not in shown
    assert "    @@ -16,300 +16,3 @@\n" in shown
    assert len(shown.split("\n")) < 60
    assert "\n    …\n" in shown


def test_endless_games_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The case of an endless ruleset fails with an error."""
    monkeypatch.setattr(text_sources, "LARGEST_TRANSCRIPT", 40_000)
    text = (
        RULESET
        + "[rules]\ncredit = true\n"
        + '[procedure]\ngame = [{ repeat = "hand", while = "hand < 1_000_000_000" }]\n'
    )
    file = write(tmp_path, "[cases.endless]\nexpect.hands = 3\n", text)
    shown = CliRunner().invoke(make_app("test"), ["test", str(file)])
    assert shown.exit_code == 1
    assert "  error: the game was stopped after 40,000 characters of output\n" in shown.stdout
