"""Hints at the terminal: the value of each action, and the forbidden ones."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Literal

import pytest
from tests.cli.changed_rulesets import Changes, changed

from bj.argument_values import Seat, Value
from bj.cards import parse_card
from bj.catalogue.actions import ACTIONS
from bj.cli.hint_budget import MOST_DECISIONS, WORK, Budget, NotInTimeError
from bj.cli.player_hints import Hints
from bj.engine.face.view import View
from bj.errors import UsageError
from bj.native.library import has_library
from bj.record.transcript_lines import Script
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Prompts
from bj.ruleset.ruleset_files import find_ruleset
from bj.session.answer_sources import EndOfInput
from bj.session.conversation import Conversation
from bj.session.game import Game
from bj.session.game_plan import Plan
from bj.session.rigging import read_cards

INFINITE = """
[ruleset]
title = "Casino, infinite shoe"
extends = "casino"
[shoe]
packs = "infinite"
reshuffle_when = false
"""


def ask_for_hints(game: str | Checked, cards: str, actions: list[int]) -> None:
    """Play a hand of these cards, take the actions, and ask for a hint at the next question."""
    checked = load_ruleset(find_ruleset(game)) if isinstance(game, str) else game
    values = {each.name: each.default for each in checked.model.command_line}
    plan = Plan(checked, values, 0, tuple(map(parse_card, cards.split())))  # type: ignore[arg-type]  # defaults
    ask_after(plan, [1000, *actions])


def ask_after(plan: Plan, answers: list[int]) -> None:
    """Play a game with these answers, and ask for a hint at the next question."""
    compiled = plan.compile()

    def ask(view: View) -> Generator[bytes, None, int]:
        if answers:
            return answers.pop(0)
        Hints(plan, compiled).give(view)
        raise EndOfInput
        yield b""

    b"".join(Game(compiled, Script(plan.checked, compiled), ask=ask).transcript())


def answer_of(conversation: Conversation) -> str:
    """The answer to a question in a conversation."""
    asking = conversation.ask("What? ")
    try:
        while True:
            next(asking)
    except StopIteration as stop:
        return str(stop.value)


def test_a_hint_values_every_legal_action(capsys: pytest.CaptureFixture[str]) -> None:
    """The best action comes first, and each has its exact value."""
    ask_for_hints("infinite_double", "6S TS 5S TH", [])
    said = capsys.readouterr().err.splitlines()
    first, *lines = [line for line in said if line.startswith("(")]
    assert first == "(answer with `h`, `s` or `d`; Ctrl-D leaves the game)"
    assert lines[0] == "(6 5 against T, value per wager, composition-dependent, exact)"
    assert [line.split(":")[0] for line in lines[1:]] == ["(  hit", "(  double", "(  stand"]
    assert lines[1] == "(  hit: +3.34%)"


@pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")
def test_a_hand_from_a_split_is_valued_without_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each hand from a split has its own values, as the heading says."""
    file = tmp_path / "infinite.toml"
    file.write_text(INFINITE, encoding="utf-8")
    ask_for_hints(str(file), "8S 6S 8H TH 3S", [ACTIONS["split"].number])
    heading, best = capsys.readouterr().err.splitlines()[1:3]
    assert (
        heading == "(8 3 against 6, value per wager, without the other hands, composition-dependent, exact)"
    )
    assert best == "(  double: +66.74%)"


def test_values_have_the_words_of_the_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    """In a ruleset with twisting and sticking, hints name these actions."""
    words = {"t": "hit", "twist": "hit", "s": "stand", "stick": "stand", "d": "double"}
    ask_for_hints(changed("infinite_double", {"prompts/action/answers": words}), "6S TS 5S TH", [])
    said = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in said[2:]] == ["(  twist", "(  double", "(  stick"]


