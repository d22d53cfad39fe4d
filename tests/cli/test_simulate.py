from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from tests.cli.simulating import SMALL, bj, complaint, report

from bj.cli.amounts_and_precisions import parse_amount, parse_precision
from bj.errors import UsageError
from bj.native.library import MissingLibraryError, has_library
from bj.simulation.simulation import simulate

ROOT = Path(__file__).parents[2]

on_posix = pytest.mark.skipif(os.name == "nt", reason="has no such signals and terminals")


def start(*words: str | Path, stderr: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Start a command in a process of its own."""
    command = [sys.executable, "-m", "bj", *(str(word) for word in words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr)


# --- what is reported --------------------------------------------------------------------------------------


def test_table_says_what_everything_is_per() -> None:
    """The table has values per wager, unit and hand, spreads, and shares of all hands, below headings."""
    text = report("simulate", "classic", "1000", "5", "10", "simple", "--hands", "2000")
    assert text.startswith(
        "Classic two-party blackjack\n"
        "bankroll 1000, minimum 5, hands 10, player simple\n"
        "2,000 hands at the table, seed 0\n"
    )
    for head in (
        " per initial wager\n",
        " per unit wagered, including doubled wagers\n",
        " per hand, in money\n",
        "Wagers and deviation",
        "Share of all hands ",
        "Share of all hands: won by …, pushed, lost by …",
    ):
        assert head in text
    assert "running count" not in text
    assert "Bankroll" not in text


def test_counters_and_games_have_sections_of_their_own() -> None:
    """A counter gets a table by count and the gain of counting; games get bankrolls and lengths."""
    text = report("simulate", "classic", "counting", "--games", "300")
    for head in (
        "Bankroll at the end of a game",
        "probability of ruin",
        "Hands at the table per game",
        "Value and frequency by running count",
        "  DI ",
        "  SCORE ",
        "  N0 ",
    ):
        assert head in text


def test_tournaments_are_played_as_games() -> None:
    """A tournament is simulated by games, and its report begins with the winners."""
    with patch("bj.simulation.simulation.DEFAULT_GAMES", 20):
        text = report("simulate", "sos_vs_sc")
    assert "\n20 games, " in text
    assert (
        text.index("Probability of winning a game") < text.index("Rounds by member") < text.index("Expected")
    )
    assert re.search(r"Kyon +0 +0 +0 +none\n", text)


def test_strategies_of_several_seats_are_put_together() -> None:
    """Two seats with one strategy have a line together; a strategy of one seat has none."""
    words = ("safe:Ann:100", "safe:Bob:100", "random:Cleo:100")
    text = report("simulate", "vegas", *words, "--games", "20", "--rounds", "5")
    assert "  all safe " in text
    assert "all random" not in text


def test_settings_and_seeds_are_those_of_a_run() -> None:
    """Arguments can be filled by name, and another seed gives other numbers."""
    words = ("simulate", "classic", "--set", "player=counting", "--hands", "500")
    first, again, other = report(*words), report(*words), report(*words, "--seed", "7")
    assert "player counting" in first
    assert first == again != other


def test_json_is_finite_and_csv_is_tidy(tmp_path: Path) -> None:
    """The other formats parse, go into a file if one is named, and an infinite N0 is null."""
    words = ("simulate", "classic", "--hands", "2000")
    told = json.loads(report(*words, "--format", "json"), parse_constant=pytest.fail)
    assert told["report"] == "simulation"
    assert told["players"][0]["n0"]["value"] is None
    assert report(*words, "--format", "csv", "--output-file", tmp_path / "odds.csv") == ""
    rows = list(csv.DictReader(io.StringIO((tmp_path / "odds.csv").read_text("utf-8"))))
    (edge,) = [
        row for row in rows if row["kind"] == "player" and row["quantity"] == "value per initial wager"
    ]
    assert float(edge["value"]) == told["players"][0]["edge"]["value"]
    assert [file.name for file in tmp_path.iterdir()] == ["odds.csv"]


# --- wrong usage -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("7", 7), ("1000000", 10**6), ("1_000_000", 10**6), ("1,000,000", 10**6), ("1e8", 10**8)),
        *(("2.5M", 2_500_000), ("10k", 10_000), ("1.5e3", 1500), (" 3 ", 3)),
    ],
)
def test_amounts_may_be_abbreviated(text: str, number: int) -> None:
    """Large numbers are read as people write them."""
    assert parse_amount("--hands", text) == number


@pytest.mark.parametrize("text", ["", "-1", "1.5", "1e-3", "1_0", "1e", "M", "٣", "0x10", "1e999", "9" * 40])
def test_invalid_amounts_are_refused(text: str) -> None:
    """Other texts are refused as amounts."""
    with pytest.raises(UsageError, match="is not a whole number"):
        parse_amount("--hands", text)


def test_precisions_are_shares() -> None:
    """A precision is a percentage or a fraction."""
    assert {parse_precision(text) for text in ("0.01%", "0.0001", "1e-4", ".01%", "1e-2%")} == {0.0001}


# --- on the way --------------------------------------------------------------------------------------------


def start_long(workers: str, kept: Path) -> subprocess.Popen[bytes]:
    """Start a long simulation, and wait for the second block in its checkpoint: the first is counted then."""
    words = ("--games", "1e7", "--engine", "plain", "--workers", workers, "--checkpoint", kept)
    process = start("simulate", "classic", *words)
    deadline = time.monotonic() + 60
    while not (kept.exists() and kept.read_bytes().count(b"\n") > 2) and time.monotonic() < deadline:
        time.sleep(0.02)
    return process


@on_posix
@pytest.mark.parametrize(("workers", "times"), [("1", 1), ("2", 3)])
def test_an_interrupt_reports_what_is_known(workers: str, times: int, tmp_path: Path) -> None:
    """Ctrl-C ends a simulation with a report of the finished blocks, and exit code 130.

    The same holds for repeated signals, as from ``timeout`` in a terminal.
    """
    process = start_long(workers, tmp_path / "kept")
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.01)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert b"PARTIAL: interrupted" in out
    assert b"Probability" not in out
    assert b"Expected value" in out


@on_posix
def test_a_terminated_simulation_leaves_nothing(tmp_path: Path) -> None:
    """A terminated simulation ends silently with all of its processes."""
    process = start_long("2", tmp_path / "kept")
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == 143


@on_posix
def test_progress_is_for_terminals_only() -> None:
    """A terminal as stderr shows a bar with the rate; a pipe shows nothing, and the report is the same."""
    import pty

    words = ("simulate", "classic", "100", "5", "60", "--hands", "3000", *SMALL)
    main, side = pty.openpty()
    watched = start(*words, stderr=side)
    os.close(side)
    seen = b""
    with suppress(OSError):  # the end of a terminal
        while piece := os.read(main, 4096):
            seen += piece
    os.close(main)
    out, _ = watched.communicate(timeout=60)
    assert watched.returncode == 0
    assert b"simulating" in seen
    assert b"hands, " in seen
    assert b"per second" in seen
    piped = start(*words)
    assert piped.communicate(timeout=60) == (out, b"")


@pytest.mark.skipif(not has_library(), reason="there is no compiled engine")
def test_without_a_compiled_engine_the_plain_one_plays() -> None:
    """The report is the same, with a note about the missing engine."""
    words = ("simulate", "classic", "100", "5", "60", "--hands", "2000", "--workers", "1")
    fast = bj(*words, "--engine", "compiled")
    with patch("bj.native.library.find_library", return_value=MissingLibraryError("no linker")):
        plain = bj(*words)
    assert plain.stdout == fast.stdout
    assert plain.stderr == (
        "note: this installation has no compiled engine; the plain engine is about 100 times slower\n"
    )


def test_an_engine_that_cannot_be_built_is_not_a_traceback(tmp_path: Path) -> None:
    """With numba but no linker the plain engine plays, and `--engine compiled` is an error."""
    pytest.importorskip("numba")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("engine-*"))
    shutil.copytree(ROOT / "rulesets", tmp_path / "src" / "bj" / "rulesets")
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "numba.py").write_text("raise SystemExit('a file of the working folder ran')")
    words = (sys.executable, "-P", "-m", "bj", "simulate", "classic", "100", "5", "60", "--hands", "50")
    where = os.environ | {"PYTHONPATH": str(tmp_path / "src"), "PATH": "", "CC": ""}
    for options, code, message in (
        (
            (),
            0,
            "note: this installation has no compiled engine: there is no C compiler",
        ),
        (
            ("--engine", "compiled"),
            2,
            "error: this installation has no compiled engine: there is no C compiler",
        ),
    ):
        done = subprocess.run(
            [*words, *options], capture_output=True, text=True, check=False, cwd=tmp_path / "here", env=where
        )
        assert done.returncode == code
        assert message in done.stderr
        assert "Traceback" not in done.stderr
    assert not list((tmp_path / "src").rglob("engine-*"))


def test_making_the_engine_is_reported() -> None:
    """A command that compiles the engine first says so, with the time."""
    words = ("simulate", "classic", "100", "5", "60", "--hands", "10", "--engine", "compiled")
    with patch("bj.cli.progress.needs_compiling", return_value=True):
        assert bj(*words).stderr == "building the compiled engine (once): 0 s\n"


def test_plots_are_written_in_one_piece(tmp_path: Path) -> None:
    """A picture is written whole, and the report is printed as without it."""
    pytest.importorskip("matplotlib")
    words = ("simulate", "classic", "--hands", "300")
    with patch("bj.simulation.bankroll_paths.SAMPLE", 20):
        assert report(*words, "--plot", tmp_path / "odds.svg") == report(*words)
    assert [file.name for file in tmp_path.iterdir()] == ["odds.svg"]
    assert (tmp_path / "odds.svg").read_bytes().startswith(b"<?xml")


@on_posix
def test_a_closed_output_is_not_a_bug() -> None:
    """With stdout closed the command prints nothing and exits with 0."""
    program = f"{sys.executable} -m bj simulate classic --hands 1000 --engine plain >&-"
    done = subprocess.run(["/bin/sh", "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"bug" not in done.stderr


NO_NUMBERS: list[dict[str, Any]] = [
    *({"hands": 10.5}, {"hands": "1e4"}, {"games": True}),
    *({"hands": 9, "seed": -1}, {"hands": 9, "seed": "random"}, {"hands": 9, "seed": 2**32}),
]


@pytest.mark.parametrize("wanted", NO_NUMBERS)
def test_programs_get_an_error_for_an_invalid_number(wanted: dict[str, Any]) -> None:
    """The library refuses numbers that are not whole, and seeds out of range."""
    with pytest.raises(UsageError, match=r"is not a (whole number|seed)"):
        simulate("classic", engine="plain", **wanted)


def test_arguments_of_programs_may_be_numbers() -> None:
    """The library accepts numbers for the arguments."""
    numbers: list[Any] = [100, 5, 3]
    assert simulate("classic", numbers, hands=10, engine="plain", workers=1).hands == 10


BOLD = """\
[ruleset]
title = "Bold"
extends = "classic"
[strategies.simple]
wager = "bankroll + 1 if bankroll > 130 else minimum"
"""


@pytest.mark.parametrize("amount", [("--hands", "1000"), ("--games", "50")])
def test_a_fault_says_where_it_is_and_how_to_see_it(amount: tuple[str, str], tmp_path: Path) -> None:
    """The message has seed, game and hand; its command ends with the same fault."""
    file = tmp_path / "bold one.toml"
    file.write_text(BOLD, "utf-8")
    told = complaint("simulate", file, "100", "5", "--set", "hands=20", *amount, *SMALL, code=1)
    fault, remedy = told.splitlines()
    found = re.fullmatch(
        r"error: seed 0, game (\d+), hand \d+: (Player wagers .* with a bankroll of .*)", fault
    )
    assert found is not None
    assert int(found[1]) > 1
    command = re.fullmatch(r"help: reproduce it with `bj (run .*)`", remedy)
    assert command is not None
    seen = bj(*shlex.split(command[1]))
    assert seen.exit_code == 1
    assert re.search(r"hand \d+: Player wagers (\d+) with a bankroll of \d+\n$", seen.stderr)


def test_a_fault_that_is_seldom_has_no_command(tmp_path: Path) -> None:
    """If none of the first seeds leads to the fault, the message has only its place."""
    file = tmp_path / "bold.toml"
    file.write_text(BOLD.replace("130", "112"), "utf-8")
    with patch("bj.cli.simulate_and_compare.TRIED_HANDS", 3):
        told = complaint("simulate", file, "--games", "1000", *SMALL, code=1)
    assert told.count("\n") == 1


def test_games_are_numbered_through_all_blocks(tmp_path: Path) -> None:
    """The number of a game includes earlier blocks, or the message has the hands before it."""
    file = tmp_path / "bold.toml"
    file.write_text(BOLD.replace("130", "112"), "utf-8")
    places = []
    for amount in (("--games", "10000"), ("--hands", "1e6")):
        with patch.dict("bj.simulation.jobs.BLOCK", {"games": 2, "hands": 6}):
            told = complaint("simulate", file, *amount, *SMALL, code=1)
        places.append(re.sub(r"note: .*\n", "", told).partition(", hand ")[0])
    games, hands = places
    first = re.fullmatch(r"error: seed 0, game ([\d,]+)", games)
    assert first is not None
    assert int(first[1].replace(",", "")) > 2
    second = re.fullmatch(r"error: seed 0, game ([12]) after ([\d,]+) hands", hands)
    assert second is not None
    assert int(second[2].replace(",", "")) % 6 == 0


def test_short_games_have_a_note() -> None:
    """If games are much shorter than the shoe, a note says how often it is shuffled."""
    note = "note: games are short, so the cards are shuffled every 3 hands: counting gains little\n"
    assert note in bj("simulate", "classic", "--hands", "100", *SMALL).stderr
    sides = ["compare", "classic", "classic", "--right", "player=counting", "--hands", "4000"]
    assert bj(*sides, *SMALL).stderr.count(note) == 1
    assert (
        "shuffled every hand:" in bj("simulate", "classic", "100", "5", "1", "--hands", "100", *SMALL).stderr
    )
    for words in ("classic 100 5 1000 --hands 100", "classic --games 10", "infinite --hands 10"):
        assert "shuffled" not in bj("simulate", *words.split(), *SMALL).stderr
