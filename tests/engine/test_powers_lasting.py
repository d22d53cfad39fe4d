"""Powers that last as long as something holds: rules of the house that are a player's own."""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle.tournament_duels import ANN_WINS, Duel, compiled, played
from tests.session.games import run

from bj.session.engines import compiled_engine

NATURAL = "TS 8H AC 9D "
LOST = "TS TH 7S 9C "
UNDERDOG: dict[str, Any] = {
    "powers": {"underdog": {"while": "bankroll < 20"}},
    "payouts": {"bonuses": {"brave": {"when": "underdog and total == 21 and cards == 2", "pays": "3:1"}}},
}


@pytest.mark.parametrize(("powers", "end"), [(["underdog"], 30), ([], 22)])
def test_a_natural_pays_more_to_an_underdog(powers: list[str], end: int) -> None:
    """Only for whoever has the power, and only as long as it lasts, a natural pays 3:1 and not 3:2."""
    lines = played(Duel(changes=UNDERDOG, powers=powers), LOST + NATURAL, hands=2)
    assert f"Ann has {end}" in lines
    lines = played(Duel(changes=UNDERDOG, powers=powers), NATURAL, hands=1)
    assert "Ann has 27" in lines


def test_a_rule_of_the_house_is_a_member_s_own() -> None:
    """Doubling is allowed to one player alone, as long as the hand is one of the first two."""
    changes: dict[str, Any] = {
        "powers": {"eager": {"while": "hand <= 2"}},
        "rules": {"double": "eager and cards == 2"},
        "output": {"player_doubles": "{name} doubles to {wager}"},
        "strategies": {"simple": {"wager": "minimum", "rules": [{"do": "double"}]}},
    }
    doubles = "5S 8H 6C 9D TC "  # 21, and three tens for it when it is only hit
    lines = played(Duel(changes=changes, powers=["eager"], strategy="simple"), doubles * 3 + "TD", hands=3)
    assert lines.count("Ann doubles to 10") == 2
    lines = played(Duel(changes=changes, strategy="simple"), doubles + "TD", hands=1)
    assert "Ann doubles to 10" not in lines


def test_it_is_the_same_at_both_speeds() -> None:
    """A power that comes and goes makes the same events in compiled games."""
    for seed in range(4):
        duel = Duel(changes=UNDERDOG, powers=["underdog"])
        one, other = (compiled(duel, normal=30, hands=30, seed=seed) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())


def test_it_depends_on_whose_turn_it_is() -> None:
    """A strategy knows the power too: an underdog bets twice as much."""
    strategies = {"simple": {"wager": "2 * minimum if underdog else minimum", "rules": [{"do": "stand"}]}}
    changes = {**UNDERDOG, "strategies": strategies}
    lines = played(Duel(changes=changes, powers=["underdog"], strategy="simple"), LOST + ANN_WINS, hands=2)
    assert [line for line in lines if " bets " in line] == ["Ann bets 5", "Ann bets 10"]


def test_a_power_that_never_ends_is_named() -> None:
    """A power with which a hand takes ever more cards is stopped, and the message names it."""
    power = {"greedy": {"on": "bust", "do": "count as", "total": 0}}
    lines = played(
        Duel(changes={"powers": power}, powers=["greedy"]), "TS 8H 6C 7D KC" + 3 * (8 * " 2C" + " KC")
    )
    assert lines[-1].endswith("Ann would go on forever: `count as` on `bust` in [powers.greedy]")
