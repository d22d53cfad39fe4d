"""Hands that count as another total, in which an ace may count high."""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle.tournament_duels import Duel, compiled, played
from tests.session.games import run

from bj.session.engines import compiled_engine

COUNT: dict[str, Any] = {"on": "turn", "as": "player", "do": "count as", "limit": "1 per hand"}
RULES = [{"when": "total < 17 or soft and total == 17", "do": "hit"}, {"do": "stand"}]
STRATEGY = {"strategies": {"counting": {"wager": "minimum", "rules": RULES}}}


def end(cards: str, total: int, soft: str | None, **more: Any) -> list[str]:
    """How Ann's hand ends, which counts as another total; she draws to a soft 17."""
    power = {**COUNT, "total": total} | ({} if soft is None else {"soft": soft}) | more
    lines = played(Duel([power], changes=STRATEGY), cards)
    return [line for line in lines if line.startswith(("Ann stops", "Ann has a"))]


@pytest.mark.parametrize(("soft", "total"), [(None, 23), ("False", 23), ("soft", 23), ("cards == 2", 18)])
def test_an_ace_counts_high_if_the_condition_holds(soft: str | None, total: int) -> None:
    """Ten and three that count as a soft 13 are a hard 13 with a king, and take a five; else they bust."""
    assert end("TS 8H 3C 9C KD 5D 2S", 13, soft) == [f"Ann stops at {total}"]


@pytest.mark.parametrize(("soft", "total"), [(None, 24), ("soft", 19)])
def test_a_hand_keeps_its_softness(soft: str | None, total: int) -> None:
    """Ace and six that count as a soft 14 are a hard 14 with a ten, and take a five."""
    assert end("AS 8H 6C 9C KD 5D 2S", 14, soft) == [f"Ann stops at {total}"]


@pytest.mark.parametrize(("total", "stops"), [(10, 23), (11, 19), (21, 21), (22, 22)])
def test_an_ace_counts_high_from_11_to_the_target(total: int, stops: int) -> None:
    """A total of 10 leaves no room for an ace that counts high, and one of 22 busts."""
    cards = {10: "4D 9D", 11: "4D 9D 5D"}.get(total, "KD")
    assert end(f"TS 8H 3C 9C {cards} 2S", total, "True") == [f"Ann stops at {stops}"]


def test_two_cards_that_count_as_a_soft_target_are_a_natural() -> None:
    """They are paid as one; a hard total of the target is not."""
    assert end("TS 8H 3C 9C 2S", 21, "True", on="dealt") == ["Ann has a natural"]
    assert end("TS 8H 3C 9C 2S", 21, None, on="dealt") == ["Ann stops at 21"]


def test_it_is_the_same_at_both_speeds() -> None:
    """Soft totals make the same events in compiled games."""
    power = {"on": "drawn", "do": "count as", "total": "total + 1", "soft": "soft or chance(50)"}
    for seed in range(3):
        duel = Duel([power], [power], changes=STRATEGY)
        one, other = (compiled(duel, normal=90, hands=30, seed=seed) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())
