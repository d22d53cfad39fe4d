"""Tests powers that ask their owner."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.cli.changed_rulesets import changed
from tests.session.games import answer
from tests.session.test_saving_variants import game_of, play_out, save_all

from bj.argument_values import Seat, Value
from bj.compiler.compile import compile_ruleset
from bj.engine.face.view import Kind, View
from bj.errors import GameError
from bj.native.library import has_library
from bj.record.transcript_lines import Script
from bj.ruleset.check import Checked
from bj.session.answer_sources import EndOfInput
from bj.session.engines import PLAIN, Engine, compiled_engine
from bj.session.game import Ask, Game
from bj.session.game_plan import Plan
from bj.session.saving import read_saved

TOLD = {
    "player_says": "{name}: {words}",
    "player_looks": "{name} sees {card}",
    "player_discards": "{name} throws {card} away",
    "player_raises": "{name} raises to {wager}",
    "player_receives": "{name} receives {amount}",
    "player_gives": "{name} gives {amount}",
}
NUMBER = {"between": [0, 9], "default": 1}
ASKING = ("ask", *NUMBER)
POWER: Sequence[Mapping[str, Any]] = [
    {"on": "hand begins", "ask": "Speak?", "say": "Good luck!", "set": {"asked": "asked + 1"}},
    {"on": "dealt", "ask": "Look?", "do": "look at hole card", "limit": "1 per round"},
    {"on": "turn", "ask": "Raise?", "do": "raise wager", "amount": "5 + random(1, 5)"},
    {"on": "bust", "ask": "Throw it away?", "do": "discard card", "limit": "2 per hand", "say": "No!"},
    {"on": "drawn", "of": "anybody", "ask": "Wow?", "say": "Wow!"},
    {"on": "stand", "ask": "One more?", "do": "extra card", "when": "total < 15", "limit": "1 per hand"},
    {"on": "turns over", "ask": "Once more?", "do": "extra turn", "limit": "1 per hand"},
    {"on": "hand won", "ask": "Tip?", "do": "change bankroll", "amount": "-asked"},
    {"on": "hand lost", "ask": "Beg?", **NUMBER, "do": "change bankroll", "amount": "3 * answer"},
    {"on": "bust", "of": "mate", "ask": "Laugh?", "say": "Ha!"},
    {"on": "dealer stands", "ask": "Push?", "do": "extra card", "limit": "1 per hand"},
    {"on": "hand over", "ask": "Again?", "do": "replay hand", "limit": "1 per game"},
]
VALUES: Mapping[str, Value] = {"players": (Seat("human", "Ann", 100), Seat("human", "Ben", 60))}


def table_for(reactions: Sequence[Mapping[str, Any]]) -> Checked:
    """The Vegas shoe for persons with this power."""
    power = {"memory": {"asked": 0}, "reactions": [*reactions, {"on": "kicked out", "set": {"asked": 0}}]}
    changes = {"powers": {"p": power}, "strategies/human": {"powers": ["p"]}, "rules/double": True}
    return changed("vegas", changes | {f"output/{key}": text for key, text in TOLD.items()})


def asker(checked: Checked, replies: Callable[[int], int]) -> Ask:
    """Answers questions about powers, in brackets, by ``replies``; all others by the hand."""
    asked = itertools.count()

    def ask(view: View) -> Generator[bytes, None, int]:
        question = view.question
        assert question is not None
        if question.kind != Kind.POWER:
            return answer(view)
        reply = replies(next(asked))
        yield f"<{question.person}: {reply}>".encode()
        return reply

    return ask


def played(checked: Checked, seed: int, replies: Callable[[int], int], engine: Engine = PLAIN) -> str:
    """A whole game, with the end of a game that cannot continue."""
    compiled = compile_ruleset(checked, VALUES, seed)
    game = Game(compiled, Script(checked, compiled), engine, ask=asker(checked, replies))
    said = bytearray()
    try:
        for piece in game.transcript():
            said += piece
    except GameError as error:
        said += f"error: {error}".encode()
    return said.decode()


def without_questions(text: str) -> str:
    """The printed lines except the questions."""
    return re.sub("<[^>]*>", "", text)


@pytest.mark.parametrize("seed", range(6))
def test_yes_is_like_a_game_without_questions(seed: int) -> None:
    """Every line is printed once, in its place, with the same cards; each reaction asks at its moment."""
    asks = played(table_for(POWER), seed, lambda _: 1)
    usual = [{key: value for key, value in row.items() if key not in ASKING} for row in POWER]
    usual = [
        row | {"amount": row["amount"].replace("answer", "1")} if "amount" in row else row for row in usual
    ]
    assert asks.count("<") > 20
    assert without_questions(asks) == played(table_for(usual), seed, lambda _: 1)


@pytest.mark.parametrize("seed", range(6))
def test_no_is_like_a_game_without_the_power(seed: int) -> None:
    """A declined power does, says and remembers nothing, and uses up no limit."""
    asks = played(table_for(POWER), seed, lambda _: 0)
    assert asks.count("<") > 20
    assert without_questions(asks) == played(table_for([]), seed, lambda _: 0)


@pytest.mark.skipif(not has_library(), reason="there is no compiled engine")
@pytest.mark.parametrize("seed", range(6))
def test_both_speeds_ask_alike(seed: int) -> None:
    """With either answer, the compiled game is the same."""
    checked, wishes = table_for(POWER), Random(seed).choices(range(3), k=10_000)  # noqa: S311  # repeatable
    assert played(checked, seed, wishes.__getitem__) == played(
        checked, seed, wishes.__getitem__, compiled_engine()
    )


def test_what_is_said_no_to_is_asked_again() -> None:
    """A limit counts only accepted uses, so a declined reaction asks again."""
    once: Sequence[Mapping[str, Any]] = [
        {"on": "hand begins", "ask": "?", "say": "Now!", "limit": "1 per game"}
    ]
    text = played(table_for(once), 1, lambda number: int(number >= 3))
    assert re.findall("<([0-9]): ([01])>", text)[:4] == [("0", "0"), ("1", "0"), ("0", "0"), ("1", "1")]
    assert text.count("Ben: Now!") == 1
    assert text.index("<1: 1>Ben: Now!") == text.index("<1: 1>")


def test_who_leaves_when_asked_leaves_in_order() -> None:
    """The hand is void, no line is printed twice, and the standings are printed."""
    checked = table_for([{"on": "dealt", "ask": "?", "do": "look at hole card"}])

    def leave(view: View) -> Generator[bytes, None, int]:
        yield b""
        question = view.question
        if question is not None and question.kind == Kind.POWER and question.person == 1:
            raise EndOfInput
        return answer(view)

    compiled = compile_ruleset(checked, VALUES, 3)
    text = b"".join(Game(compiled, Script(checked, compiled), ask=leave).transcript()).decode()
    assert text.count("Ann sees") == 1
    assert "Ben sees" not in text
    assert text.endswith("Ann     $100\nBen     $60\nDealer  $10000\n")


@pytest.mark.parametrize("seed", range(3))
def test_games_with_questions_are_saved_and_go_on(seed: int, tmp_path: Path) -> None:
    """A game that is saved after any hand and resumed prints the text of an uninterrupted one."""
    file = tmp_path / "game"
    whole, contents = save_all(Plan(table_for(POWER), VALUES, seed), file)
    assert whole.count(b"asked") > 20
    for content in contents[1:6]:
        file.write_bytes(content)
        saved = read_saved(file)
        resumed = game_of(saved.plan)
        saved.go_on(resumed)
        assert play_out(resumed, bytearray(whole[: saved.said])) == whole


def test_a_power_that_asks_too_often_is_named() -> None:
    """Too many questions between two hands end the game with a fault that names their owner."""
    text = played(table_for([{"on": "hand begins", "ask": "?", "say": "."}] * 31), 1, lambda _: 1)
    assert text.count("<") == 60  # of 31 for each
    assert text.endswith("error: hand 1: Ben is asked too often: `speak` on `hand begins` in [powers.p]")
