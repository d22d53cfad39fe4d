from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bj.cli.validate import validate
from bj.ruleset.files import LARGEST_FILE

GOOD = '[ruleset]\ntitle = "Good"\nextends = "classic"\n'
BAD = '[ruleset]\ntitle = "Bad"\nextends = "classic"\n\n[shoe]\npacks = 99\n'


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def run(*names: str) -> int:
    """The exit code of `bj validate`."""
    try:
        validate(list(names))
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def write(name: str, text: str | bytes) -> str:
    """Write a file into the folder of the test."""
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a" * 5000, "unknown ruleset `aaaa"),
        ("odd\x1b[2J\udcff.toml", "no file `odd\\x1b[2J\\udcff.toml`"),
        ("/dev/zero", "/dev/zero is not a regular file"),
        ("big.toml", f"big.toml is larger than {LARGEST_FILE:,} bytes"),
    ],
)
def test_what_cannot_be_read_ends_with_2(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that cannot be had is complained about on stderr, and the others are checked all the same."""
    Path("empty").mkdir()
    write("big.toml", "#" * (LARGEST_FILE + 1))
    assert run(name, write("bad.toml", BAD)) == 2
    out, err = capsys.readouterr()
    assert err.startswith("error: ")
    assert said in err
    assert out.endswith("\nFound 1 fault in 1 file.\n")


def test_a_file_that_vanishes_ends_with_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of the system while reading is a complaint, not a traceback."""

    def fail(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    write("secret.toml", GOOD)
    monkeypatch.setattr(os, "open", fail)
    assert run("secret.toml") == 2
    assert "secret.toml cannot be read: Permission denied" in capsys.readouterr().err


def test_stdout_of_any_encoding_will_do() -> None:
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
