"""Transcripts that begin with the questions about who plays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.verify.exams import verifier
from tests.verify.mutants import VEGAS, Set, game_of, program_of, transcript

from bj.argument_values import Seat, Value
from bj.errors import UsageError
from bj.verify.findings import Report
from bj.verify.verifying import Verifier

GAME = game_of(VEGAS, 2)
PLAYED = transcript(program_of(VEGAS, ()), GAME)


def _asked(game: Set, *, shows: bool = True) -> tuple[str, list[str]]:
    """The questions about the players of a game, with the answers or without, and these answers."""
    seats = [seat for value in game.values.values() for seat in (value if isinstance(value, tuple) else ())]
    said, answers = ["How many players? "], [str(len(seats))]
    for number, seat in enumerate(seats, 1):
        assert isinstance(seat, Seat)
        said += [f"Player {number}, which kind (human, safe, random)? ", f"Name of player {number}? "]
        said.append(f"Bankroll of {seat.name}? ")
        answers += [seat.strategy, seat.name, str(seat.bankroll)]
    pairs = zip(said, answers, strict=True)
    return "".join(f"{question}{answer}\n" if shows else question for question, answer in pairs), answers


def _verify(said: str, values: dict[str, Value]) -> Report:
    return verifier("vegas", values, GAME.seed, "cards").verify("a file", said.encode())


@pytest.mark.usefixtures("little_effort")
def test_players_are_read_from_the_transcript() -> None:
    """The command need not name the players. If it does, they must be those of the transcript."""
    asked, _ = _asked(GAME)
    for values in ({}, dict(GAME.values)):
        report = _verify(asked + PLAYED, values)
        assert (report.verdict, report.hands) == ("right", _verify(PLAYED, dict(GAME.values)).hands)
    other = {"players": (Seat("safe", "Somebody", 50),)}
    assert _verify(asked + PLAYED, {**other}).verdict == "wrong"


def test_lines_are_numbered_from_the_first_question() -> None:
    """The line of a mistake counts from the first question."""
    asked, _ = _asked(GAME)
    wrong = PLAYED.replace("Okay, time for betting!", "Okay, place your bets!")
    assert wrong != PLAYED
    (finding,) = _verify(asked + wrong, {}).findings
    assert (finding.line, finding.hand) == (asked.count("\n") + 1, 1)


def test_answers_of_a_file_begin_with_the_players() -> None:
    """Without the typed answers in the transcript, the answers about the players come from the file too."""
    game = Set("vegas", {"players": (Seat("safe", "Meek", 50),)}, 3, "cards")
    played = transcript(program_of(VEGAS, ()), game)
    again = [line.rpartition("(Y or N): ")[2] for line in played.splitlines() if line.startswith("Another")]
    silent = played
    for answer in ("Y", "N"):
        silent = silent.replace(f"Another round? (Y or N): {answer}\n", "Another round? (Y or N): ")
    asked, answers = _asked(game, shows=False)
    assignment = verifier("vegas", {}, game.seed, "cards").assignment
    examiner = Verifier(replace(assignment, answers=[*answers, *again]))
    assert examiner.verify("a file", (asked + silent).encode()).verdict == "right"


@pytest.mark.parametrize("lines", [0, 1, 4])
def test_players_that_are_not_named_are_missing(lines: int) -> None:
    """Questions in other words, or without an end, name no players."""
    asked, _ = _asked(GAME)
    some = "".join(asked.splitlines(keepends=True)[:lines])
    with pytest.raises(UsageError, match="no players"):
        _verify(some, {})
