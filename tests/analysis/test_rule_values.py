"""Tests the uses of exact values: effects of rules, charts as pictures, and coaching."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from tests.analysis import games
from tests.cli.changed_rulesets import changed
from tests.session.tables import complaint

import bj
from bj.analysis import rule_values
from bj.analysis.action_values import HandPosition, Positions
from bj.analysis.chart_pictures import draw_chart
from bj.analysis.report import render_effects
from bj.analysis.valued_decision import ValuedDecision
from bj.cards import parse_card
from bj.cli.hint_budget import NotInTimeError
from bj.cli.mistake_costs import Coach
from bj.engine.face.view import Kind, View
from bj.errors import GameError
from bj.native.library import has_library
from bj.record.transcript_lines import Script
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset
from bj.session.answer_sources import EndOfInput
from bj.session.game import Game
from bj.session.game_plan import Plan, prepare

HIT, STAND = 0, 1


def test_effects_are_the_differences_of_the_changed_rulesets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each change has the value of a changed ruleset; changes without effect are omitted."""
    changes = {
        "ties lose": {"payouts": {"tie": "lose"}},
        "naturals pay 2:1": {"payouts": {"natural": "2:1"}},
        "nothing": {"rules": {"target": 21}},
        "nonsense": {"rules": {"double": "no such name"}},
    }
    monkeypatch.setattr(rule_values, "USUAL", changes)
    monkeypatch.setattr(rule_values, "RULES", {})
    games.load(tmp_path, "human")
    file = tmp_path / "small.toml"
    checked, values = prepare(file, (), {})
    found = rule_values.find_effects(file, checked, values, engine="plain")
    assert [each.change for each in found.effects] == ["naturals pay 2:1", "ties lose"]
    games.load(tmp_path, "human", "\n[payouts]\ntie = 'lose'\n")
    (player,) = bj.analyze(file, engine="plain").players
    assert found.effects[1].value == player.edge
    assert (
        found.effects[1].difference
        == player.edge - found.base.players[0].edge
        < 0
        < found.effects[0].difference
    )
    assert "ties lose" in render_effects(found, "table")
    assert '"change": "ties lose"' in render_effects(found, "json")


@pytest.mark.parametrize(
    ("double", "split", "details"),
    [
        (False, False, []),
        ("cards == 2 and total == 11", "pair and split_hands < 2", []),
        (
            {"on": "9..11"},
            True,
            [
                "no double after a split",
                "split aces may be hit",
                "double.for_less = true",
                "double.face_down = true",
            ],
        ),
        (
            {"after_split": False, "for_less": True},
            {"aces": "hit"},
            ["double after a split", "double.for_less = false", "double.face_down = true"],
        ),
    ],
)
def test_a_detail_changes_only_where_nothing_else_changes(
    double: object, split: object, details: list[str]
) -> None:
    """A detail would legalise an action that is never legal, and replace a condition."""
    checked = changed("casino", {"rules/double": double, "rules/split": split})
    names = [name for name, _ in rule_values.changes_of(checked) if name not in rule_values.USUAL]
    assert [name for name in names if name in rule_values.DETAILS or name.startswith("double.")] == details


def test_a_chart_is_drawn_paler_where_it_matters_less(tmp_path: Path) -> None:
    """The same chart makes the same picture; other margins make another one."""
    pytest.importorskip("matplotlib")
    games.load(tmp_path, "human")
    found = bj.solve(tmp_path / "small.toml", engine="plain")
    first = draw_chart(found, "svg")
    assert first == draw_chart(found, "svg")
    paler = replace(found, plays=[replace(play, margin=0.0) for play in found.plays])
    assert draw_chart(paler, "svg") != first


