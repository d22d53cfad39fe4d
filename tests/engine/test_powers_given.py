"""Powers that remember something, that have limits, and that members have with values of their own."""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle.tournament_duels import BOTH_HAVE_17, Duel, played

LOST = "TS TH 7S 9C "
WON = "TS TH 9S 7C "
PUSHED = f"{BOTH_HAVE_17} "


def words(power: dict[str, Any], gift: Any, cards: str, hands: int, **more: Any) -> list[str]:
    """What Ann says and has in a duel in which she has a power; a hand costs 5."""
    duel = Duel(changes={"powers": {"power": power}}, powers=[gift], strategy="simple")
    lines = played(duel, cards, hands=hands, normal=100, **more)
    return [line.replace("Ann: ", "") for line in lines if line.startswith(("Ann: ", "Ann has"))]


def test_a_power_remembers_over_several_occasions() -> None:
    """A number that grows with every loss begins anew with a win, and the third loss in a row is noticed."""
    power = {
        "memory": {"row": 0},
        "reactions": [
            {"on": "hand lost", "set": {"row": "row + 1"}},
            {"on": "hand won", "set": {"row": 0}},
            {"on": "hand lost", "when": "row == 3", "say": "three"},
        ],
    }
    assert words(power, "power", LOST * 2 + WON + LOST * 3, 6) == ["three", "Ann has 80"]


@pytest.mark.parametrize(("gift", "said"), [("power", 1), ({"power": "power", "with": {"most": 15}}, 3)])
def test_a_member_has_a_power_with_values_of_its_own(gift: Any, said: int) -> None:
    """What is remembered as money grows by wagers; a limit given with the power is the member's."""
    power = {
        "memory": {"lost": 0, "most": 5},
        "on": "hand lost",
        "when": "lost < most",
        "set": {"lost": "lost + wager"},
        "say": "ouch",
    }
    assert words(power, gift, LOST * 4, 4) == ["ouch"] * said + ["Ann has 80"]


def test_money_is_remembered_to_the_cent() -> None:
    """What is remembered as money is counted in its smallest units, however the start value is written."""
    power = {
        "memory": {"lost": "2"},
        "reactions": [
            {"on": "hand lost", "set": {"lost": "lost + wager // 2"}},
            {"on": "hand lost", "when": "lost == 7.00", "say": "seven"},
        ],
    }
    duel = Duel(changes={"powers": {"power": power}, "money": {"decimals": 2}}, powers=["power"])
    assert "Ann: seven" in played(duel, LOST * 3, hands=3, normal=100)
    assert "Ann: seven" not in played(duel, LOST, hands=1, normal=100)


@pytest.mark.parametrize(
    ("limit", "said"),
    [("1 per hand", 3), ("2 per hand", 3), ("2 per round", 2), ("1 per game", 1), ("4 per game", 3)],
)
def test_a_limit_counts_how_often_something_happens(limit: str, said: int) -> None:
    """No more often than its limit says does a power happen in a period, and it begins anew with the next."""
    power = {"on": "hand lost", "say": "ouch", "limit": limit}
    assert words(power, "power", LOST * 3, 3) == ["ouch"] * said + ["Ann has 85"]


def test_a_limit_of_a_hand_and_of_a_round_begins_anew() -> None:
    """A hand that busts twice is retaken once; in the next hand, and in the next round, once again."""
    power = {"on": "bust", "do": "retake hand", "say": "stop", "limit": "1 per hand"}
    busts = "TS 8H 6C 7D KC TH 6D KH "  # 26, then three cards again: 26
    assert words(power, "power", busts * 2, 2) == ["stop", "stop", "Ann has 90"]
    once = {**power, "limit": "1 per round"}
    assert words(once, "power", busts + "TS 8H 6C 7D KC", 2) == ["stop", "Ann has 90"]


def test_a_limit_that_is_not_reached_leaves_the_condition() -> None:
    """A limit counts only what has happened, under the condition that there is besides."""
    power = {"on": "hand lost", "when": "hand != 2", "say": "ouch", "limit": "2 per game"}
    assert words(power, "power", LOST * 4, 4) == ["ouch", "ouch", "Ann has 80"]


@pytest.mark.parametrize(
    ("partner", "given"), [(None, {True: 1000, False: 95}), ("opponent", {True: 100, False: 95})]
)
@pytest.mark.parametrize("credit", [True, False])
def test_nobody_gives_what_is_wagered(partner: str | None, given: dict[bool, int], credit: bool) -> None:
    """Ann, who has 100 and has wagered 5, cannot get into debt; on credit, the house may ask for more."""
    gives = {"on": "dealt", "as": "player", "do": "change bankroll", "amount": "-1000"}
    output = {"player_gives": "Ann: {amount}", "player_receives": "", "dealer_receives": ""}
    duel = Duel(
        [gives | ({"partner": partner} if partner else {})],
        changes={"rules": {"credit": credit}, "output": output},
        strategy="simple",
    )
    assert f"Ann: {given[credit]}" in played(duel, LOST, normal=100)
