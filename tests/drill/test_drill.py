"""Drills: the questions, the cost of answers, the counts, and the file of a session."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.session.starting import start

from bj import CountDrill, Drill, UsageError
from bj.cards import parse_card
from bj.drill.session_file import Tally, read_tallies, write_tallies
from bj.drill.starting_hands import chart_positions
from bj.drill.strategy_play import StrategyPlay
from bj.ruleset.load import load_ruleset
from bj.session.game_plan import prepare

SMALL = """
[ruleset]
title = "Two ranks"
extends = "infinite"
[cards]
pack = { "2 3 4 6 7 8 9 J Q K A" = 0, T = 2 }
"""
"""A game so small that its odds can be computed by hand."""


@pytest.fixture(scope="module")
def small() -> Drill:
    """A drill of the small game."""
    return Drill(SMALL, seed=3)


def test_positions_have_exact_chances_and_values(small: Drill) -> None:
    """With 1/3 fives and 2/3 tens there are three hands against two upcards, and costs are exact."""
    found = {each.name: each for each in small.positions}
    assert {name: each.chance for name, each in found.items()} == {
        "5 5 against 5": pytest.approx(1 / 27),
        "5 T against 5": pytest.approx(4 / 27),
        "T T against 5": pytest.approx(4 / 27),
        "5 5 against T": pytest.approx(2 / 27),
        "5 T against T": pytest.approx(8 / 27),
        "T T against T": pytest.approx(8 / 27),
    }

    values = found["T T against T"].values
    # The dealer has 20 with 2/3, and 15 with 1/3, which busts with 2/3 and else is 20.
    assert values["stand"] == pytest.approx(1 / 3 * 2 / 3)


def test_a_mistake_costs_the_difference_and_comes_again(small: Drill) -> None:
    """A wrong answer has a cost, also per 100 hands, is counted, and makes the position more likely."""
    question = next(each for each in small if each.position.name == "T T against T")
    before = small._weight(question.position)
    verdict = question.answer("hit")
    assert (verdict.is_right, verdict.right) == (False, "stand")
    values = question.position.values
    assert verdict.cost == pytest.approx(values["stand"] - values["hit"])
    assert verdict.per_100_hands == pytest.approx(100 * 8 / 27 * (values["stand"] - values["hit"]))
    assert small.tallies["T T against T"] == Tally(0, 1)
    assert small._weight(question.position) > before
    assert question.answer("stand") == (True, "stand", 0.0, 0.0)
    with pytest.raises(UsageError):
        question.answer("split")


def test_a_seed_fixes_the_questions() -> None:
    """The same seed asks the same questions; another seed asks different ones."""
    asked = [[each.position.name for each in islice(Drill(SMALL, seed=seed), 20)] for seed in (1, 1, 2)]
    assert asked[0] == asked[1] != asked[2]


@pytest.mark.parametrize(
    ("cards", "shown", "action"),
    [("8C 8D", "TC", "split"), ("TC 6C", "9C", "hit"), ("5C 6D", "6C", "double"), ("TC 6C", "6C", "stand")],
)
def test_a_strategy_plays_in_the_engine(cards: str, shown: str, action: str) -> None:
    """The right action of a strategy is the one that it takes in the engine."""
    checked, values = prepare("casino", (), {})
    play = StrategyPlay(checked, values, "basic")
    hand, up = ([parse_card(card) for card in side.split()] for side in (cards, shown))
    assert play.action(hand, up) == action


def test_without_values_the_chart_is_right() -> None:
    """A tournament has no values: the drill says why, and its questions come from the chart."""
    drill = Drill("sos_vs_sc", "simple")
    assert "tournament" in drill.note
    question = next(drill)
    assert question.right in question.position.actions
    wrong = next(each for each in question.position.actions if each != question.right)
    assert question.answer(wrong) == (False, question.right, None, None)
    basic = {each.name: each for each in chart_positions(load_ruleset(Path("rulesets/casino.toml")), "basic")}
    assert basic["8 8 against T"].play == "split"
    assert basic["6 T against T"].play == "hit"
    assert sum(each.chance for each in basic.values()) == pytest.approx(1 - 2 * (1 / 13) * (4 / 13))
    with pytest.raises(UsageError, match="tournament"):
        Drill("sos_vs_sc")


TWO_SEATS = """
[ruleset]
title = "Two seats"
extends = "infinite"
[[players]]
name = "Ann"
bankroll = 100
strategy = "human"
[[players]]
name = "Bob"
bankroll = 100
strategy = "human"
"""


def test_several_seats_are_refused_before_anything_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal says what to do, and neither the analysis nor the compiled engine is needed for it."""
    monkeypatch.setattr(Drill, "prepare", None)
    monkeypatch.setattr("bj.native.library.has_library", None)
    with pytest.raises(UsageError, match="only one player") as refused:
        Drill(TWO_SEATS)
    assert refused.value.remedy == "keep only one seat"


