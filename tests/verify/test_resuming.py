"""Tests that a comparison continues after an unexplained hand."""

from __future__ import annotations

import pytest
from tests.verify.exams import verifier
from tests.verify.mutants import game_of, program_of, transcript

from bj.verify.positions_and_halts import Position
from bj.verify.reference_game import ReferenceGame
from bj.verify.replay import Replay
from bj.verify.resuming import resume
from bj.verify.text import Text


def test_after_the_last_hand_of_a_round_other_people_play() -> None:
    """After an unexplained hand, the rest of the transcript is compared."""
    game = game_of("tournament", 3)
    lines = transcript(program_of("tournament", ()), game).splitlines(keepends=True)
    end = next(at for at, line in enumerate(lines) if "kicked out" in line)
    last = max(at for at in range(end) if lines[at].startswith("Hand "))
    lines[last + 2 : last + 4] = ["?\n", "?\n"]
    text, reference = Text("".join(lines).encode()), verifier(game.ruleset, game.values, 3).variants.plain
    begin = Position(reference.start.copy())
    while (replay := Replay(reference, text, begin.copy())).next_hand().why == "hand":
        begin = replay.position
    resumed = resume(reference, text, begin, text.content.index("?"))
    assert resumed is not None
    assert resumed[1] == text.end


@pytest.mark.parametrize(("dealers", "seed"), [("sos", 4), ("sos", 8), ("sc", 0)])
def test_who_should_have_left_plays_on(dealers: str, seed: int) -> None:
    """The next hand is the one in the transcript, with the same two members and the following cards."""
    game = game_of("tournament", 0)._replace(ruleset="sos_vs_sc", seed=seed)
    values = {**game.values, "normal": 13, "dealers": dealers, "hands": 20}
    poor, rich = (
        transcript(program_of("tournament", ()), game._replace(values={**values, "normal": normal}))
        for normal in (13, 40)
    )
    reference = verifier(game.ruleset, values, seed).variants.plain
    last = poor.rindex("\nHand ", 0, poor.index(" after ")) + 1
    begin = _begin_at(reference, Text(poor.encode()), last)
    begin.at = rich.index(poor[last : poor.index(" bankroll", last)])
    assert "kicked out" not in rich[: rich.index("\nHand ", begin.at)]
    resumed = resume(reference, Text(rich.encode()), begin, begin.at)
    assert resumed is not None
    position, end = resumed
    assert position.at == rich.index("\nHand ", begin.at) + 1
    assert rich[position.at : end].count("dealt") > 20


def _begin_at(reference: ReferenceGame, text: Text, at: int) -> Position:
    """The position at the hand that begins at a character of a right transcript."""
    position = Position(reference.start.copy())
    while position.at < at:
        replay = Replay(reference, text, position.copy())
        replay.next_hand()
        position = replay.position
    return position
