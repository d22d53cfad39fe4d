from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.oracle import courses
from tests.session.games import DIFFERENT
from tests.session.starting import start
from tests.session.tables import bj, make_table, run

from bj.ruleset.ruleset_files import shipped_rulesets

RULESETS = DIFFERENT
ENDLESS = """
[ruleset]
title = "For ever"
extends = "classic"
[rules]
credit = true
[procedure]
game = ["shuffle", { repeat = "hand", while = "hand < 1_000_000_000" }]
"""
LONG = ["classic", "10000", "1", "10000", "counting"]
on_posix = pytest.mark.skipif(os.name == "nt", reason="has no such signals and terminals")


def command(*words: str | Path) -> list[str]:
    """The command line of ``bj`` with these words."""
    return [sys.executable, "-m", "bj", *(str(word) for word in words)]


def classic(bankroll: int, minimum: int, hands: int, player: str, *, seed: int = 0) -> str:
    """The transcript of the oracle of the classic game."""
    return courses.transcript(courses.CLASSIC, bankroll, minimum, hands, player, seed=seed)


# --- arguments --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("40 counting 2 7", (40, 2, 7, "counting")),
        ("--set hands=7 --set player=counting 40 2", (40, 2, 7, "counting")),
    ],
)
def test_arguments_fill_by_type_and_order(words: str, expected: tuple[int, int, int, str]) -> None:
    """Arguments are given by order, type and name in any mixture; the rest has defaults."""
    assert bj("run", "classic", *words.split()) == classic(*expected)


# --- seeds ------------------------------------------------------------------------------------------------


def test_a_run_without_a_seed_is_always_the_same() -> None:
    """A run without a seed has the ruleset's own seed, and an empty standard error."""
    done = run("run", "classic")
    assert (done.stdout.decode(), done.stderr) == (classic(100, 5, 3, "simple"), b"")
    assert bj("run", "classic", "--seed", "0") == done.stdout.decode()


@pytest.mark.parametrize("seed", [5, 2**32 - 1])
def test_seeds_start_the_same_generator(seed: int) -> None:
    """A seed restarts the ruleset's generator."""
    assert bj("run", "classic", "--seed", str(seed)) == classic(100, 5, 3, "simple", seed=seed)


def test_random_seeds_are_printed_and_replayed() -> None:
    """Random seeds differ; each is printed on stderr and replays its game."""
    seeds = set()
    for _ in range(2):
        done = run("run", "classic", "--seed", "random")
        found = re.fullmatch(r"seed (\d+)\n", done.stderr.decode().replace("\r", ""))
        assert found
        seeds.add(found[1])
        assert bj("run", "classic", "--seed", found[1]) == done.stdout.decode()
    assert len(seeds) == 2


# --- files of cuts ----------------------------------------------------------------------------------------


def test_cuts_are_taken_from_a_file(tmp_path: Path) -> None:
    """A file of cuts sets the first shuffle, given last or by name."""
    file = tmp_path / "cuts.in"
    file.write_text("15 20 39 22 38 13 27 30", "utf-8")
    cuts = [15, 20, 39, 22, 38, 13, 27, 30]
    expected = courses.transcript(courses.CLASSIC, 100, 5, 30, "counting", cuts)
    assert bj("run", "classic", "100", "5", "30", "counting", file) == expected
    assert bj("run", "classic", "100", "5", "30", "counting", "--set", f"cuts={file}") == expected


# --- help -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["run", "simulate", "compare"])
def test_a_command_alone_prints_its_usage(name: str) -> None:
    """A command without its words is an error that shows how it is used."""
    done = run(name)
    assert done.returncode == 2
    assert b"Usage" in done.stdout + done.stderr


def test_help_of_a_ruleset_has_its_arguments_and_the_options() -> None:
    """The help of a ruleset has its title, every argument with its values and default, and every option."""
    text = bj("run", "trick", "--help")
    for option in ("--seed", "--cards", "--cuts", "--answers", "--echo", "--save", "--resume", "--rounds"):
        assert option in text
    assert "Usage: bj run trick [BANKROLL] [TRICKS] [MINIMUM] [simple|counting] [CUTS]" in text
    assert "Trick edition" in text
    assert re.search(r"tricks +a whole number from 1 to 10000 \(default 3\): most tricks to play", text)
    assert re.search(r"player +simple or counting \(default simple\)", text)
    assert re.search(r"cuts +a file of cuts \(optional\)", text)


@pytest.mark.parametrize("name", RULESETS)
def test_example_of_the_help_runs_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The example at the end of a shipped ruleset's help is a command that plays in any folder."""
    lines = bj("run", name, "--help").splitlines()
    example = lines[lines.index("Example:") + 1].split()
    assert example[:3] == ["bj", "run", name]
    monkeypatch.chdir(tmp_path)
    assert bj(*example[1:])