def test_counts_are_those_of_the_cards() -> None:
    """The running count adds the tags of all cards of a shoe, and the true count is per 52 cards left."""
    tags = {**dict.fromkeys("23456", 1), **dict.fromkeys("TJQKA", -1)}
    count = shoes = trues = 0
    for question in islice(CountDrill("classic", seed=5), 200):
        if question.is_new_shoe:
            count, shoes = 0, shoes + 1
        count += sum(tags.get(card, 0) for card in question.cards)
        assert question.cards_left is not None
        if question.kind == "true count":
            trues += 1
            assert question.right == 52 * count // question.cards_left
        else:
            assert question.right == count
    assert shoes > 2
    assert trues > 20
    with pytest.raises(UsageError, match="no strategy counts"):
        CountDrill("infinite")
    with pytest.raises(UsageError, match="does not count"):
        CountDrill("classic", "simple")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('format = "bj drill 1"\nruleset = A\n', "session.toml:2:11: "),
        ('format = "bj drill 1"\nanswers = ' + "9" * 5_000, "session.toml:2:"),
        ('format = "bj drill 1"\nanswers = ' + "[" * 3_000, "session.toml:2:"),
        ('format = "bj drill 1"\nruleset = "A"\n[answers."8 8"]\nright = -1\nwrong = 0\n', '"8 8"'),
        ('format = "bj drill 1"\nruleset = "A"\nanswers = 3\n', "`answers`"),
        ('format = "bj drill 1"\nruleset = "B"\n', "a different ruleset"),
        ("", "not a session"),
        ("precious = 1\n", "already exists and is not a drill session"),
    ],
)
def test_damaged_sessions_are_refused(tmp_path: Path, text: str, place: str) -> None:
    """The message names the place."""
    file = tmp_path / "session.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=place) as refused:
        read_tallies(file, "A")
    assert refused.value.remedy


def test_sessions_are_kept(tmp_path: Path) -> None:
    """Written answers are read again; a missing file is an empty session."""
    file = tmp_path / "session.toml"
    assert read_tallies(file, "A") == {}
    write_tallies(file, "A", {"8 8 against T": Tally(2, 1)})
    assert read_tallies(file, "A") == {"8 8 against T": Tally(2, 1)}
    assert list(tmp_path.iterdir()) == [file]


def test_the_command_asks_judges_and_sums_up(tmp_path: Path) -> None:
    """Wrong words are asked again, the ruleset's key for leaving ends the drill, and the session is kept."""
    (tmp_path / "small.toml").write_text(SMALL)
    words = ("drill", "small.toml", "--seed", "3", "--session", "kept.toml")
    done = start(*words, typed=b"x\nh\ns\n0\nh\n", folder=tmp_path)
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "of 2 questions right" in "".join(lines)
    assert sum("per 100 hands" in line for line in lines) >= 2
    kept = read_tallies(tmp_path / "kept.toml", "Two ranks")
    assert sum(each.right + each.wrong for each in kept.values()) == 2
    start(*words, "--questions", "1", typed=b"h\nh\n", folder=tmp_path)
    kept = read_tallies(tmp_path / "kept.toml", "Two ranks")
    assert sum(each.right + each.wrong for each in kept.values()) == 3


def test_the_command_counts_and_refuses(tmp_path: Path) -> None:
    """A count is asked until the input ends; a game without questions is an error without a traceback."""
    done = start("drill", "classic", "--count", "--seed", "1", typed=b"-2\n7\n")
    assert (done.returncode, done.stdout.decode().splitlines()[-1]) == (0, "1 of 2 questions right")
    for words in (("classic", "nobody"), ("sos_vs_sc",), ("infinite", "--count"), ("infinite", "human")):
        refused = start("drill", *words, "--seed", "1")
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert refused.stderr.startswith(b"error: ")
        assert b"bug" not in refused.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": "1"}, "'1' is not a seed"),
        ({"seed": -1}, "-1 is not a seed"),
        ({"strategy": 3}, "a strategy cannot be int"),
        ({"tallies": []}, "tallies cannot be list"),
        ({"arguments": 3}, "arguments cannot be int"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    """A value of another type is refused when the drill is made."""
    for make in (Drill, CountDrill):
        with pytest.raises(UsageError, match=message):
            make("classic", **options)


@pytest.mark.parametrize("count", ["3", None, 1.5, True])
def test_a_count_is_a_whole_number(count: Any) -> None:
    """Anything else is no answer, and is not counted."""
    drill = CountDrill("classic", seed=1)
    with pytest.raises(UsageError, match="is not a count"):
        next(drill).answer(count)
    assert not drill.tallies