def test_insurance_is_valued_too(capsys: pytest.CaptureFixture[str]) -> None:
    """A hint at an offer has the values of accepting and declining, with the best play afterwards."""
    packs = {
        "shoe/packs": "infinite",
        "shoe/penetration": None,
        "shoe/reshuffle_when": False,
        "rules/split": False,
    }
    ask_for_hints(changed("casino", packs), "TS AS 6S 9H", [])
    taken, left = (line.split(": ") for line in reversed(capsys.readouterr().err.splitlines()[2:]))
    assert (left[0], taken[0]) == ("(  no insurance", "(  insurance")
    cost = float(left[1].strip("%)")) - float(taken[1].strip("%)"))
    assert cost == pytest.approx(100 / 26, abs=0.011)  # half a wager, at 1 in 13


def test_a_hint_that_takes_too_long_is_given_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After too much work, the hint gives up. The possible answers are printed before that."""
    give_up_soon(monkeypatch)
    ask_for_hints("infinite_double", "6S TS 5S TH", [])
    said = capsys.readouterr().err
    assert said.startswith("(answer with `h`, `s` or `d`; Ctrl-D leaves the game)\n(no hint within 2 s")


def test_a_hint_never_compiles_the_engine(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the compiled engine, the plain engine searches, and a remedy says how to make hints faster."""
    monkeypatch.setattr("bj.cli.hint_budget.needs_compiling", lambda: True)
    monkeypatch.setattr("bj.cli.hint_budget.library_path", lambda: Path("missing"))
    ask_for_hints("infinite_double", "6S TS 5S TH", [])
    assert "hit: +3.34%" in capsys.readouterr().err
    give_up_soon(monkeypatch)
    ask_for_hints("infinite_double", "6S TS 5S TH", [])
    remedy = "for faster hints, run `bj solve infinite` once to build the compiled engine"
    assert f"(no hint within 2 s; {remedy})" in capsys.readouterr().err


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_a_budget_is_for_each_decision_and_for_all_of_them(engine: Literal["plain", "compiled"]) -> None:
    """Work is counted over several searches; earlier decisions count towards the whole."""
    budget, most = Budget(engine), WORK[engine]
    for _ in range(MOST_DECISIONS):
        budget.begin()
        budget(most // 2)
        budget(10)  # another search
        budget(most - most // 2)
        with pytest.raises(NotInTimeError, match="no value within 2 s"):
            budget(most - most // 2 + 1)
    with pytest.raises(NotInTimeError, match="no value within 10 s for all decisions"):
        budget.begin()


def test_control_c_cancels_a_hint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game goes on, and forbidden actions are still printed."""

    def interrupt(*anything: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bj.analysis.action_values.Positions.find", interrupt)
    ask_for_hints("infinite_double", "2S TS 3S TH 4S", [0])
    assert "(hint canceled)\n(not allowed with this hand: double)\n" in capsys.readouterr().err


@pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")
@pytest.mark.parametrize("cards", ["8S 6S 8H TH", "8S 6S 7H TH"])
def test_a_hint_says_from_which_shoe_values_are(cards: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With packs, the heading names the fresh shoe."""
    ask_for_hints("casino", cards, [])
    heading = capsys.readouterr().err.splitlines()[1]
    strategies = "CDZ-" if cards == "8S 6S 8H TH" else "composition-dependent"
    assert heading.endswith(f"against 6, value per wager, from a fresh shoe, {strategies}, exact)")


@pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")
def test_cards_have_suits_only_where_rules_read_them(capsys: pytest.CaptureFixture[str]) -> None:
    """A bonus for suited hands shows the suits that a hint otherwise leaves out."""
    ask_for_hints(changed("infinite_double", {}), "KS TS 5S TH", [])
    assert "(K 5 against T, value per wager, composition-dependent, exact)" in capsys.readouterr().err
    bonus = {"payouts/bonuses": {"suits": {"when": "suited and cards == 2", "pays": "2:1"}}}
    ask_for_hints(changed("infinite_double", bonus), "KS TS 5H TH", [])
    assert "(KS 5H against T" in capsys.readouterr().err


def test_a_hint_at_a_table_of_several_explains_its_absence(capsys: pytest.CaptureFixture[str]) -> None:
    """The reason is about the asking person, not about the wagers of another player."""
    checked = load_ruleset(find_ruleset("vegas"))
    seats = (Seat("human", "Ann", 100), Seat("safe", "Bob", 100))
    ask_after(Plan(checked, {"players": seats}, 0), [10])
    assert "(no hint: bj finds the best play for only one player)" in capsys.readouterr().err


def give_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow hardly any work for a hint."""
    monkeypatch.setattr("bj.cli.hint_budget.WORK", {"plain": 1, "compiled": 1})
    monkeypatch.setattr("bj.analysis.one_hand_search.STEPS", {"plain": 10, "compiled": 10})


@pytest.mark.parametrize(
    ("changes", "cards", "answers", "line"),
    [
        ({}, "T", [], "an amount from 10 to 1000 or 0 to leave"),
        ({"rules/sit_out": True, "prompts/wager/quit": None}, "T", [],
         "an amount from 10 to 1000 or 0 to sit out"),
        ({}, "T A 5 9", [1000], "`y` or `n`"),
        ({"prompts/insurance/answers": {"nein": "no", "ja": "yes", "j": "yes"}}, "T A 5 9", [1000],
         "`ja` or `nein`"),
    ],
)  # fmt: skip
def test_every_question_says_what_can_be_answered(
    changes: Changes, cards: str, answers: list[int], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Amounts have their bounds, and each meaning the first of its words."""
    checked = changed("casino", changes)
    values: dict[str, Value] = {"bankroll": 1000, "hands": 1, "player": "human"}
    ask_after(Plan(checked, values, 0, read_cards(cards, checked.pack)), answers)
    assert capsys.readouterr().err.splitlines()[0] == f"(answer with {line}; Ctrl-D leaves the game)"


def test_a_hint_says_what_may_not_be_done(capsys: pytest.CaptureFixture[str]) -> None:
    """After a hit a hand cannot be doubled any more."""
    ask_for_hints("infinite_double", "2S TS 3S TH 4S", [0])
    error = capsys.readouterr().err
    assert "(2 3 4 against T" in error
    assert "(not allowed with this hand: double)" in error
    assert "  double" not in error


def test_what_may_not_be_done_has_the_words_of_the_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    """Punters stick and buy, and have values although the banker shows no card."""
    ask_for_hints("variants/british_pontoon", "2S TS 3S TH 4S", [0])
    said = capsys.readouterr().err
    assert "(not allowed with this hand: stick, buy, split)" in said
    if has_library():
        assert (
            "(2 3 4, value per wager, from a fresh shoe, composition-dependent, exact)\n(  twist: +" in said
        )


def test_a_question_mark_asks_for_a_hint_and_again() -> None:
    """Each `?` gives a hint, and then the answer counts; without hints `?` is an answer."""

    class Typed:
        """Typed answers."""

        shows_prompts = True

        def __init__(self) -> None:
            self.lines: Iterator[str] = iter(["?", " ? ", "h"])

        def ask(self, prompt: str) -> str:
            """The next line."""
            return next(self.lines)

    hints: list[str] = []
    conversation = Conversation(Prompts(), Typed())
    conversation.hint = lambda: hints.append("a hint")
    assert answer_of(conversation) == "h"
    assert len(hints) == 2
    assert answer_of(Conversation(Prompts(), Typed())) == "?"


def test_games_that_cannot_be_analysed_say_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If hands depend on each other, there is a reason in place of a hint."""

    def refuse(*game: object, **wanted: object) -> None:
        raise UsageError("hands depend on each other")

    monkeypatch.setattr("bj.analysis.exact_game.make_game", refuse)
    ask_for_hints("infinite_double", "6S TS 5S TH", [])
    assert "(no hint: hands depend on each other)" in capsys.readouterr().err
