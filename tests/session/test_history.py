"""Tests histories: a stepped game as a file, from which the same game is played again."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, reject, settings
from tests.engine.variants import SEEDS, Variant, rulesets
from tests.session.games import DIFFERENT
from tests.session.test_speeds import values_of
from tests.session.test_state import play
from tests.turns import TURN, seeds

import bj
from bj.errors import GameError, UsageError
from bj.session.history_transcript import transcribe


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The history of a short game."""
    bj.State("infinite", start=100, seed=2).apply("2.50").apply("hit").save(tmp_path / "game.toml")
    return tmp_path / "game.toml"


@given(rulesets(), SEEDS)
@settings(max_examples=6)
def test_a_history_leads_to_the_same_state(
    tmp_path_factory: pytest.TempPathFactory, variant: Variant, seed: int
) -> None:
    """A loaded game has the record, the observation and the future of the saved one."""
    file = tmp_path_factory.mktemp("history") / "game.toml"
    try:
        state = play(bj.State(variant.load(), variant.values, seed=seed, explicit_chance=seed % 2 == 1), seed)
    except (GameError, UsageError):  # before the first action, or because cards are put back
        reject()
    state.save(file)
    loaded = bj.State.load(file)
    assert (loaded.events, loaded.transcript) == (state.events, state.transcript)
    assert [loaded.observation(each) for each in range(len(state.persons))] == [
        state.observation(each) for each in range(len(state.persons))
    ]
    loaded.save(file)
    assert bj.State.load(file).events == state.events
    if not state.is_over:
        play(state, seed, len(state.actions) + 5)
        assert play(loaded, seed, len(loaded.actions) + 5).events == state.events


@pytest.mark.drawn
@pytest.mark.parametrize("name", DIFFERENT)
def test_a_history_is_the_same_file_when_it_is_written_again(tmp_path: Path, name: str) -> None:
    """A game of a shipped ruleset has the record, the transcript and the file of its history."""
    for seed in seeds(1):
        state = play(bj.State(name, values_of(name), seed=seed), seed)
        state.save(tmp_path / "game.toml")
        again = bj.State.load(tmp_path / "game.toml")
        again.save(tmp_path / "again.toml")
        assert (tmp_path / "again.toml").read_bytes() == (tmp_path / "game.toml").read_bytes()
        assert b"".join(transcribe(tmp_path / "game.toml")).decode() == state.transcript
        assert again.events == state.events


@pytest.mark.parametrize("start", ["\ufeff", "# The game of Friday night.\n"])
def test_a_history_may_start_with_a_comment(file: Path, start: str) -> None:
    """A history that an editor or a person has changed at its start is still read."""
    before = bj.State.load(file)
    file.write_text(start + file.read_text("utf-8"), "utf-8")
    assert bj.State.load(file).events == before.events


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"Player: hit"', '"Player: hitt"', "game.toml:29:5: the action 'hitt' is not legal"),
        ('"Player: hit"', '"Dealer: hit"', "game.toml:29:5: Dealer does not act here"),
        ('"Player: hit"', '"Player 2: hit"', "game.toml:29:5: Player 2 does not act here"),
        ('"Player: hit"', "5", "game.toml:29:5: this should be a string"),
        ('"Player: hit"', '"stand"', "the actions lead to a different game"),
        ("dealt QS", "dealt QH", "game.toml:18:8: `play` differs from the replayed game"),
        ("number = 1", "number = 2", "game.toml:17:10: `number` differs"),
        ("number = 1", "number = 2\nhand = 1", "game.toml:18:8: `hand` differs"),
        ("[hands.won]", "[hands.won]\nPlayer = 5", "`won` differs"),
        ("[hands.won]", "[hands.won]\n[[hands]]\nnumber = 2\nactions = []", "the game has 1 hands, not 2"),
        ("[hands.won]", "[[hands]]\nnumber = 2", "game.toml:32:3: `actions` should be a list of strings"),
        ("is_left = false", "is_left = true", "the actions lead to a different game"),
        (
            "is_left = false",
            'is_left = false\ntyped = ["2.5", "h", "s"]',
            "game.toml:7:9: the typed lines lead to",
        ),
        ("is_left = false", 'observer = "Player"', "game.toml:6:12: this file has only one person's view"),
        ("sfc32", "mt19937", "game.toml:3:13: the ruleset uses a different generator"),
        ("start = 100", "start = 0", "game.toml:14:9: this version cannot read `start`"),
        ("start = 100", "begin = 100", "game.toml:14:9: this version cannot read `begin`"),
        ("start = 100", "", "game.toml:13:2: this version cannot read `arguments`"),
        ("start = 100", 'start = "100"', "game.toml:14:9: this version cannot read `start`"),
        ("seed = 2", "seed = -2", "game.toml:4:8: this version cannot read `seed`"),
        ("seed = 2", "", "the history has no `seed`"),
        ("seed = 2", "seed = 2\nseat = 3", "game.toml:5:8: a history has no `seat`"),
        ("seed = 2", "seed = ", "game.toml:4:"),
        ("history 2", "history 1", "game.toml:1:10: this history was written by a different version"),
        ("Infinite-deck", "Endless", "the ruleset was changed after the history was written"),
        ("format", "fromat", "is not a history"),
        ("explicit_chance = false", "explicit_chance = 1", "`explicit_chance` should be true or false"),
        ('record_sha256 = "', 'record_sha256 = 5 # "', "`record_sha256` should be a string"),
    ],
)
def test_a_changed_history_is_refused(file: Path, old: str, new: str, where: str) -> None:
    """A fault in a history is reported with its place."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(UsageError) as caught:
        list(transcribe(file))
    assert where in str(caught.value)


def test_a_missing_argument_is_reported_at_the_table_of_arguments(tmp_path: Path) -> None:
    """Without one of several arguments, the history does not blame the others."""
    file = tmp_path / "game.toml"
    bj.State("classic", bankroll=100, minimum=5, hands=1, player="simple", seed=2).save(file)
    text = file.read_text("utf-8")
    assert "\nhands = 1\n" in text
    file.write_text(text.replace("\nhands = 1\n", "\n", 1), "utf-8")
    with pytest.raises(UsageError, match=r"game\.toml:\d+:2: this version cannot read `arguments`"):
        bj.State.load(file)


def test_a_history_of_a_game_without_end_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An action beyond the end of the game is one error, with its place."""
    monkeypatch.setattr("bj.session.controlled_game.LONGEST_REPLAY", 1)
    with pytest.raises(UsageError, match=r"^[^:]*game\.toml:28:5: the game is too long to replay"):
        bj.State.load(file)


