"""Games of houses that break a rule, made of games that keep it."""

from __future__ import annotations

import pytest
from tests.compiler.test_compile import VALUES
from tests.session.games import run
from tests.session.variants_of_classic import classic_with

from bj.compiler.compile import compile_ruleset
from bj.compiler.variations import overlook_busts
from bj.engine.view import Stop
from bj.record.events import read


@pytest.mark.parametrize("target", [20, 21, 23])
def test_busts_can_be_overlooked_whatever_the_target_is(target: int) -> None:
    """No hand is lost because it has bust: the house pays it, or it loses to a dealer's bust alone."""
    rows = {"hard ..17": "H", "hard 18..": "S", "soft ..17": "H", "soft 18..": "S"}
    checked = classic_with({"rules.target": target, "strategies.simple.chart.rows": rows})
    compiled = compile_ruleset(checked, {**VALUES, "bankroll": 10_000, "hands": 300}, 3)
    overlook_busts()(compiled.program, compiled.table)
    played = run(compiled.program, compiled.table)
    assert played.status == Stop.DONE
    keys = {event.key for event in read(played.events, compiled.persons)}
    assert {"player_busts", "player_wins"} <= keys
