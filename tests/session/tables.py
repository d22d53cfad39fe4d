"""Makes tables with persons, for tests of questions and answers."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.session.starting import start

TABLE = """
players = [
  { name = "Ann", bankroll = 20, strategy = "human" },
  { name = "Ben", bankroll = 100, strategy = "simple" },
]

[ruleset]
title = "A person and a machine at one table"
extends = "classic"
usage = "hands [cuts]"

[rules]
minimum_wager = 2
double = true

[strategies.human]

[prompts.wager]
ask = "{name} of {bankroll}, from {minimum}? "
not_a_number = "no number: {answer}"
too_small = "{wager} is less than {minimum}"
too_large = "{wager} is more than {bankroll}"
quit = 0

[prompts.action]
ask = "{name} has {total}, {options}? "
options = { hit = "h", stand = "s", double = "d" }
wrong = "not {answer}"
answers = { h = "hit", s = "stand", D = "double" }

[prompts.again]
ask = "Again? "
wrong = "y or n, not {answer}"
answers = { y = "yes", n = "no" }

[procedure]
game.while.hand = "again and hand < hands and bankroll >= minimum"
hand.after.settle = ["ask again"]

[output]
hand = "# Hand {hand}"
player_bets = "{name} bets {wager}"
player_dealt = "{name} gets {card}"
player_standing = "{name} has {bankroll}"
"""


def make_table(folder: Path, text: str = TABLE) -> Path:
    """The ruleset of this text in a file."""
    file = folder / "table.toml"
    file.write_text(text, "utf-8")
    return file


def bj(*words: str | Path, typed: str | bytes = b"", code: int = 0) -> str:
    """The output of ``bj`` when this is typed into a pipe; asserts the exit code."""
    done = run(*words, typed=typed)
    assert done.returncode == code, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    return done.stdout.decode()


def complaint(*words: str | Path, typed: str | bytes = b"", code: int = 2) -> str:
    """The standard error of ``bj``; asserts the exit code."""
    done = run(*words, typed=typed)
    message = done.stderr.decode()
    assert done.returncode == code, message
    assert "Traceback" not in message
    return message


def run(*words: str | Path, typed: str | bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run ``bj`` with something typed into a pipe."""
    return start(*words, typed=typed.encode() if isinstance(typed, str) else typed)
