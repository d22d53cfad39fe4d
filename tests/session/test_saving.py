from __future__ import annotations

import functools
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.session.games import DIFFERENT, shipped
from tests.session.tables import TABLE, bj, complaint, make_table
from tests.turns import TURN

from bj.argument_values import fill_arguments
from bj.catalogue import actions as a
from bj.engine.face.driving import QUIT
from bj.engine.face.view import Kind, View
from bj.errors import UsageError
from bj.record.transcript_lines import Script
from bj.ruleset.model import Ruleset
from bj.session import saving
from bj.session.game import Game
from bj.session.game_plan import Plan
from bj.session.saving import Saver, read_saved

ANSWERS = "3\ns\ny\n2\nx\nh\ns\ny\n2\ns\nn\nn\n"
SEATS = ["human:Ann:40", "safe:Ben:50", "random:Cleo:60"]


def plan_of(name: str, rounds: int = 0) -> Plan:
    """A game of a shipped ruleset, with all arguments at their defaults."""
    checked = shipped(name)
    words = SEATS if any(argument.type == "players" for argument in checked.model.command_line) else []
    return Plan(checked, fill_arguments(checked.model.command_line, words, {}), 7, rounds=rounds)


def game_of(plan: Plan) -> Game:
    """The game of a plan; a person wagers the minimum, stands, and plays four rounds."""
    compiled = plan.compile()
    asked: list[int] = []

    def ask(view: View) -> Any:
        yield b"? "
        assert view.question is not None
        if view.question.kind == Kind.WAGER:
            return max(1, view.minimum_wager) if view.hand_number < 6 else QUIT
        if view.question.kind == Kind.AGAIN:
            asked.append(1)
            return int(view.hand_number < 4)
        actions = view.question.actions or (a.STAND,)
        return a.STAND if a.STAND in actions else a.HIT

    return Game(compiled, Script(plan.checked, compiled), ask=ask)


def play(game: Game) -> bytes:
    """The transcript of the rest of a game."""
    return b"".join(game.transcript())


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_game_goes_on_from_every_hand(tmp_path: Path, name: str) -> None:
    """A game of any shipped ruleset that is saved at any moment and resumed prints the same bytes."""
    whole = play(game_of(plan_of(name)))
    game, file = game_of(plan_of(name)), tmp_path / "game"
    saver = Saver(file, plan_of(name), echo=False)
    said = bytearray()
    saved: list[bytes] = []

    def save(is_over: bool) -> None:
        saver.save(game, 0, len(said), is_over=is_over)
        saved.append(file.read_bytes())

    save(is_over=False)
    game.after_hand = save
    for piece in game.transcript():
        said += piece
    assert bytes(said) == whole
    assert len(saved) > 2
    assert read_saved(file).said == len(whole)
    for content in saved[::2]:
        file.write_bytes(content)
        read = read_saved(file)
        resumed = game_of(read.plan)
        read.go_on(resumed)
        assert whole[: read.said] + play(resumed) == whole


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_game_is_saved_after_every_hand(name: str) -> None:
    """Every hand of every shipped ruleset has a moment to save the game."""
    game = game_of(plan_of(name, rounds=40 if name == "vegas" else 0))
    moments = [(0, 0)]
    game.after_hand = lambda _is_over: moments.append((game.view.round_number, game.view.hand_number))
    play(game)
    for (round_before, hand_before), (this_round, hand) in itertools.pairwise(moments):
        assert hand - hand_before <= 1
        assert this_round == round_before or hand <= 1
    assert len(moments) > 2


def test_a_resumed_game_saves_what_an_uninterrupted_one_saves(tmp_path: Path) -> None:
    """A resumed game keeps saving to its file, and prints the text of an uninterrupted one."""
    table, answers = make_table(tmp_path), tmp_path / "answers"
    answers.write_text(ANSWERS, "utf-8")
    whole = bj("run", table, "--answers", answers, "--echo", "--save", tmp_path / "whole")
    answers.write_text("3\ns\ny\n2\n", "utf-8")
    first = bj("run", table, "--answers", answers, "--echo", "--save", tmp_path / "parts")
    answers.write_text(ANSWERS, "utf-8")
    said = json.loads((tmp_path / "parts").read_text("utf-8"))["said"]
    rest = bj("run", "--resume", tmp_path / "parts", "--answers", answers)
    assert first[:said] + rest == whole
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()
    assert bj("run", "--resume", tmp_path / "whole") == ""


