"""What only the command line can get wrong is refused before the game, with the exit code of wrong usage."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.session.tables import complaint, run

CROWD = """
[ruleset]
title = "Two packs for a crowd"
extends = "vegas"
without = ["shoe.players_per_pack"]

[shoe]
packs = 1

[[players]]
name = "Ann"
bankroll = 100
strategy = "safe"
"""


@pytest.fixture
def crowd(tmp_path: Path) -> Path:
    """A table at which Ann sits, and others from the command line."""
    file = tmp_path / "crowd.toml"
    file.write_text(CROWD, "utf-8")
    return file


COMMANDS = (["run"], ["simulate", "--hands", "10"], ["compare", "vegas", "--hands", "1000"])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_more_players_than_cards_are_refused(crowd: Path, command: list[str]) -> None:
    """Players of the command line for whom the shoe has no cards are refused, whatever the command."""
    seats = [f"safe:P{number}:10" for number in range(25)]
    name, *rest = command
    message = complaint(name, crowd, *rest, *seats, "--rounds", "2")
    assert "the first deal to 26 players takes 54 cards, but the shoe has only 52" in message
    assert "seat fewer players, or write `packs = 2`" in message


def test_as_many_players_as_the_shoe_has_cards_for_are_dealt(crowd: Path) -> None:
    """The last player for whom there are cards is dealt to."""
    seats = [f"safe:P{number}:10" for number in range(24)]
    done = run("run", crowd, *seats, "--rounds", "1", "--seed", "3")
    assert b"The initial starting cards are" in done.stdout


def test_twins_of_the_command_line_and_of_the_file_are_refused(crowd: Path) -> None:
    """Nobody from the command line is called like a player who sits there already."""
    message = complaint("run", crowd, "safe:ANN:10", "--rounds", "1")
    assert "two players are called ANN" in message


@pytest.mark.parametrize("command", [["run"], ["simulate", "--hands", "10"]], ids=lambda command: command[0])
def test_rounds_of_games_that_never_ask_are_refused(command: list[str]) -> None:
    """`--rounds` is refused where nobody would ever be asked for another one."""
    message = complaint(command[0], "classic", *command[1:], "--rounds", "3")
    assert "this game never asks for another round" in message
    assert "remove `rounds`" in message


def test_a_page_says_that_its_example_is_at_fault(tmp_path: Path) -> None:
    """An example that cannot be played is a fault of the ruleset, and no file is read for it."""
    file, cuts = tmp_path / "mine.toml", tmp_path / "cuts"
    cuts.write_text("secret", "utf-8")
    text = f'[ruleset]\ntitle = "T"\nextends = "classic"\n[example]\narguments = "100 5 3 simple {cuts}"\n'
    file.write_text(text, "utf-8")
    message = complaint("page", file, code=1)
    assert "the example cannot be shown" in message
    assert "one argument too many" in message
    assert "secret" not in message


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("run classic", "save resume answers cards cuts"),
        ("simulate classic --hands 100", "checkpoint output-file plot"),
        ("compare classic trick --hands 100", "checkpoint output-file"),
        ("validate classic", "output-file stdin-filename"),
    ],
)
def test_no_file_has_an_empty_name(words: str, options: str) -> None:
    """An empty name of a file, as of a variable that nobody has set, is refused by every option."""
    for option in options.split():
        message = complaint(*words.split(), f"--{option}", "")
        assert f"Invalid value for '--{option}': The name is empty." in message
