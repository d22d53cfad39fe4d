"""Powers of the dealer of the house, at a table without teams."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cli.changed_rulesets import changed
from tests.oracle.tournament_games import lines_of
from tests.session.games import run

from bj.arguments import Value
from bj.compiler.compile import compile_ruleset
from bj.session.engines import compiled_engine

VALUES: dict[str, Value] = {"bankroll": 100, "minimum": 10, "hands": 2, "player": "simple"}
OUTPUT = {
    "output/dealer_says": "{name}: {words}",
    "output/receives": "{name} receives {amount} and has {bankroll}",
    "output/gives": "{name} gives {amount} and has {bankroll}",
}
BUSTS = "TS TH 9S 6C 9D "
WINS = "TS TH 8S 9C "
RETAKE = {"on": "bust", "do": "retake hand", "say": "again"}


def told(
    dealer: dict[str, Any], cards: str, defined: dict[str, Any] | None = None, mine: tuple[str, ...] = ()
) -> list[str]:
    """What the dealer says and how games end that the player, who has powers too, opens with 10 of 100."""
    changes = OUTPUT | {f"dealer/{key}": value for key, value in dealer.items()}
    changes |= {"powers": defined or {}, "strategies/simple/powers": [*mine]}
    values: dict[str, Value] = VALUES | {"hands": (cards + " ").count("TS ")}
    lines = lines_of(changed("classic", changes), values, cards)
    return [line for line in lines if line.startswith(("Dealer: ", "# Dealer b", "# Player has"))]


def test_the_dealer_reacts() -> None:
    """What a dealer says and does on a bust is said and done, and on the next one again."""
    pays = {"on": "bust", "say": "ouch", "do": "change bankroll", "amount": -3, "partner": "opponent"}
    assert told({"reactions": [pays]}, BUSTS * 2) == [
        *("Dealer: ouch", "# Dealer busts") * 2,
        "# Player has 126 after 2 hands",
    ]


def test_a_dealer_has_powers_with_start_values() -> None:
    """A dealer who may retake two hands in a game retakes both that bust."""
    power = {**RETAKE, "memory": {"lives": 0}, "when": "lives > 0", "set": {"lives": "lives - 1"}}
    gift = {"power": "grim", "with": {"lives": 1}}
    again = "TC 9C TD 2S 2D 3D"
    assert told({"powers": ["grim"]}, BUSTS, {"grim": power})[0] == "# Dealer busts"
    assert told({"powers": [gift]}, BUSTS + again, {"grim": power})[0] == "Dealer: again"


def test_a_power_of_the_dealer_may_last() -> None:
    """A dealer whose own target is 25 stands on what would have been a bust, and draws by another rule."""
    power = {"while": "True", "target": 25, "draws": "total < 19"}
    assert told({"powers": ["high"]}, "TS TH 9S 8C 6D", {"high": power}) == ["# Player has 90 after 1 hands"]
    assert told({}, "TS TH 9S 8C") == ["# Player has 110 after 1 hands"]


def test_a_power_of_all_lasts_beside_those_of_the_dealer() -> None:
    """A dealer with a power that says something has the target of one that the table shares, too."""
    shared = {"while": "True", "target": 25, "shared": "table"}
    says = {"on": "hand begins", "say": "go"}
    lines = told({"powers": ["loud"]}, BUSTS, {"loud": says, "high": shared}, ("high",))
    assert lines == ["Dealer: go", "# Player has 90 after 1 hands"]


def test_what_players_win_happens_to_opponents_of_the_dealer() -> None:
    """A dealer hears of hands that players win, and takes something back from whoever it was."""
    taxes = {"on": "hand won", "of": "opponent", "do": "change bankroll", "amount": 4, "partner": "them"}
    assert told({"reactions": [{**taxes, "say": "tax"}]}, BUSTS) == [
        "# Dealer busts",
        "Dealer: tax",
        "# Player has 106 after 1 hands",
    ]


@pytest.mark.parametrize("tallied", [False, True])
def test_both_engines_play_dealers_with_powers_alike(*, tallied: bool) -> None:
    """Games with a dealer who retakes hands and draws on end alike, told or tallied."""
    power = {"on": "stand", "do": "extra card", "when": "total < 19", "limit": "1 per hand"}
    changes = OUTPUT | {"dealer/reactions": [{**RETAKE, "when": "chance(50)"}], "dealer/powers": ["bold"]}
    checked = changed("classic", changes | {"powers": {"bold": power}})
    made = compile_ruleset(checked, VALUES | {"hands": 200, "bankroll": 10000}, 7, tallied=tallied)
    plain = run(list(made.program), list(made.table))
    assert run(list(made.program), list(made.table), compiled_engine()) == plain


@pytest.mark.parametrize(("do", "ben"), [("lose hand", 110), ("win hand", 90), ("void hand", 100)])
def test_whoever_has_bust_has_lost_whatever_the_dealer_does(do: str, ben: int) -> None:
    """What the dealer does to all hands happens to Ben, who stands on 20, and not to Ann, who has bust."""
    changes: dict[str, Any] = {
        "dealer/reactions": [{"on": "stand", "do": do}],
        "players": [{"name": name, "bankroll": 100, "strategy": "simple"} for name in ("Ann", "Ben")],
        "output/player_standing": "{name} has {bankroll}",
    }
    lines = lines_of(changed("classic", changes), VALUES | {"hands": 1}, "TS KS TH 6C QD 7D 9S")
    assert [line for line in lines if " has " in line] == ["Ann has 90", f"Ben has {ben}"]


def test_surrendered_hands_lose_half_whatever_the_dealer_does() -> None:
    """A dealer who loses against all hands pays nothing to Ann, who has given hers up."""
    changes: dict[str, Any] = {
        "dealer/reactions": [{"on": "stand", "do": "lose hand"}],
        "players": [{"name": name, "bankroll": 100, "strategy": "simple"} for name in ("Ann", "Ben")],
        "rules/surrender": "cards == 2",
        "strategies/simple/rules": [{"when": "total == 16", "do": "surrender"}],
        "output/player_standing": "{name} has {bankroll}",
    }
    lines = lines_of(changed("classic", changes), VALUES | {"hands": 1}, "TS KS TH 6C QD 7D")
    assert [line for line in lines if " has " in line] == ["Ann has 95", "Ben has 110"]