def test_a_game_that_was_left_goes_on_after_its_last_hand(tmp_path: Path) -> None:
    """A game that was left resumes with its next question."""
    table, file = make_table(tmp_path), tmp_path / "game"
    left = bj("run", table, "--save", file, typed="3\ns\n")
    assert "Again? \nAnn has " in left
    whole = bj("run", table, typed="3\ns\ny\n2\ns\nn\n")
    assert bj("run", "--resume", file, typed="y\n2\ns\nn\n") == whole[whole.index("Again? ") :]


def test_nothing_else_is_needed_to_go_on(tmp_path: Path) -> None:
    """A saved game has its ruleset with its bases, the given cards and cuts, and the rounds."""
    table, file, cuts = make_table(tmp_path), tmp_path / "game", tmp_path / "cuts"
    answers = tmp_path / "answers"
    cuts.write_text("20 " * 70, "utf-8")
    words = ("--cards", "2 3 4 5 6 7 8 9 T J Q K " * 9, "--cuts", cuts, "--rounds", "3")
    answers.write_text("2\ns\n" * 9, "utf-8")
    whole = bj("run", table, *words, "--answers", answers)
    answers.write_text("2\ns\n2\n", "utf-8")
    bj("run", table, *words, "--answers", answers, "--save", file)
    said = json.loads(file.read_text("utf-8"))["said"]
    table.unlink()
    cuts.unlink()
    answers.write_text("2\ns\n" * 9, "utf-8")
    assert bj("run", "--resume", file, "--answers", answers) == whole.encode()[said:].decode()


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_ruleset_is_saved_whole(name: str) -> None:
    """The ruleset in a saved game is the original one."""
    model = shipped(name).model
    data = json.loads(json.dumps(model.model_dump(mode="json", by_alias=True, exclude_unset=True)))
    assert Ruleset.model_validate(data) == model


def go_on(file: Path) -> None:
    """Resume a saved game."""
    saved = read_saved(file)
    saved.go_on(game_of(saved.plan))


def saved_game(tmp_path: Path) -> Path:
    """A game that was saved after one hand."""
    file = tmp_path / "game"
    make_table(tmp_path)
    file.write_bytes(saved_bytes())
    return file