def test_what_solve_writes_takes_the_place_of_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An existing file is refused before the computation."""
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text("mine", encoding="utf-8")
    assert "mine.toml already exists" in complaint("solve", "infinite", "--write", "mine.toml")
    assert Path("mine.toml").read_text(encoding="utf-8") == "mine"


def plan_of(name: str, cards: str = "") -> Plan:
    """A game of a shipped ruleset with its default arguments and these cards."""
    checked = load_ruleset(find_ruleset(name))
    values = {each.name: each.default for each in checked.model.command_line}
    return Plan(checked, values, 0, tuple(map(parse_card, cards.split())))  # type: ignore[arg-type]  # defaults


def coach_game(plan: Plan, answers: Mapping[Kind, list[int]]) -> Coach:
    """Play a game with answers by kind of question until a list of them ends; decline other offers."""
    compiled, coach = plan.compile(), Coach(plan)

    def ask(view: View) -> Generator[bytes, None, int]:
        question = view.question
        assert question is not None
        left = answers.get(question.kind, [0])
        if not left:
            raise EndOfInput
        answer = left.pop(0)
        coach.note(view, answer)
        return answer
        yield b""

    with suppress(GameError):
        b"".join(Game(compiled, Script(plan.checked, compiled), ask=ask).transcript())
    return coach


@pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")
def test_coaching_prints_the_costs_of_mistakes(capsys: pytest.CaptureFixture[str]) -> None:
    """The coach reports the mistakes with the better play and their cost."""
    plan = plan_of("infinite", "6S TS 5S TH 6S TS 5S TH TD 2S")
    coach_game(plan, {Kind.WAGER: [1000, 1000], Kind.ACTION: [STAND, HIT], Kind.AGAIN: [1]}).tell()
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "(1 mistake in 2 decisions, costing 60.92% of a wager)"
    assert lines[1:] == ["(  6 5 against T: stand instead of hit, 60.92%)"]


@pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")
def test_a_coach_looks_at_insurance(capsys: pytest.CaptureFixture[str]) -> None:
    """Insuring a twenty costs half a wager in one of thirteen cases; standing on it is no mistake."""
    checked = changed(
        "casino", {"shoe/packs": "infinite", "shoe/penetration": None, "shoe/reshuffle_when": False}
    )
    cards = tuple(map(parse_card, ["TS", "AS", "TD", "9H"]))
    plan = Plan(checked, {"bankroll": 1000, "hands": 1, "player": "human"}, 0, cards)
    coach_game(plan, {Kind.WAGER: [1000], Kind.INSURANCE: [1], Kind.ACTION: [STAND]}).tell()
    assert capsys.readouterr().err.splitlines() == [
        "(1 mistake in 2 decisions, costing 3.85% of a wager)",
        "(  T T against A: insurance instead of no insurance, 3.85%)",
    ]


def coach_three_hands(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> Coach:
    """The coach of a player who stands on 16 against 7, 8 and 9; the second decision raises an error."""
    coach, find = Coach(plan_of("infinite")), Positions.find

    def fail(
        self: Positions, cards: Sequence[str], shown: Sequence[str], others: Sequence[str]
    ) -> HandPosition:
        if shown == ("8",):
            raise error
        return find(self, cards, shown, others)

    monkeypatch.setattr(Positions, "find", fail)
    for up in "789":
        coach.answers[ValuedDecision(Kind.ACTION, (*"6T",), (up,), (), (HIT, STAND)), STAND] += 1
    return coach


@pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")
def test_results_found_in_time_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decision that takes too long is omitted with the reason; the others are reported."""
    coach_three_hands(monkeypatch, NotInTimeError("no value within 2 s")).tell()
    assert capsys.readouterr().err.splitlines()[1:] == [
        "(  6 T against 7: stand instead of hit, 6.06%)",
        "(  6 T against 9: stand instead of hit, 3.38%)",
        "(1 decision not valued: no value within 2 s)",
    ]


def test_control_c_ends_coaching_with_what_was_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ctrl-C the command reports the found mistakes, counts the other decisions, and ends."""
    with pytest.raises(KeyboardInterrupt):
        coach_three_hands(monkeypatch, KeyboardInterrupt()).tell()
    after_control_c, _, *rest = capsys.readouterr().err.splitlines()
    assert after_control_c == ""
    assert rest == [
        "(  6 T against 7: stand instead of hit, 6.06%)",
        "(2 decisions not valued: canceled with Ctrl-C)",
    ]


def test_nothing_to_coach_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A game without decisions is reported as such."""
    Coach(plan_of("infinite")).tell()
    assert capsys.readouterr().err == "(no decisions to coach)\n"


def test_the_reason_for_missing_coaching_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Decisions of a game without exact values are mentioned."""
    plan = plan_of("variants/blackjack_switch", "2S TS 3H 3S TH 4S")
    coach_game(plan, {Kind.WAGER: [1000] * 9, Kind.ACTION: [HIT] * 9}).tell()
    why = "a game with the step `offer switch` cannot be analyzed"
    assert capsys.readouterr().err == f"(no coaching: {why})\n"
