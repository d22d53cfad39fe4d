"""Right transcripts as histories, and the verification of a transcript in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.session.games import shipped
from tests.session.games import transcript as transcript_of
from tests.session.starting import start

import bj
from bj.argument_values import Value, fill_arguments
from bj.record.line_sources import PlacedRules
from bj.session.history_transcript import transcribe
from bj.session.replayable_history import write_history
from bj.verify.assignment import Chance, make_assignment
from bj.verify.transcript_as_history import keep

GAMES: dict[str, dict[str, Value]] = {
    "classic": {"bankroll": 200, "minimum": 7, "hands": 12, "player": "counting"},
    "trick": {"bankroll": 200, "minimum": 7, "tricks": 12, "player": "simple"},
    "sos_vs_sc": {"normal": 12, "hands": 3, "kind": "counting", "dealers": "sc"},
    "casino": {"bankroll": 500, "hands": 12, "player": "basic"},
    "infinite_double": {},
}


@pytest.mark.parametrize("chance", ["seed", "cuts", "cards"])
@pytest.mark.parametrize("name", GAMES)
def test_a_kept_transcript_is_printed_again(tmp_path: Path, name: str, chance: Chance) -> None:
    """The history of a transcript prints the same bytes, whichever randomness comes from the transcript."""
    checked = shipped(name)
    values = {**fill_arguments(checked.model.command_line, (), {}), **GAMES[name]}
    said = transcript_of(checked, values, 4).encode() if GAMES[name] else _played(tmp_path)
    rules = PlacedRules(checked)
    history, state = keep(make_assignment(rules, values, 4, chance), said)
    assert bool(history.plan.cards) == (chance == "cards")
    write_history(tmp_path / "game.toml", history, state.record_hash, state.describe_hands())
    assert b"".join(transcribe(tmp_path / "game.toml")) == said


def _played(folder: Path) -> bytes:
    """A game with typed answers, wrong ones included, that is left before its end."""
    (folder / "answers").write_text("2.50\nhop\nh\ns\ns\n1\nd\ns\n")
    return start(
        "run", "infinite_double", "--seed", "4", "--answers", "answers", "--echo", folder=folder
    ).stdout


def test_transcripts_are_verified_in_python(tmp_path: Path) -> None:
    """The report is that of the command, for a text, bytes and a file, and for a ruleset that is data."""
    arguments: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 3, "player": "simple"}
    said = transcript_of(shipped("classic"), arguments, 0).encode()
    (tmp_path / "said.txt").write_bytes(said)
    for transcript in (said, said.decode(), tmp_path / "said.txt"):
        assert bj.verify_transcript("classic", transcript, arguments).verdict == "right"
    other = {"ruleset": {"title": "Other", "extends": "classic"}, "payouts": {"natural": "1:1"}}
    assert bj.verify_transcript(other, said.replace(b"\n", b" \n", 1), arguments).verdict == "wording"
    tolerant = bj.verify_transcript(
        other, said.replace(b"\n", b" \n", 1), arguments, tolerate=["spaces", "trailing"]
    )
    assert tolerant.verdict == "right"
    wrong = bj.verify_transcript(other, said.replace(b"bankroll 100", b"bankroll 101", 1), arguments)
    assert wrong.findings[0].line == 1 + said[: said.index(b"bankroll 100")].count(b"\n")
    wrong_options: list[dict[str, Any]] = [
        {"tolerate": ["everything"]},
        {"seed": -1},
        {"seed": "random"},
        {"chance": "none"},
    ]
    for options in wrong_options:
        with pytest.raises(bj.UsageError, match=r"cannot be tolerated|not a seed|not a kind of chance"):
            bj.verify_transcript("classic", said, arguments, **options)


def test_what_a_history_cannot_say_is_refused() -> None:
    """A transcript with other bytes than those of bj, or a wrong one, is not kept."""
    checked = shipped("classic")
    values = {**fill_arguments(checked.model.command_line, (), {}), **GAMES["classic"]}
    said = transcript_of(checked, values, 4).encode()
    assignment = make_assignment(PlacedRules(checked), values, 4, None)
    for wrong, why in ((said + b"more\n", "follow the rules"), (said.replace(b"\n", b"\r\n"), "other bytes")):
        with pytest.raises(bj.UsageError, match=why):
            keep(assignment, wrong)