@functools.cache
def saved_bytes() -> bytes:
    """The file of a game that was saved after one hand."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game"
        bj("run", make_table(Path(folder)), "--save", file, typed="3\ns\ny\n")
        return file.read_bytes()


def test_a_file_that_was_cut_off_or_damaged_is_refused(tmp_path: Path) -> None:
    """A file that ends too soon, or has a changed byte, is refused."""
    file = saved_game(tmp_path)
    content = file.read_bytes()
    for end in range(0, len(content) - 1, 97):
        file.write_bytes(content[:end])
        with pytest.raises(UsageError, match=r"not a saved game|damaged"):
            read_saved(file)
    for place in range(0, len(content) - 1, 97):
        file.write_bytes(content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :])
        with pytest.raises(UsageError, match=r"not a saved game|damaged|a different version"):
            read_saved(file)


def test_a_saved_game_deals_only_cards_of_its_pack(tmp_path: Path) -> None:
    """A card that is not in the pack is refused, also if it is not dealt yet."""
    file = tmp_path / "game"
    table, cards = make_table(tmp_path, f"{TABLE}\n[cards]\npack = {{ T = 0 }}\n"), "2 3 4 5 6 7 " * 8
    bj("run", table, "--cards", cards, "--save", file, typed="3\ns\ny\n")
    given = json.loads(file.read_text("utf-8"))["cards"]
    change_by_hand(file, {"cards": [*given[:-1], given[-1] - 1]})
    assert "# Hand 2" in bj("run", "--resume", file)
    change_by_hand(file, {"cards": [*given[:-1], 8]})
    assert "is damaged" in complaint("run", "--resume", file)


CHANGES: list[dict[str, Any]] = [
    {"pauses": 10**9},
    {"pauses": 10**80},
    {"pauses": -1},
    {"pauses": 1.5},
    {"pauses": True},
    {"pauses": None},
    {"answers": []},
    {"answers": [10**30]},
    {"answers": [3, 77]},
    {"answers": [[1]]},
    {"answers": "3"},
    {"answers": None},
    {"seed": 1},
    {"seed": "0"},
    {"seed": 2**40},
    {"arguments": {}},
    {"arguments": []},
    {"arguments": {"hands": "3"}},
    {"arguments": {"hands": 3, "other": 1}},
    {"arguments": {"hands": 3, "cuts": [99]}},
    {"arguments": {"hands": 3, "cuts": 5}},
    {"cards": [52]},
    {"cards": [-1]},
    {"cuts": [53]},
    {"said": -1},
    {"used": "x"},
    {"rounds": 2},
    {"rounds": 10**9 + 1},
    {"ruleset": {}},
    {"ruleset": None},
    {"table": "0" * 64},
    {"table": None},
]


def change_by_hand(file: Path, change: dict[str, Any]) -> None:
    """Change a saved game, with a matching checksum."""
    data = {**json.loads(file.read_text("utf-8")), **change}
    del data["check"]
    file.write_bytes(saving._sealed(json.dumps(data, ensure_ascii=False).encode()))


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_file_that_was_changed_by_hand_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    """Even with a matching checksum, a state that the game cannot have is refused."""
    file = saved_game(tmp_path)
    change_by_hand(file, change)
    with pytest.raises(UsageError, match=r"damaged|gives a different result"):
        go_on(file)


@pytest.mark.parametrize("is_told", [True, False])
@pytest.mark.parametrize("pauses", [1 << 50, None])
def test_a_game_that_goes_on_and_on_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pauses: int | None, is_told: bool
) -> None:
    """A game that was changed by hand into an endless one is stopped, also without output."""
    monkeypatch.setattr("bj.session.game.LONGEST_REPLAY", 10_000)
    steps = ["reshuffle", "take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"]
    file = saved_game(tmp_path)
    ruleset = json.loads(file.read_text("utf-8"))["ruleset"]
    ruleset["rules"]["credit"] = True
    ruleset["procedure"] |= {"game": ["shuffle", {"repeat": "hand", "while": "again or not again"}]}
    ruleset["procedure"]["hand"] = steps
    ruleset["players"] = ruleset["players"][1:]
    if not is_told:
        ruleset["output"] = dict.fromkeys(ruleset["output"], "")
    change_by_hand(file, {"ruleset": ruleset, "answers": [], "pauses": pauses})
    saved = read_saved(file)
    with pytest.raises(UsageError, match="gives a different result"):
        saved.go_on(game_of(saved.plan))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b"\xff\xfe",
        b'[ruleset]\ntitle = "x"\n',
        b"[" * 100_000,
        saving.MARK + b'1", "x": ' + b"[" * 200_000,
        saving.MARK + b'1", "x": ' + b"9" * 10_000 + b"}",
        saving.MARK + b'9"}',
        saving.MARK + b'1"}',
    ],
    ids=lambda content: str(content[:20]),
)
def test_another_file_is_not_a_saved_game(tmp_path: Path, content: bytes) -> None:
    """Files of other kinds are refused with a message."""
    file = tmp_path / "game"
    file.write_bytes(content)
    message = complaint("run", "--resume", file)
    assert "not a saved game" in message or "damaged" in message or "a different version" in message


@pytest.mark.parametrize("size", [1_000, saving.LARGEST_SAVED])
def test_a_file_that_is_damaged_is_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    """A file without its checksum is refused before it is parsed, which could take up any memory."""
    monkeypatch.setattr("json.loads", pytest.fail)
    file = tmp_path / "game"
    file.write_bytes((saving.MARK + b'1", "x": [' + b"[]," * size)[: size - 4] + b"[]]}")
    with pytest.raises(UsageError, match="damaged"):
        read_saved(file)


def test_a_missing_file_cannot_be_resumed(tmp_path: Path) -> None:
    """A missing file, or a folder, is a usage error."""
    assert "cannot be read" in complaint("run", "--resume", tmp_path / "missing")
    assert "cannot be read" in complaint("run", "--resume", tmp_path)


def test_a_saved_game_brings_all_that_belongs_to_it(tmp_path: Path) -> None:
    """A ruleset, a seed or cards together with a saved game are refused."""
    file = saved_game(tmp_path)
    for words in (["classic"], ["--seed", "1"], ["--cards", "2"], ["--rounds", "1"], ["--set", "hands=1"]):
        assert "a saved game includes" in complaint("run", *words, "--resume", file)


def test_only_saved_games_are_written_over(tmp_path: Path) -> None:
    """Saving over a file of another kind is refused, and the file stays."""
    table = make_table(tmp_path)
    assert "is not a saved game" in complaint("run", table, "--save", table)
    assert table.read_text("utf-8") == TABLE
    assert "is a device, not a regular file" in complaint("run", table, "--save", os.devnull)
    assert "it is a folder" in complaint("run", table, "--save", tmp_path)
    for option in ("--save", "--history"):
        refused = complaint("run", table, option, tmp_path / "missing" / "game")
        assert "game cannot be written: its folder does not exist" in refused


def test_no_file_is_left_next_to_the_file(tmp_path: Path) -> None:
    """A finished game leaves its file and no other."""
    file = tmp_path / "game"
    bj("run", make_table(tmp_path), "--save", file, typed="3\ns\ny\n")
    assert {path.name for path in tmp_path.iterdir()} == {file.name, "table.toml"}


KILLED = [
    ["classic", "10000", "5", "400", "simple"],
    ["trick", "10000", "2000", "5", "simple"],
    ["sos_vs_sc", "10000", "500", "simple", "sc"],
    ["sos_vs_sc_revised", "10000", "500", "counting", "sos"],
    ["vegas", "safe:Meek:100", "random:Random:100", "safe:Brave:3", "--seed", "5", "--rounds", "3000"],
    ["infinite", "1000000", "--seed", "5", "--echo"],
    ["infinite_double", "1000000", "--seed", "6", "--echo"],
]
"""Long games, one for each turn."""


def kill_at(size: float, words: Sequence[str | Path], printed: Path, saved: Path) -> None:
    """Start ``bj`` with its output into a file, and kill it when that is so large and the game is saved."""
    with printed.open("wb") as out:
        process = subprocess.Popen([sys.executable, "-m", "bj", "run", *map(str, words)], stdout=out)
        while process.poll() is None and not (saved.exists() and printed.stat().st_size >= size):
            time.sleep(0.001)
        process.kill()
        process.wait()


@pytest.mark.drawn
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill so")
def test_a_killed_game_goes_on(tmp_path: Path) -> None:
    """A game that is killed at any moment, and again after it is resumed, continues with the same bytes."""
    chance = Random(TURN)  # noqa: S311  # a test that can be repeated
    file, printed, answers = tmp_path / "game", tmp_path / "printed", tmp_path / "answers"
    answers.write_bytes(b"much\n1\nh\ns\n" * 2_000)
    game: list[str | Path] = [*KILLED[TURN % len(KILLED)], "--answers", answers]
    resumed: list[str | Path] = ["--resume", file, "--answers", answers]
    whole = bj("run", *game).encode()
    said = 0
    for words in (game, resumed):
        kill_at((len(whole) - said) * chance.random(), [*words, "--save", file], printed, file)
        begun, said = said, read_saved(file).said
        assert printed.read_bytes()[: said - begun] == whole[begun:said]
    assert whole[:said] + bj("run", *resumed).encode() == whole
