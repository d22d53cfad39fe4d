"""Transcripts that follow the rules are right, whichever program wrote them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.oracle import courses, tournament
from tests.session.games import shipped, transcript
from tests.verify.exams import rules_of, verify
from tests.verify.mutants import INFINITE, VEGAS, games, program_of
from tests.verify.mutants import transcript as program_transcript

from bj.argument_values import Seat, Value
from bj.compiler.compile import compile_ruleset
from bj.record.transcript_lines import Script
from bj.session.answer_sources import ListedAnswers
from bj.session.conversation import Conversation, Questions
from bj.session.game import Game
from bj.verify.assignment import Assignment, Chance
from bj.verify.verifying import Verifier

CHANCES: list[Chance] = ["seed", "cuts", "cards"]


def course(edition: str, player: str, seed: int) -> tuple[Mapping[str, Value], str]:
    """The arguments and the transcript of a game of the first and the third course."""
    words, hands = (courses.CLASSIC, "hands") if edition == "classic" else (courses.TRICK, "tricks")
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, hands: 30, "player": player}
    return values, courses.transcript(words, 100, 5, 30, player, seed=seed)


def contest(edition: str, dealers: str, seed: int) -> tuple[Mapping[str, Value], str]:
    """The arguments and the transcript of a tournament."""
    words = tournament.FIRST if edition == "sos_vs_sc" else tournament.REVISED
    values: dict[str, Value] = {"normal": 40, "hands": 9, "kind": "counting", "dealers": dealers}
    return values, tournament.transcript(words, 40, 9, "counting", dealers, seed)


@pytest.mark.parametrize("chance", CHANCES)
@pytest.mark.parametrize("player", ["simple", "counting"])
@pytest.mark.parametrize("edition", ["classic", "trick"])
def test_programs_of_the_courses_are_right(edition: str, player: str, chance: Chance) -> None:
    """Independent programs of the courses are right, with seed, cuts or cards given."""
    for seed in range(4):
        values, text = course(edition, player, seed)
        report = verify(edition, values, text, seed if chance == "seed" else 0, chance)
        assert (report.verdict, report.hands) == ("right", text.count("bankroll")), seed


@pytest.mark.parametrize("chance", CHANCES)
@pytest.mark.parametrize("dealers", ["sos", "sc"])
@pytest.mark.parametrize("edition", ["sos_vs_sc", "sos_vs_sc_revised"])
def test_tournaments_are_right(edition: str, dealers: str, chance: Chance) -> None:
    """Independent tournaments are right, with seed, cuts or cards given."""
    for seed in range(2):
        values, text = contest(edition, dealers, seed)
        assert verify(edition, values, text, seed if chance == "seed" else 0, chance).verdict == "right"


@pytest.mark.parametrize("program", [VEGAS, INFINITE])
def test_programs_with_another_generator_are_right(program: str) -> None:
    """Programs with shuffles of their own are right, with any player in the first seat."""
    for game in games(program, 4):
        text = program_transcript(program_of(program, ()), game)
        assert verify(game.ruleset, game.values, text, 1, game.chance).verdict == "right", game


def play(name: str, values: Mapping[str, Value], answers: list[str], seed: int, *, echo: bool = True) -> str:
    """The transcript of a game with people, with their answers in it."""
    checked = shipped(name)
    compiled = compile_ruleset(checked, values, seed)
    conversation = Conversation(checked.model.prompts, ListedAnswers(answers), echo=echo)
    ask = Questions(conversation, checked, compiled).ask
    return b"".join(Game(compiled, Script(checked, compiled), ask=ask).transcript()).decode()


@pytest.mark.parametrize("chance", ["seed", "cards"])
def test_games_with_people_are_right(chance: Chance) -> None:
    """Answers are read from the transcript, also refused ones and a missing last one."""
    people = (Seat("human", "Bob", 100), Seat("safe", "Meek", 100), Seat("random", "Random", 100))
    games: list[tuple[str, Mapping[str, Value], list[str]]] = [
        ("vegas", {"players": people}, ["15", "Y", "N", "x", "N", "Y"] * 9),
        ("infinite", {"start": 300}, ["20", "h", "s", "500", "ten", "s", "10", "h"] * 9),
        ("infinite_double", {"start": 300}, ["20", "d", "s", "10", "h"] * 9),
    ]
    for name, values, answers in games:
        for seed in range(3):
            text = play(name, values, answers, seed)
            report = verify(name, values, text, seed if chance == "seed" else 99, chance)
            assert report.verdict == "right", (name, seed, report)


def test_ours_are_right() -> None:
    """The engine's own transcript is right, and wrong with another seed."""
    values: Mapping[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 20, "player": "simple"}
    text = transcript(shipped("classic"), values, 3)
    assert verify("classic", values, text, 3).verdict == "right"
    assert verify("classic", values, text, 4).verdict == "wrong"
    assert verify("classic", values, text, 4, "cuts").verdict == "right"


def test_hidden_cards_are_turned_in_their_order() -> None:
    """Two face-down cards of the dealer are turned in order."""
    values: Mapping[str, Value] = {"bankroll": 23, "hands": 9, "player": "basic"}
    text = transcript(shipped("variants/british_pontoon"), values, 1)
    assert verify("variants/british_pontoon", values, text, 2, "cards").verdict == "right"


def test_hidden_cards_of_split_hands_are_found() -> None:
    """A face-down card of the first split hand is not taken for one of the second."""
    values: dict[str, Value] = {"bankroll": 63, "hands": 5, "player": "basic"}
    text = play("variants/british_pontoon", values, [], 281)
    assert "Hand 1 of Punter, 1 at stake:\nPunter gets 3♣.\nPunter looks: 8♦ 3♣ (11)\nPunter buys" in text
    assert verify("variants/british_pontoon", values, text, 1, "cards").verdict == "right"


def test_answers_may_come_from_a_file() -> None:
    """A transcript without typed answers is right with a file of answers; else a finding asks for one."""
    values: Mapping[str, Value] = {"start": 300}
    answers = ["20", "h", "s", "5", "s", "0"]
    text = play("infinite", values, answers, 5, echo=False)
    rules = rules_of("infinite")
    given = Verifier(Assignment(rules, values, 5, "seed", answers=answers)).verify("a file", text.encode())
    assert (given.verdict, given.hands) == ("right", 3)
    messages = [finding.message for finding in verify("infinite", values, text, 5).findings]
    assert any("--answers" in message for message in messages)


def test_an_answer_that_leaves_is_right() -> None:
    """A bet of 0 ends the game."""
    text = play("infinite", {"start": 300}, ["20", "s", "0"], 5)
    assert verify("infinite", {"start": 300}, text, 5).verdict == "right"
