"""Powers that look at the next card of the shoe, and put it back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.cli.changed_rulesets import changed
from tests.oracle.tournament_duels import Duel, compiled, played
from tests.session.games import run

from bj.compiler.compile import compile_ruleset
from bj.record.events import read
from bj.session.engines import compiled_engine

LOOK: dict[str, Any] = {"on": "turn", "as": "player", "do": "look at next card"}
BACK: dict[str, Any] = {"on": "turn", "as": "player", "do": "put next card back"}
TOLD = {"player_looks_ahead": "{name} sees {card}", "player_puts_back": "{name} puts back {card}"}


def told(ann: list[dict[str, Any]], cards: str) -> list[str]:
    """What is said in one hand after the deal."""
    lines = played(Duel(ann, changes={"output": TOLD}, strategy="simple"), cards)
    return lines[next(at for at, line in enumerate(lines) if line.startswith("Bob gets")) + 2 :]


def test_the_next_card_is_seen_before_it_is_dealt() -> None:
    """Ann has 13 and sees the eight that she is going to draw; what she sees she can talk of."""
    lines = told([LOOK, {"on": "turn", "say": "eight", "when": "next_card == 8"}], "TS TH 3C 9D 8C")
    assert lines[:4] == ["Ann sees 8C", "Ann: eight", "Ann gets 8C", "Ann stops at 21"]


def test_a_card_that_was_dealt_is_not_the_next_one() -> None:
    """Once Ann has drawn the eight that she saw, nobody knows the next card."""
    lines = told([LOOK, {"on": "stand", "say": "eight", "when": "next_card == 8"}], "TS TH 3C 9D 8C 8D")
    assert lines[:3] == ["Ann sees 8C", "Ann gets 8C", "Ann stops at 21"]


@pytest.mark.parametrize(("below", "drawn"), [(1, ["7C", "KC"]), (2, ["7C", "2C"])])
def test_the_next_card_is_put_back(below: int, drawn: list[str]) -> None:
    """The king goes below as many cards as are known, and each is dealt in its turn."""
    looks = [LOOK, {**BACK, "below": below, "when": "next_card == 10"}, LOOK, LOOK]
    order = "5S TH 3C 9D KC 7C 2C"
    lines = told(looks, order)
    assert lines[:3] == ["Ann sees KC", "Ann puts back KC", "Ann sees 7C"]
    assert [line[-2:] for line in lines if line.startswith("Ann gets")] == drawn


def test_nothing_is_put_back_that_was_not_seen() -> None:
    """Only who has looked, in this turn, knows a card to put back."""
    assert not [line for line in told([{**BACK, "say": "away"}], "TS TH 3C 9D 8C") if "away" in line]


@pytest.mark.parametrize("method", ["uniform", "riffle"])
def test_the_shoe_keeps_its_cards(method: str) -> None:
    """The card that is seen and left is dealt next, and between two shuffles no card comes twice."""
    shuffle = (
        {"method": "uniform"} if method == "uniform" else {"method": "riffle", "cuts": 5, "between": [20, 30]}
    )
    looks = [LOOK, {**BACK, "below": 3, "when": "next_card < 6"}]
    changes = {"strategies/simple/reactions": looks, "shoe/shuffle": shuffle, "arguments/cuts": None}
    checked = changed("classic", {**changes, "ruleset/usage": None})
    values: dict[str, Any] = {"bankroll": 5000, "minimum": 5, "hands": 60, "player": "simple"}
    game = compile_ruleset(checked, values, 3)
    seen, dealt, looked = 0, Counter[int](), None
    for event in read(run(game.program, game.table).events, game.persons):
        if event.key == "shuffle":
            dealt.clear()
            looked = None
        elif event.key in ("player_looks_ahead", "player_puts_back"):
            looked = event.card if event.key == "player_looks_ahead" else None
            seen += 1
        elif event.key.endswith(("_dealt", "_dealt_down")) and event.card is not None:
            assert looked in (None, event.card)
            looked = None
            dealt[event.card] += 1
            assert dealt[event.card] == 1
    assert seen > 30


def test_it_is_the_same_at_both_speeds() -> None:
    """Looking ahead, and putting back, makes the same events in compiled games."""
    powers = [
        LOOK,
        {**BACK, "below": "random(1, 60)", "when": "chance(60)"},
        {**LOOK, "of": "opponent", "as": "both"},
    ]
    for seed in range(3):
        duel = Duel(powers, powers)
        one, other = (compiled(duel, normal=90, hands=30, seed=seed) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())
