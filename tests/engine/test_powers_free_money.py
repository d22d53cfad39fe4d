"""What powers can take: all money that is not at stake on a hand of this round."""

from __future__ import annotations

import pytest
from tests.cli.changed_rulesets import changed
from tests.oracle.tournament_games import lines_of

from bj.arguments import Value

WON = "TS TH 9S 7C "
INSURED = "TS AH 9S 7C "


@pytest.mark.parametrize(
    ("occasion", "hand", "given"),
    [
        ("hand begins", 1, 100),
        ("dealt", 1, 100 - 40 - 5),
        ("turn", 1, 100 - 40 - 5),
        ("hand won", 1, 100 + 40 - 5),
        ("hand over", 1, 100 + 40 - 5),
        ("hand begins", 2, 135),
        ("dealt", 2, 135 - 40 - 5),
        ("turn", 2, 135 - 40 - 5 - 20),
        ("hand over", 2, 135 + 40 - 5 - 20),
        ("hand begins", 3, 150),
    ],
)
def test_only_what_is_on_a_hand_is_at_stake(occasion: str, hand: int, given: int) -> None:
    """A wager, a side bet and insurance are at stake from when they are made until they are settled."""
    power = {"on": occasion, "when": f"hand == {hand}", "do": "change bankroll", "amount": "-1000"}
    checked = changed(
        "side_bets/lucky_ladies",
        {
            "strategies/basic/wager": "40",
            "strategies/basic/insurance": "True",
            "strategies/basic/reactions": [power],
            "output/player_gives": "gives {amount}",
        },
    )
    values: dict[str, Value] = {"bankroll": 100, "hands": 3, "player": "basic"}
    lines = lines_of(checked, values, WON + INSURED + WON)
    assert next(line for line in lines if "gives" in line) == f"gives {given}"


def test_a_hand_that_is_void_leaves_nothing_at_stake() -> None:
    """Where the cards run out, the hand begins again, and all of the wager is there to be taken."""
    checked = changed(
        "classic",
        {
            "shoe/when_empty": "restart hand",
            "shoe/reshuffle_when": "False",
            "strategies/simple/wager": "bankroll",
            "strategies/simple/reactions": [
                {"on": "hand begins", "do": "change bankroll", "amount": "-1"},
                {"on": "hand over", "do": "change bankroll", "amount": "100 - bankroll"},
            ],
        },
    )
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 40, "player": "simple", "cuts": ()}
    begun = [line.split("bankroll ")[1] for line in lines_of(checked, values) if "# Hand" in line]
    assert begun.count("98") > 1
    assert set(begun) == {"99", "98"}
