"""Wagers that are multiples of an amount."""

from __future__ import annotations

from typing import Any

import pytest

import bj
from bj.errors import GameError, RulesetError
from bj.record.events import Event


def table(wager: str = "bankroll // 37", **rules: Any) -> dict[str, Any]:
    """A casino where wagers are multiples of 5, from 10."""
    return {
        "ruleset": {"title": "Chips", "extends": "casino"},
        "rules": {"minimum_wager": 10, "wager_step": 5, **rules},
        "strategies": {"basic": {"wager": wager}},
    }


def wagers(ruleset: dict[str, Any], seed: int = 0) -> list[int]:
    """The wagers of a strategy in cents."""
    events: tuple[Event, ...] = bj.State(ruleset, {"player": "basic", "hands": 30}, seed=seed).events
    return [event.wager or 0 for event in events if event.key == "player_bets"]


def test_the_wagers_of_a_strategy_are_rounded_down() -> None:
    """An amount between two multiples becomes the lower one, also an amount by chance."""
    usual = table()
    del usual["rules"]["wager_step"]
    assert wagers(table())[0] == wagers(usual)[0] // 500 * 500 == 2500
    by_chance = wagers(table("minimum * random(10, 30) // 10"))
    assert {wager % 500 for wager in by_chance} == {0}
    assert len({*by_chance}) > 4


def test_a_simulation_has_such_wagers_too() -> None:
    """The average wager of 14 is 10."""
    found = bj.simulate(table("14"), {"player": "basic"}, hands=1000)
    assert found.players[0].average_wager == 10


def test_a_person_chooses_among_multiples() -> None:
    """The largest possible wager is a multiple as well, and others are illegal."""
    state = bj.State(table(), {"player": "human", "bankroll": 47})
    assert state.question is not None
    assert state.question.wagers == range(1000, 4701, 500)
    assert 1500 in state.legal_actions()
    with pytest.raises(bj.UsageError):
        state.apply(1100)


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({"minimum_wager": 12}, "`rules.minimum_wager` is not a multiple of `rules.wager_step`"),
        ({"wager_step": "bankroll - 1000"}, "`rules.wager_step` is not above 0"),
    ],
)
def test_the_smallest_wager_is_a_multiple(rules: dict[str, Any], says: str) -> None:
    """Other values prevent a game, and advice says so before."""
    assert says in str(bj.validate(table(**rules)))
    with pytest.raises(GameError, match=f"{says} with these arguments"):
        bj.State(table(**rules), {"player": "basic"})


def test_a_step_of_nothing_is_refused() -> None:
    """A multiple of 0 is no wager."""
    with pytest.raises(RulesetError, match="wagers cannot be multiples of 0 or less"):
        bj.load_ruleset(table(wager_step=0))
