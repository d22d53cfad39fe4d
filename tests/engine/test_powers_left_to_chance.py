"""Powers whose card or partner is a random number, which is drawn once; the games are reproducible."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cli.changed_rulesets import changed
from tests.session.games import Run, run

from bj.argument_values import Value
from bj.compiler.compile import compile_ruleset
from bj.session.engines import PLAIN, Engine, compiled_engine

CHOICES = {
    "place": ({"do": "discard card"}, "random(1, 2)"),
    "rank": ({"do": "take discard"}, "random(2, 14)"),
    "suit": ({"do": "change card", "into": "A"}, "random(1, 4)"),
    "seat": ({"do": "give card", "card": "first"}, "random(1, 3)"),
    "seat of a payment": ({"do": "change bankroll", "amount": "1"}, "random(1, 3)"),
    "seat of an exchange": ({"do": "exchange card"}, "random(1, 3)"),
    "seat of a hand": ({"do": "swap hands"}, "random(1, 3)"),
    "place of another": ({"do": "put card back", "partner": "next mate"}, "random(1, 2)"),
}
"""Effects, each with a number for its card or partner."""

ON = {"on": "turn", "when": "cards == 2"}


def game(reactions: list[dict[str, Any]], seed: int, engine: Engine = PLAIN) -> Run:
    """A game of three players with a power that has these reactions."""
    names = ("Ann", "Ben", "Cem")
    checked = changed(
        "classic",
        {
            "powers/luck": {"memory": {"lot": 1}, "reactions": reactions},
            "strategies/simple/powers": ["luck"],
            "players": [{"name": name, "bankroll": 500, "strategy": "simple"} for name in names],
        },
    )
    values: dict[str, Value] = {"bankroll": 500, "minimum": 5, "hands": 30, "player": "simple", "cuts": ()}
    compiled = compile_ruleset(checked, values, seed)
    return run(list(compiled.program), list(compiled.table), engine)


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("asks", [{}, {"ask": "Now?"}], ids=["", "asking"])
def test_a_choice_is_drawn_once(choice: str, asks: dict[str, Any]) -> None:
    """A game is the same whether the effect draws the number or an earlier reaction remembers it."""
    effect, lot = CHOICES[choice]
    key = choice.split(maxsplit=1)[0]
    reaction: dict[str, Any] = {**ON, **effect, **asks}
    drawn = [{**reaction, key: lot}]
    remembered = [{**ON, "set": {"lot": lot}}, {**reaction, key: "lot"}]
    assert game(drawn, 7).events == game(remembered, 7).events
    assert game(drawn, 7).events != game([{**reaction, key: "1"}], 7).events
    assert game(drawn, 7) == game(drawn, 7, compiled_engine())
