from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bj.cli.validate import validate
from bj.ruleset.files import LARGEST_FILE, SHIPPED

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


def test_faultless_rulesets_end_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    """Rulesets without a fault are counted, on stdout, and the exit code is 0."""
    assert run(write("good.toml", GOOD), "classic") == 0
    assert capsys.readouterr() == ("2 rulesets checked, no faults\n", "")


def test_every_shipped_ruleset_is_faultless(capsys: pytest.CaptureFixture[str]) -> None:
    """The rulesets that come with bj have no faults."""
    assert run(*(str(path) for path in sorted(SHIPPED.glob("*.toml")))) == 0
    assert capsys.readouterr().err == ""


def test_faults_end_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    """The faults of all files are printed on stdout, in the order of the files, and the exit code is 1."""
    write("worse.toml", BAD.replace("packs = 99", "pack = 1\npacks = 2.5"))
    assert run(write("bad.toml", BAD), write("good.toml", GOOD), "worse.toml") == 1
    out, err = capsys.readouterr()
    heads = [line.partition(" ")[0] for line in out.splitlines() if line.startswith(("bad", "good", "worse"))]
    assert heads == ["bad.toml:6:9:", "worse.toml:6:1:", "worse.toml:7:9:"]
    assert out.endswith("\nFound 3 faults in 2 files.\n")
    assert err == ""


def test_the_faults_of_a_parent_are_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    """A fault in a ruleset that several others extend is shown once, in its own file."""
    write("parent.toml", BAD)
    for child in ("one", "two"):
        write(f"{child}.toml", '[ruleset]\ntitle = "Child"\nextends = "./parent.toml"\n')
    assert run("./one.toml", "two.toml", str(Path("parent.toml").absolute())) == 1
    out = capsys.readouterr().out
    assert out.count("parent.toml:6:9: BJ205 `packs` should be at most 16, not 99") == 1
    assert out.endswith("\nFound 1 fault in 1 file.\n")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere.toml", "no file `nowhere.toml`"),
        ("nowhere/one.toml", "help: the folder nowhere does not exist; `bj list` lists the shipped"),
        ("empty/one.toml", "help: shipped rulesets: casino, classic, "),
        ("./bat.toml", "help: did you mean `bad.toml`?"),
        ("clasic", "did you mean `classic`?"),
        ("empty", "there are no rulesets in the folder empty"),
        ("*.tml", "no file matches *.tml"),
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


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    """A file that may not be read is complained about on stderr."""
    Path(write("secret.toml", GOOD)).chmod(0)
    assert run("secret.toml") == 2
    assert "secret.toml cannot be read: Permission denied" in capsys.readouterr().err


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
