from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.session.tables import bj, complaint, make_table


def test_without_anything_the_help_is_printed() -> None:
    """`bj run` alone is an error that shows how it is used."""
    assert "Usage" in bj("run", code=2)
    assert "--resume" in bj("run", "--help")


def test_the_help_of_a_ruleset_names_the_options() -> None:
    """The options of a run stand in the help of every ruleset."""
    text = bj("run", "classic", "--help")
    for option in ("--cards", "--cuts", "--answers", "--echo", "--save", "--resume", "--rounds"):
        assert option in text


@pytest.mark.parametrize("option", ["--answers", "--cuts", "--resume"])
def test_files_that_cannot_be_read_are_named(option: str, tmp_path: Path) -> None:
    """A file that is not there is an error of usage."""
    words = [] if option == "--resume" else ["classic"]
    assert f"{tmp_path / 'missing'} cannot be read" in complaint("run", *words, option, tmp_path / "missing")


def test_a_person_without_stdin_ends_in_order(tmp_path: Path) -> None:
    """With stdin closed the first question ends the game, and the exit code is 0."""
    command = f'exec "{sys.executable}" -m bj run "{make_table(tmp_path)}" <&-'
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"? \nAnn has 20\nBen has 100\n")


def test_a_game_without_persons_loads_nothing_for_them() -> None:
    """What only persons need is not imported for a game that plays itself."""
    program = (
        "import sys; from bj.cli import main\n"
        "sys.argv = ['bj', 'run', 'classic']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = ('bj.session.questions', 'bj.session.saving', 'bj.session.rigging', 'bj.session.roster')\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stderr == b"[]\n"
