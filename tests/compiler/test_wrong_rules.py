"""Tests games of houses that break a rule, made from games that keep it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compiler.test_compile import VALUES
from tests.session.games import run
from tests.session.variants_of_classic import classic_with

from bj.argument_values import Value
from bj.compiler.compile import compile_ruleset
from bj.compiler.wrong_rules import overlook_busts
from bj.compiler.wrong_totals import only_for
from bj.engine.face.view import Stop
from bj.record.events import read
from bj.ruleset.load import load_ruleset


@pytest.mark.parametrize("target", [20, 21, 23])
def test_busts_can_be_overlooked_for_any_target(target: int) -> None:
    """No hand loses by a bust: the house pays it, or it loses only if the dealer busts too."""
    rows = {"hard ..17": "H", "hard 18..": "S", "soft ..17": "H", "soft 18..": "S"}
    checked = classic_with({"rules.target": target, "strategies.simple.chart.rows": rows})
    compiled = compile_ruleset(checked, {**VALUES, "bankroll": 10_000, "hands": 300}, 3)
    overlook_busts()(compiled.program, compiled.table)
    played = run(compiled.program, compiled.table)
    assert played.status == Stop.DONE
    keys = {event.key for event in read(played.events, compiled.persons)}
    assert {"player_busts", "player_wins"} <= keys


def test_what_hands_are_worth_may_differ_for_some_alone(tmp_path: Path) -> None:
    """A dealer with normal values of hands has a natural that beats surrendered hands, as before."""
    file = tmp_path / "surrender.toml"
    file.write_text(
        '[ruleset]\ntitle = "Surrender"\nextends = "casino/european"\n[rules]\nsurrender = true\n'
        '[output]\nplayer_surrenders = "surrenders"\n'
        '[strategies.basic]\nrules = [{ when = "cards == 2", do = "surrender" }]\n',
        "utf-8",
    )
    values: dict[str, Value] = {"bankroll": 10_000, "hands": 200, "player": "basic"}
    usual, varied = (compile_ruleset(load_ruleset(file), values, 0) for _ in range(2))
    only_for([usual.roles.index("dealer")], lambda program, table: None)(varied.program, varied.table)
    played = run(usual.program, usual.table).events
    assert {"player_surrenders", "dealer_natural"} <= {event.key for event in read(played, usual.persons)}
    assert run(varied.program, varied.table).events == played
