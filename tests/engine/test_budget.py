"""The budget of a hand: too much work is a fault that names the cause."""

from __future__ import annotations

import pytest
from tests.engine.heavy import heavy, talkative, with_strategy
from tests.engine.variants import Variant
from tests.session.games import run

from bj.engine.face.view import View
from bj.engine.layout import table as t
from bj.engine.layout.work_per_hand import MOST_WORK
from bj.session.engine_errors import explain_stop
from bj.session.engines import Engine

SLOWLY = [{"when": "not long", "do": "hit"}] * 11
BET = {
    "cards": ["player 1", "player 2"],
    "when": "long",
    "wager": "1 if long else 2",
    "pay_table": [{"when": "not long", "pays": "1:1"}] * 30,
}
BETS = [f"bet{number}" for number in range(8)]
WITH_BETS = [
    *("take wagers", "take side bets", "deal", "players act", "reveal hole card", "dealer acts"),
    *("settle side bets", "settle"),
]
SHUFFLES = {"packs": 16, "shuffle": {"method": "riffle", "cuts": 1000, "between": [1, 9]}}

TOO_HEAVY: dict[str, tuple[Variant, str]] = {
    "reactions": (talkative(), "the reactions of P"),
    "rules of a strategy": (
        with_strategy(rules=[*SLOWLY * 9, {"do": "hit"}]),
        "the strategy of P",
    ),
    "side bets": (
        heavy(
            side_bets=dict.fromkeys(BETS, BET),
            strategies={
                "s": {
                    "wager": "1",
                    "rules": [*SLOWLY * 3, {"do": "stand"}],
                    "side_bets": dict.fromkeys(BETS, True),
                }
            },
            procedure={"hand": WITH_BETS},
        ),
        "`side_bets.bet",
    ),
    "shuffles": (
        heavy(1, shoe=SHUFFLES, cards={"pack": {"2": 40, "A": 40}}, procedure={"hand": ["shuffle"] * 40}),
        "the step `shuffle`",
    ),
}
"""Games whose first hand takes too much work, with the cause that their fault names."""


@pytest.mark.parametrize("name", TOO_HEAVY)
def test_hand_with_too_much_work_is_stopped(name: str, engines: tuple[Engine, ...]) -> None:
    """A hand with too much work ends the game with a fault that names the work."""
    variant, words = TOO_HEAVY[name]
    compiled = variant.compile(0)
    chosen = engines if name == "shuffles" else engines[-1:]  # the plain engine takes seconds for others
    runs = [run(compiled.program, compiled.table, engine) for engine in chosen]
    assert all(each == runs[0] for each in runs)
    view = View(compiled.program, runs[0].table)
    said = explain_stop(runs[0].status, view, compiled.persons, compiled.decimals, compiled.described)
    assert said.startswith(f"hand 1: this hand takes too much work to play: {words}")
    assert MOST_WORK < runs[0].table[t.WORK] < MOST_WORK * 1.2
