"""Every reason why the engine stops has a message."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bj.engine.face.view import GameFault, Reason, Stop
from bj.session.engine_errors import explain_stop

MESSAGES = {
    Reason.WAGER_TOO_SMALL: "hand 4: Ann wagers 0.5, less than the minimum of 5",
    Reason.WAGER_TOO_LARGE: "hand 4: Ann wagers 0.5 with a bankroll of 0.2",
    Reason.DIVISION_BY_ZERO: "hand 4: in the step `shuffle`, an expression divides by zero",
    Reason.NUMBER_TOO_LARGE: "hand 4: in the step `shuffle`, a number is too large",
    Reason.NO_ACTION: 'hand 4: no rule in Ann\'s strategy applies; end the rules with `{ do = "stand" }`',
    Reason.ENDLESS_REACTION: "hand 4: the reactions of Ann would never end: `on {bust}`",
    Reason.ENDLESS_HAND: "hand 4: the shoe never has enough cards for this hand; use more packs",
    Reason.ENDLESS_ROUNDS: "round 2: the game would never end, because its rounds have no hands",
    Reason.HAND_FULL: "hand 4: Ann is dealt more than 34 cards",
    Reason.RECORD_FULL: "hand 4: too many events at once to record",
    Reason.IMPOSSIBLE_CARD: "hand 4: 50 is not the number of a card",
    Reason.IMPOSSIBLE_CUT: "hand 4: a cut lifts 50 cards, but the shoe has 52",
    Reason.ILLEGAL_ACTION: "hand 4: Ann cannot do that",
    Reason.TOO_MANY_QUESTIONS: "hand 4: Ann is asked too often: `on {bust}`",
    Reason.TOO_MUCH_WORK: "hand 4: this hand takes too much work to play: the reactions of Ann: `on {bust}`",
}


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_message(reason: Reason) -> None:
    """The message is filled with the facts of the table."""
    view: Any = SimpleNamespace(
        fault=GameFault(reason, 0, 50),
        hand_number=4,
        round_number=2,
        operation=0,
        players=(0,),
        shoe_size=52,
        minimum_wager=500,
        maximum_wager=5000,
        bankroll=lambda person: 20,
    )
    assert explain_stop(Stop.FAULTY, view, ["Ann"], 2, {50: "`on {bust}`"}) == MESSAGES[reason]