def test_a_history_may_be_written_by_hand(file: Path) -> None:
    """Without the digest of the record, other actions can be tried."""
    lines = [line for line in file.read_text("utf-8").splitlines() if not line.startswith("record_sha256")]
    file.write_text("\n".join(lines).replace('"Player: hit"', '"stand"', 1), "utf-8")
    assert bj.State.load(file).kind == "wager"


@pytest.mark.drawn
def test_damaged_histories_never_end_with_a_traceback(file: Path) -> None:
    """A file with changed, missing or repeated parts is read or refused."""
    content = file.read_bytes()
    rng = Random(1 + TURN)  # noqa: S311  # a test that can be repeated
    for _ in range(60):
        at, size = rng.randrange(len(content)), rng.randrange(1, 30)
        part = rng.choice([b"", rng.randbytes(size), content[at : at + size] * 2, b'"', b"[", b"\n"])
        file.write_bytes(content[:at] + part + content[at + size :])
        with suppress(UsageError, GameError):
            list(transcribe(file))


def test_only_a_history_is_overwritten(tmp_path: Path) -> None:
    """A file of another kind is not overwritten."""
    file = tmp_path / "notes.txt"
    file.write_text("mine", "utf-8")
    with pytest.raises(UsageError, match="is not a history"):
        bj.State("infinite").save(file)
    assert file.read_text("utf-8") == "mine"


def test_a_view_hides_what_the_observer_does_not_see(tmp_path: Path) -> None:
    """A view has neither the seed nor others' face-down cards, and does not depend on them."""
    views = []
    for hole in ("2S", "9S"):
        state = bj.State("infinite", explicit_chance=True)
        for action in ("10", "5S", "TS", "8S", hole):
            state.apply(action)
        state.save(tmp_path / f"{hole}.toml", observer=0)
        views.append((tmp_path / f"{hole}.toml").read_text("utf-8"))
    assert views[0] == views[1]
    assert '"??"' in views[0]
    assert "seed = 0" not in views[0]
    assert "sha256" not in views[0].replace("ruleset_sha256", "")


@pytest.mark.parametrize("given", [True, False])
def test_a_view_hides_cuts(tmp_path: Path, *, given: bool) -> None:
    """All cards follow from the cuts, so a view has neither those of an argument nor those applied."""
    cuts = {"cuts": [21] * 7} if given else {}
    words = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple", **cuts}
    state = bj.State("classic", words, explicit_chance=True)
    while state.is_chance:
        state.apply(21)
    state.save(tmp_path / "view.toml", observer=0)
    view = tomllib.loads((tmp_path / "view.toml").read_text("utf-8"))
    assert view["hands"][0]["actions"] == ["??"] * 7
    assert "cuts" not in view["arguments"]


def test_an_action_that_is_not_legal_comes_with_those_that_are(file: Path) -> None:
    """The remedy lists the legal actions, as the file may be changed on purpose."""
    text = file.read_text("utf-8")
    file.write_text(text.replace('"Player: hit"', '"Player: double"'), "utf-8")
    with pytest.raises(UsageError, match="the action 'double' is not legal") as refused:
        bj.State.load(file)
    assert refused.value.remedy == "legal here: hit, stand"


def test_a_game_that_is_left_is_left_again(tmp_path: Path) -> None:
    """Leaving voids the hand and records the standings, and a history says so."""
    state = bj.State("infinite", seed=2).apply("10").leave()
    assert state.is_over
    assert "Player has 300 dollars" in state.transcript
    state.save(tmp_path / "left.toml")
    assert bj.State.load(tmp_path / "left.toml").events == state.events


LOOKING = """
[ruleset]
title = "A look at the next card"
extends = "variants/stud_twenty_one"

[powers.eye]
on = "turn"
do = "look at next card"

[strategies.person]
powers = ["eye"]

[players.Sam]
strategy = "other"

[strategies.other]
"""


def test_a_view_hides_a_card_that_only_another_person_looked_at(tmp_path: Path) -> None:
    """Neither the events nor the given cards name the card on top of the shoe."""
    state = bj.State(LOOKING, {"player": "person"}, seed=1, explicit_chance=True)
    while state.kind != "action" or state.actor != 0:
        state.apply(
            state.chance_outcomes()[7][0] if state.is_chance else 5 if state.kind == "wager" else "no"
        )
    card = state.observation(state.persons[0]).next_card
    assert card is not None
    assert state.observation("Sam").next_card is None
    state.save(tmp_path / "view.toml", observer="Sam")
    (hand,) = tomllib.loads((tmp_path / "view.toml").read_text())["hands"]
    assert hand["play"][-1] == f"{state.persons[0]}: looks ahead ??"
    assert hand["actions"][-1] == "??"
