"""The legal actions of a hand, and the preference that a strategy takes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.compiler.test_compile import VALUES
from tests.engine.legality import all_ask, judge
from tests.engine.variants import SEEDS, Variant, rulesets
from tests.session.games import run
from tests.session.variants_of_classic import Changes, classic_with

from bj.catalogue.actions import PLAYS
from bj.compiler.compile import compile_ruleset
from bj.record.events import read
from bj.ruleset.check import Checked
from bj.session.engines import Engine

DEEDS = {"player_doubles": "double", "player_dealt": "hit", "player_total": "stand"}
"""Actions by their first event."""

WANTED = {
    "H": ("hit", "hit"),
    "S": ("stand", "stand"),
    "D": ("double", "hit"),
    "Ds": ("double", "stand"),
    "Pd": ("double", "hit"),
    **dict.fromkeys(("P", "Ph", "R", "Rh", "Rp"), ("hit", "hit")),
    **dict.fromkeys(("Ps", "Rs"), ("stand", "stand")),
}
"""The action of each code of a chart, with and without doubling."""

RICH = {"bankroll": 10, "minimum": 5}
POOR = {"bankroll": 9, "minimum": 5}


@given(rulesets(), SEEDS)
@settings(max_examples=15)
def test_what_is_legal_is_what_the_engine_accepts(
    engines: tuple[Engine, ...], variant: Variant, seed: int
) -> None:
    """At every decision of random games the rules, the question and both engines agree."""
    asking = all_ask(variant)
    judge(asking, asking.compile(seed), seed, engines)


def charted(code: str, changes: Changes) -> Checked:
    """The classic ruleset with a chart that has ``code`` for every hand."""
    return classic_with({"strategies.simple.chart.rows": {"hard ..21": code, "soft ..21": code}, **changes})


def first_deeds(checked: Checked, **values: int) -> set[str]:
    """The first action of the player in some games, after the deal."""
    found = set()
    for seed in range(6):
        compiled = compile_ruleset(checked, {**VALUES, **values}, seed)
        told = [event.key for event in read(run(compiled.program, compiled.table).events, compiled.persons)]
        dealt = [at for at, key in enumerate(told) if "_dealt" in key][:4]
        deed = next(key for key in told[dealt[-1] + 1 :] if key in DEEDS)
        if "player_natural" not in told[: told.index("player_total")]:
            found.add(DEEDS[deed])
    return found


@pytest.mark.parametrize("code", PLAYS)
def test_the_first_legal_action_of_a_preference_is_played(code: str) -> None:
    """A hand is doubled if house and money allow it; otherwise the second choice of the code applies."""
    wanted, otherwise = WANTED[code]
    doubles: Changes = {"rules.double": True}
    assert first_deeds(charted(code, doubles), **RICH) == {wanted}
    assert first_deeds(charted(code, doubles), **POOR) == {otherwise}
    assert first_deeds(charted(code, {}), **RICH) == {otherwise}
