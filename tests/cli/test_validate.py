from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bj import __version__
from bj.cli import validate
from bj.cli.app import make_app
from bj.cli.exit_codes import BUG, exit_policy
from bj.faults_and_fixes import Finding
from bj.findings import checking_files
from bj.ruleset.ruleset_files import LARGEST_FILE, looks_like_ruleset

GOOD = '[ruleset]\ntitle = "Good"\nextends = "classic"\n'
BAD = GOOD + "\n[shoe]\npacks = 99\n"

pytestmark = pytest.mark.usefixtures("in_empty_folder")


def write(name: str, text: str) -> str:
    """Write a file, with the folders that it is in."""
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8")
    return name


def run(*words: str, stdin: str = "") -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `bj validate`."""
    ended = CliRunner().invoke(make_app("validate"), ["validate", *words], input=stdin)
    return ended.exit_code, ended.stdout, ended.stderr


# --- what is checked -----------------------------------------------------------------------------------


def test_a_file_that_cannot_be_read_counts_as_a_ruleset() -> None:
    """An unreadable file of a folder counts as a ruleset."""
    assert looks_like_ruleset(Path("nowhere.toml"))


def test_a_ruleset_of_a_folder_may_begin_with_a_byte_order_mark() -> None:
    """A file whose first header comes after a byte order mark is checked with its folder."""
    write("a.toml", "\ufeff" + BAD)
    assert run(".")[0] == 1


def test_stdin_is_bounded() -> None:
    """Stdin is read only up to the largest size of a ruleset."""
    code, out, err = run("-", stdin="#" * (LARGEST_FILE + 1))
    assert (code, out) == (2, "")
    assert f"stdin has more than {LARGEST_FILE:,} bytes" in err


def test_the_fault_of_a_parent_is_reported_in_its_own_file_where_that_is_checked() -> None:
    """A fault of a checked base has no note about the files that inherit it."""
    write("parent.toml", BAD)
    write("a_child.toml", GOOD.replace('"classic"', '"./parent.toml"'))
    found = json.loads(run(".", "--format", "json")[1])["findings"]
    assert [(finding["file"], finding["inherited_by"]) for finding in found] == [("parent.toml", [])]


# --- how they are reported -----------------------------------------------------------------------------


def test_the_report_is_written_into_a_file() -> None:
    """A report in a file is whole, without leftovers, and stdout has the number of faults."""
    write("a.toml", BAD)
    write("report.sarif", "old")
    code, out, err = run("a.toml", "--format", "sarif", "--output-file", "report.sarif")
    assert (code, out, err) == (1, "Found 1 fault in 1 file.\n", "")
    assert json.loads(Path("report.sarif").read_text("utf-8"))["version"] == "2.1.0"
    assert sorted(path.name for path in Path().iterdir()) == ["a.toml", "report.sarif"]


@pytest.mark.parametrize("name", ["nowhere/report", ".", "a\0b"])
def test_a_report_that_cannot_be_written_is_wrong_usage(name: str) -> None:
    """If the file cannot be written, an error says so, and nothing is left."""
    code, out, err = run(write("a.toml", BAD), "--output-file", name)
    assert (code, out) == (2, "")
    assert "cannot be written" in err
    assert [path.name for path in Path().iterdir()] == ["a.toml"]


def test_a_report_may_go_to_a_device() -> None:
    """A report is written to a device, which is not replaced by a file."""
    assert run(write("a.toml", BAD), "--output-file", "/dev/null")[0] == 1
    assert Path("/dev/null").is_char_device()


def test_the_environment_may_choose_the_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """`BJ_FORMAT` is the format when the command line names none."""
    monkeypatch.setenv("BJ_FORMAT", "concise")
    write("a.toml", BAD)
    assert run("a.toml")[1].startswith("a.toml:6:9: BJ205 `packs` should be at most 16, not 99 (")
    assert run("a.toml", "--format", "gitlab")[1].startswith("[")


def test_what_cannot_be_read_is_in_the_report_too() -> None:
    """A report for machines has the files that cannot be read."""
    code, out, err = run("nowhere.toml", "--format", "json")
    assert code == 2
    assert json.loads(out)["unreadable"][0]["message"] == "no file `nowhere.toml`"
    assert err.startswith("error: no file `nowhere.toml`")


# --- what cannot be read or shown ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a" * 5000, "unknown ruleset `aaaa"),
        ("odd\x1b[2J\udcff.toml", "no file `odd\\x1b[2J\\udcff.toml`"),
        ("/dev/zero", "/dev/zero is not a regular file"),
        ("big.toml", f"big.toml is larger than {LARGEST_FILE:,} bytes"),
    ],
)
def test_what_cannot_be_read_ends_with_2(name: str, said: str) -> None:
    """An unreadable file is an error on stderr, and the others are checked."""
    write("big.toml", "#" * (LARGEST_FILE + 1))
    code, out, err = run(name, write("bad.toml", BAD))
    assert code == 2
    assert err.startswith("error: ")
    assert said in err
    assert out.endswith("\nFound 1 fault in 1 file.\n")


def test_a_file_that_vanishes_ends_with_2(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the system while reading is a message, not a traceback."""

    def fail(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    write("secret.toml", GOOD)
    monkeypatch.setattr(os, "open", fail)
    code, _, err = run("secret.toml")
    assert code == 2
    assert "secret.toml cannot be read: Permission denied" in err


def test_stdout_can_have_any_encoding() -> None:
    """Characters that the encoding of stdout lacks are printed as escapes."""
    write("bad.toml", BAD + '\n[output]\npush = "Grüße {näme} 日本"\n')
    ended = subprocess.run(
        [sys.executable, "-m", "bj", "validate", "bad.toml"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (1, b"")
    assert rb'push = "Gr\xfc\xdfe {n\xe4me} \u65e5\u672c"' in ended.stdout


# --- bugs of ours --------------------------------------------------------------------------------------


def test_a_bug_ends_with_101(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected exception is reported as a bug in bj, with its traceback and version."""

    def fail(*_: object) -> list[Finding]:
        raise ZeroDivisionError("\n::error::pwned\x1b[2J ##[error]")

    monkeypatch.setattr(checking_files, "examine", fail)
    code, out, err = run(write("a.toml", GOOD))
    assert (code, out) == (BUG, "")
    assert err.startswith("error: this is a bug in bj, not your mistake\nhelp: please report it")
    assert f"| bj {__version__}, Python " in err
    assert "| ZeroDivisionError" in err
    assert "\x1b" not in err
    assert "##[" not in err
    assert not any(line.lstrip().startswith("::") for line in err.splitlines())


def test_an_unhandled_error_of_the_system_is_a_bug(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unhandled error of the system is reported as a bug too."""
    with pytest.raises(SystemExit) as ended, exit_policy():
        Path("nowhere").read_bytes()
    assert ended.value.code == BUG
    assert "| FileNotFoundError" in capsys.readouterr().err


def test_a_bug_in_starting_a_command_ends_with_101() -> None:
    """An error before a command begins is reported as a bug too."""
    program = "import sys, bj.cli.app as a; a.COMMANDS['run'] = 'bj.nowhere'; sys.argv[1:] = ['run']; a.run()"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == 101
    assert "ModuleNotFoundError" in ended.stderr


def test_stdout_needs_no_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stdout that is not a file, as in tests of other programs, works too."""
    taken = io.StringIO()
    monkeypatch.setattr(sys, "stdout", taken)
    with pytest.raises(SystemExit):
        validate.validate([write("a.toml", BAD)], output_format="concise")
    assert taken.getvalue().endswith("Found 1 fault in 1 file.\n")