# --- where it runs, and what it prints to -----------------------------------------------------------------


def test_a_file_plays_what_its_name_plays(tmp_path: Path) -> None:
    """A path to a ruleset plays like its shipped name, from any folder."""
    done = start("run", "classic", folder=tmp_path)
    by_path = start("run", shipped_rulesets()["classic"], folder=tmp_path)
    assert done.stdout == by_path.stdout == classic(100, 5, 3, "simple").encode()


def test_pipe_and_file_get_the_same_bytes(tmp_path: Path) -> None:
    """A game prints the same bytes into a file and into a pipe, in any locale, with newlines alone."""
    expected = bj("run", "sos_vs_sc", "100", "3", "simple", "sc").encode()
    for locale in ("C", "C.UTF-8"):
        file = tmp_path / locale
        with file.open("wb") as out:
            words = command("run", "sos_vs_sc", "100", "3", "simple", "sc")
            subprocess.run(
                words, stdout=out, check=True, env=os.environ | {"LC_ALL": locale, "TERM": "xterm"}
            )
        assert file.read_bytes() == expected
    assert b"\r" not in expected
    assert b"\x1b" not in expected


@on_posix
def test_terminal_gets_the_same_bytes() -> None:
    """A terminal gets the bytes of a pipe, without colours."""
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(command("run", "classic"), stdout=theirs, stdin=theirs, stderr=theirs):
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # the other side has been closed
                break
            if not piece:
                break
            shown += piece
    os.close(ours)
    assert shown.replace(b"\r\n", b"\n").decode() == classic(100, 5, 3, "simple")


# --- ends -------------------------------------------------------------------------------------------------


@on_posix
def test_reader_who_goes_away_is_not_an_error() -> None:
    """When the reader closes the pipe, the game stops silently, as programs do."""
    with subprocess.Popen(command("run", *LONG), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as playing:
        assert playing.stdout is not None
        assert playing.stderr is not None
        assert playing.stdout.readline() == b"# Shuffling the deck\n"
        playing.stdout.close()
        assert playing.stderr.read() == b""
        assert playing.wait() == 141


@on_posix
def test_interrupted_game_keeps_what_was_said(tmp_path: Path) -> None:
    """The output before Ctrl-C is kept, and the exit code is 130."""
    with (tmp_path / "out").open("wb") as out:
        file = tmp_path / "endless.toml"
        file.write_text(ENDLESS, "utf-8")
        with subprocess.Popen(command("run", file), stdout=out, stderr=subprocess.PIPE) as playing:
            while not (tmp_path / "out").stat().st_size and playing.poll() is None:
                time.sleep(0.01)
            playing.send_signal(signal.SIGINT)
            assert playing.stderr is not None
            assert playing.stderr.read() == b""
            assert playing.wait() == 130
    cuts = [39, 22, 33, 37, 38, 37, 38]
    expected = ["# Shuffling the deck", *(f"cut at {cut}" for cut in cuts), "# Hand 1 bankroll 100"]
    assert (tmp_path / "out").read_text("utf-8").splitlines()[:9] == expected


@on_posix
def test_a_person_without_stdin_ends_in_order(tmp_path: Path) -> None:
    """With stdin closed the first question ends the game, and the exit code is 0."""
    words = f'exec "{sys.executable}" -m bj run "{make_table(tmp_path)}" <&-'
    done = subprocess.run(["/bin/sh", "-c", words], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"? \nAnn has 20\nBen has 100\n")


def test_full_disk_is_not_a_traceback() -> None:
    """A transcript that cannot be written ends with a message and the code 1."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command("run", "classic"), stdout=full, stderr=subprocess.PIPE, check=False)
    message = done.stderr.decode()
    assert done.returncode == 1
    assert message.startswith("error: the output cannot be written: ")
    assert message.count("\n") == 1


# --- start ------------------------------------------------------------------------------------------------


def test_a_short_game_loads_nothing_heavy() -> None:
    """A game of three hands imports nothing for compiling, simulating, persons or faults."""
    program = (
        "import sys; from bj.cli import main\n"
        "sys.argv = ['bj', 'run', 'classic']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    loaded = set(done.stderr.decode().split())
    assert "bj.engine.game.interpreter" in loaded
    heavy = {
        "numba",
        "numpy",
        "tree_sitter",
        "hypothesis",
        "matplotlib",
        "bj.compiled",
        "bj.ruleset.faults.diagnose",
        "bj.session.conversation",
        "bj.session.saving",
        "bj.session.rigging",
        "bj.session.asking_who_plays",
        "importlib.metadata",
    }
    assert not loaded & heavy
    late = ("bj.simulation", "bj.cli.simulat", "bj.native", "rich.progress")
    assert not [name for name in loaded if name.startswith(late)]
