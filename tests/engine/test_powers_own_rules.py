"""Powers with a target or payouts of their own, for whoever has them, as long as they last."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cli.changed_rulesets import changed
from tests.oracle.tournament_duels import (
    ANN_WINS,
    BOTH_HAVE_17,
    Duel,
    act,
    checked,
    compiled,
    data_of,
    played,
)
from tests.oracle.tournament_games import lines_of
from tests.session.games import run

from bj.arguments import Value
from bj.ruleset.documents import merge_documents, read_documents
from bj.ruleset.load import shipped_rulesets
from bj.session.engines import compiled_engine

ALWAYS = {"while": "True"}
TWENTY_TWO = "TS 8H 6C 7D 6H 6D"
"""Ann draws to 22, then Bob to 21."""
SAYS = {"output": {"player_standing": "{name} has {bankroll}", "counts_as": "{name} counts {total}"}}


def of_ann(power: dict[str, Any], cards: str, **more: Any) -> list[str]:
    """What is said in a hand after its deal if Ann has a power."""
    return act(cards, changes={"powers": {"own": power}, **SAYS}, powers=["own"], **more)


def of_bob(power: dict[str, Any], cards: str) -> list[str]:
    """What is said in a hand if Bob, who deals, has a power."""
    duel = Duel(changes={"powers": {"own": power}})
    bob = {**data_of(duel)["members"]["bob1"], "powers": ["own"]}
    return played(duel._replace(changes={**duel.changes, "members": {"bob1": bob}}), cards)


@pytest.mark.parametrize(
    ("target", "cards", "end"),
    [
        (22, TWENTY_TWO, ["Ann stops at 22", "Bob turns 7D", "Bob gets 6D", "Bob stops at 21", "Ann wins 5"]),
        (21, TWENTY_TWO, ["Ann stops at 22", "Ann busts"]),
        (20, "TS 8H 6C 7D 5H", ["Ann stops at 21", "Ann busts"]),
        (22, "TS 8H 6C 7D 6H KD", ["Ann stops at 22", "Bob turns 7D", "Bob gets KD", "Bob stops at 25"]),
    ],
)
def test_a_hand_has_its_owner_s_target(target: int, cards: str, end: list[str]) -> None:
    """A total up to it stands and beats lower ones of the dealer, who has that of the house; others bust."""
    lines = of_ann({**ALWAYS, "target": target}, cards)
    assert [line for line in lines if not line.startswith("Ann gets")][: len(end)] == end


@pytest.mark.parametrize(
    ("target", "cards", "end"),
    [
        (20, "TS 8H AC 9D 9H", "Ann stops at 20"),  # the ace counts low
        (22, "6S 8H 5C 9D AH", "Ann stops at 22"),  # and here high
        (20, "9S 8H AC 9D", "Ann has a natural"),
        (22, "TS 8H AC 9D", "Ann stops at 21"),  # which is no natural
    ],
)
def test_aces_and_naturals_go_by_that_target(target: int, cards: str, end: str) -> None:
    """An ace counts high as long as that does not bust, and two cards that make the target are a natural."""
    assert end in of_ann({**ALWAYS, "target": target}, cards)


def test_only_the_dealer_s_hand_has_the_dealer_s_target() -> None:
    """A dealer with the target 20 busts with 21; with 22, the dealer may have 22, and the player not."""
    assert "Bob busts" in of_bob({**ALWAYS, "target": 20}, "TS 8H 7C 7D 6D")
    assert "Bob takes 5" in of_bob({**ALWAYS, "target": 22}, "TS 8H 7C 7D 6D")
    assert "Bob takes 5" in of_bob({**ALWAYS, "target": 22}, "TS 8H 7C 8D 6D")  # with 22
    assert "Ann busts" in of_bob({**ALWAYS, "target": 22}, TWENTY_TWO)


@pytest.mark.parametrize(
    ("payouts", "cards", "end"),
    [
        ({"tie": "win"}, BOTH_HAVE_17, "Ann wins 5"),
        ({"tie": "lose"}, BOTH_HAVE_17, "Bob takes 5"),
        ({"win": "3:1"}, ANN_WINS, "Ann wins 15"),
        ({"natural": "3:1"}, "TS 8H AC 9D", "Ann has 35"),
        ({"natural": "3:1", "tie": "lose"}, ANN_WINS, "Ann wins 5"),
        ({"win": "3:1"}, BOTH_HAVE_17, "push"),
    ],
)
def test_wagers_bring_what_the_power_says(payouts: dict[str, str], cards: str, end: str) -> None:
    """Ties, wins and naturals go as the power of the player says and, without one, as that of the dealer."""
    power = {**ALWAYS, "payouts": payouts}
    assert end in of_ann(power, cards)
    assert end in of_bob(power, cards)


@pytest.mark.parametrize(
    ("tie", "told"), [("lose", "beaten, 90"), ("win", "natural, 115"), ("push", "equal, 100")]
)
def test_naturals_that_tie_are_told_as_they_are_paid(tie: str, told: str) -> None:
    """Where `pay naturals` settles a natural against a natural, a power that lets it win or lose says so."""
    texts = {
        "dealer_natural": "beaten, {bankroll}",
        "player_natural": "natural, {bankroll}",
        "naturals_push": "equal, {bankroll}",
    }
    power = {"while": "True", "payouts": {"tie": tie}}
    changes = {
        **{"rules/dealer_natural": True, "payouts/tie": "win" if tie == "push" else "push"},
        **{"powers/lucky": power, "strategies/simple/powers": ["lucky"]},
        **{f"output/{key}": text for key, text in texts.items()},
    }
    values: dict[str, Any] = {"bankroll": 100, "minimum": 10, "hands": 1, "player": "simple", "cuts": ()}
    assert told in lines_of(changed("classic", changes), values, "AS AD KS KD", 0)


def test_the_player_s_payouts_come_before_the_dealer_s() -> None:
    """Where both have payouts of their own, those of the player count, as long as they last."""
    frost = {"while": "True", "payouts": {"tie": "lose"}}
    fire = {"while": "hand == 1", "payouts": {"tie": "win"}}
    duel = Duel(changes={"powers": {"frost": frost, "fire": fire}}, powers=["fire", "frost"])
    bob = {**data_of(duel)["members"]["bob1"], "powers": ["frost"]}
    lines = played(
        duel._replace(changes={**duel.changes, "members": {"bob1": bob}}), 2 * f"{BOTH_HAVE_17} ", hands=2
    )
    assert [line for line in lines if "wins" in line or "takes" in line] == ["Ann wins 5", "Bob takes 5"]


def test_winning_by_a_power_pays_as_much() -> None:
    """`win hand` pays what a win pays to whoever has a power with another payout."""
    power = {**ALWAYS, "payouts": {"win": "2:1"}, "on": "bust", "do": "win hand"}
    assert "Ann wins 10" in of_ann(power, TWENTY_TWO)


LATER: dict[str, Any] = {
    "memory": {"left": 0},
    "while": "left > 0",
    "target": 22,
    "payouts": {"tie": "win"},
}


def test_a_power_begins_in_the_middle_of_a_hand() -> None:
    """A number that is set lets the power last at once: a hand that would bust does not."""
    begins = {**LATER, "on": "bust", "when": "total == 22", "set": {"left": 1}, "say": "Not yet!"}
    lines = of_ann(begins, TWENTY_TWO)
    assert lines[1:3] == ["Ann: Not yet!", "Ann stops at 22"]
    assert "Ann wins 5" in lines
    begins = {**LATER, "on": "dealt", "set": {"left": 1}}
    assert "Ann stops at 22" in of_ann(begins, "6S 8H 5C 9D AH")  # 11 and an ace that is still to come
    assert "Ann wins 5" in of_ann(begins, BOTH_HAVE_17)


def test_a_power_ends_in_the_middle_of_a_hand() -> None:
    """A hand that stood beyond the target busts as soon as the power ends, and the dealer need not draw."""
    ends = {
        **LATER,
        "memory": {"left": 1},
        "reactions": [{"on": "turn", "of": "opponent", "set": {"left": 0}}],
    }
    lines = of_ann(ends, TWENTY_TWO)
    assert lines[-3:] == ["Ann stops at 22", "Ann busts", "Ann has 15"]
    assert "Ann wins 5" not in of_ann(ends, BOTH_HAVE_17)
    stays = {**ends, "reactions": [{"on": "turn", "of": "opponent", "set": {"left": 1}}]}
    assert "Ann wins 5" in of_ann(stays, TWENTY_TWO)


def test_it_lasts_for_the_next_hands() -> None:
    """Counted down when a hand is over, it is gone after as many hands, and everything is as before."""
    power = {
        **LATER,
        "reactions": [
            {"on": "push", "set": {"left": 3}},
            {"on": "hand over", "when": "left > 0", "set": {"left": "left - 1"}},
        ],
    }
    lines = played(Duel(changes={"powers": {"own": power}}, powers=["own"]), 5 * f"{BOTH_HAVE_17} ", hands=5)
    assert [line for line in lines if line in ("push", "Ann wins 5")] == [
        *("push", "Ann wins 5", "Ann wins 5", "push", "Ann wins 5")
    ]


@pytest.mark.parametrize(("shared", "end"), [("table", "push"), (None, "Bob busts")])
def test_what_is_shared_lasts_for_all(shared: str | None, end: str) -> None:
    """With a power that the table shares the dealer has the player's target too, as soon as it begins."""
    power = {**LATER, "payouts": {}, "on": "turn", "set": {"left": 1}, "as": "player"}
    power |= {"shared": shared} if shared else {}
    duel = Duel(changes={"powers": {"own": power}}, powers=["own"])
    bob = {**data_of(duel)["members"]["bob1"], "powers": ["own"]}
    duel = duel._replace(changes={**duel.changes, "members": {"bob1": bob}})
    lines = played(duel, "TS TH 6C 6D 6H 6S")
    assert end in lines


def test_a_hand_that_is_given_another_total_keeps_it() -> None:
    """A hand that counts as something goes on from there with the owner's target."""
    counts = {**ALWAYS, "target": 22, "on": "dealt", "do": "count as", "total": 13}
    assert "Ann stops at 22" in of_ann(counts, "TS 8H 6C 9D 9H")
    assert "Ann stops at 22" in of_ann({**counts, "total": 11}, "TS 8H 6C 9D AH")


@pytest.mark.parametrize(("shared", "end"), [("table", "# Push"), (None, "# Dealer busts")])
def test_a_dealer_without_powers_has_the_target_of_the_table(shared: str | None, end: str) -> None:
    """A power that the whole table shares is for the hand of a dealer who is in no team, too."""
    data = merge_documents(read_documents(shipped_rulesets()["classic"]))
    power = {"while": "hand == 1", "target": 22, **({"shared": shared} if shared else {})}
    data["powers"] = {"own": power}
    data["strategies"]["simple"]["powers"] = ["own"]
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple"}
    assert end in lines_of(checked(data), values, "TS TH 6C 6D 6H 6S", 0)


def test_it_is_the_same_at_both_speeds() -> None:
    """Targets and payouts that come and go make the same events and tallies in compiled games."""
    power = {
        **LATER,
        "reactions": [
            {"on": "hand lost", "set": {"left": "left + 2"}},
            {"on": "bust", "of": "opponent", "set": {"left": 0}},
            {"on": "hand over", "when": "left > 0", "set": {"left": "left - 1"}},
        ],
    }
    for seed in range(6):
        duel = Duel(changes={"powers": {"own": {**power, "target": 18 + seed}}}, powers=["own"])
        one, other = (compiled(duel, normal=60, hands=60, seed=seed) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())


# --- the dealer's rule ------------------------------------------------------------------------------------


DRAWS_TO = {"memory": {"left": 0}, "shared": "table", "while": "left > 0", "draws": "total < 19"}


def at_the_table(power: dict[str, Any], cards: str, **more: Any) -> list[str]:
    """What a hand of one player at a table says of the dealer."""
    changes = {"powers/own": power, "strategies/simple/powers": ["own"], "rules/dealer_natural": True}
    values: dict[str, Any] = {"bankroll": 100, "minimum": 10, "hands": 1, "player": "simple", "cuts": ()}
    lines = lines_of(changed("classic", changes | more), values, cards, 0)
    return [line for line in lines if line.startswith("Dealer")]


@pytest.mark.parametrize(("when", "total"), [("True", 20), ("False", 17)])
def test_the_dealer_draws_as_a_power_says(when: str, total: int) -> None:
    """A player's power makes the dealer hit 17 from the moment when it begins."""
    begins = {
        "on": "dealer stands",
        "do": "extra card",
        "when": when,
        "limit": "1 per hand",
        "set": {"left": 1},
    }
    power = {**DRAWS_TO, "reactions": [begins]}
    lines = at_the_table(power, "TS TH 9C 2D 5H AD 2H")
    assert lines[-1] == f"Dealer's total is {total}"


def test_the_dealer_draws_as_ever_when_the_power_ends() -> None:
    """A power that has ended before the dealer's turn changes nothing."""
    over = {"on": "turn", "set": {"left": 0}}
    power = {**DRAWS_TO, "memory": {"left": 1}, "reactions": [over]}
    assert at_the_table(power, "TS TH 9C 7D 2H")[-1] == "Dealer's total is 17"
    lasts = {**power, "reactions": []}
    assert at_the_table(lasts, "TS TH 9C 7D 2H")[-1] == "Dealer's total is 19"


def test_a_member_who_deals_draws_by_an_own_rule() -> None:
    """Bob's power lets him stand at 12, as long as he deals."""
    assert "Bob stops at 12" in of_bob({"while": "True", "draws": "False"}, "TS 8H 9C 4D 5C")
    assert "Bob stops at 17" in of_ann({"while": "True", "draws": "False"}, "TS 8H 9C 4D 5C")


def test_dealers_with_own_rules_are_the_same_at_both_speeds() -> None:
    """A rule that comes and goes makes the same events in compiled games."""
    comes = {"on": "hand begins", "set": {"left": "random(0, 1)"}}
    power = {**DRAWS_TO, "shared": "team", "draws": "total < 20 or soft", "reactions": [comes]}
    duel = Duel(changes={"powers": {"own": power}})
    bob = {**data_of(duel)["members"]["bob1"], "powers": ["own"]}
    duel = duel._replace(changes={**duel.changes, "members": {"bob1": bob}})
    one, other = (compiled(duel, normal=90, hands=30, seed=1) for _ in range(2))
    assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())


@pytest.mark.parametrize(("target", "upcard", "draws"), [(20, "9H", True), (24, "TH", False)])
def test_a_surrender_waits_for_naturals_of_the_dealer_s_target(target: int, upcard: str, draws: bool) -> None:
    """The dealer plays on for a hand given up only where an ace makes the target of a power."""
    power = {"shared": "table", "while": "True", "target": target, "reactions": []}
    changes = {
        **{"rules/dealer_natural": True, "rules/surrender": True, "output/player_surrenders": "gone"},
        "strategies/simple/rules": [{"when": "True", "do": "surrender"}],
    }
    lines = at_the_table({**power, "memory": {"left": 0}}, f"TS {upcard} 6C 2D 9D", **changes)
    assert any(line.startswith("Dealer's total") for line in lines) == draws


@pytest.mark.parametrize(
    ("shared", "target", "end"),
    [
        (None, 20, {"Ann has 115", "Ben has 105"}),
        ("team", 20, {"Ann has 115", "Ben has 115"}),
        ("table", 20, {"Ann has 115", "Ben has 115"}),
        ("team", 18, {"Ann has 95", "Ben has 95"}),  # both bust with 19, where the dealer's 17 is none
    ],
)
def test_what_players_share_lasts_for_all_of_them(shared: str | None, target: int, end: set[str]) -> None:
    """A power of Ann's with a target and payouts is Ben's too if they share it, as if both had it."""
    power: dict[str, Any] = {"while": "True", "target": target, "payouts": {"win": "3:1"}}
    if shared:
        power["shared"] = shared
    seats = [{"name": name, "bankroll": 100, "strategy": name.lower()} for name in ("Ann", "Ben")]
    changes = {
        "powers": {"own": power},
        "players": seats,
        "strategies/ann": {"extends": "simple", "powers": ["own"]},
        "strategies/ben": {"extends": "simple"},
        "output/player_standing": "{name} has {bankroll}",
    }
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple"}
    lines = lines_of(changed("classic", changes), values, "TS TH TD 9S 9H 7D")
    assert {line for line in lines if " has 1" in line or " has 9" in line} == end


# --- while hands are settled -----------------------------------------------------------------------------

ANN_LOSES = {"on": "hand lost", "when": "seat == 1", "set": {"goal": 1}}
AT_LEAST_18 = "TS 8C TH 6S 2S 8D"
"""Ann has 16, Ben 10, and the dealer 18."""


def two_lose(power: dict[str, Any], cards: str, **more: Any) -> list[str]:
    """What a hand says of Ann and Ben, who both stand, if the whole table shares a power, also the dealer."""
    seats = [{"name": name, "bankroll": 100, "strategy": "simple"} for name in ("Ann", "Ben")]
    changes = {
        "powers/own": {"memory": {"goal": 0}, "shared": "table", "while": "goal == 1", **power},
        "players": seats,
        "dealer/powers": ["own"],
        "strategies/simple/powers": ["own"],
        "strategies/simple/rules": [{"do": "stand"}],
        "output/paid": "{name} wins {amount}",
        "output/collected": "{name} loses {amount}",
        "output/player_standing": "{name} has {bankroll}",
        "output/player_says": "{name}: {words}",
        **more,
    }
    values: dict[str, Value] = {"bankroll": 100, "minimum": 10, "hands": 1, "player": "simple"}
    return lines_of(changed("classic", changes), values, cards, 0)


def money(lines: list[str]) -> list[str]:
    """What Ann and Ben have in the end."""
    return [line for line in lines if " has " in line]


@pytest.mark.parametrize(
    ("power", "cards"),
    [
        ({"target": 15}, AT_LEAST_18),
        ({"payouts": {"tie": "win"}}, "TS TH TH 6S 8S 8D"),
        ({"payouts": {"tie": "lose"}}, "TS TH TH 6S 8S 8D"),
        ({"payouts": {"win": "3:1"}}, "TS TH TH 6S 9S 8D"),
    ],
)
@pytest.mark.parametrize("begins", [True, False])
def test_all_hands_are_settled_by_the_same_rules(power: dict[str, Any], cards: str, begins: bool) -> None:
    """A power that begins or ends with a hand that loses changes nothing for the hands settled after it."""
    usual = {"memory": {"goal": 0 if begins else 1}}
    changing = {**ANN_LOSES, "set": {"goal": int(begins)}}
    before = two_lose({**usual, **power}, cards)
    after = two_lose({**usual, **power, "reactions": [changing]}, cards)
    assert after == before


def test_no_hand_busts_when_all_are_settled() -> None:
    """The dealer's hand keeps its target until the next hand is dealt, which has the new one."""
    power = {"target": 15, "reactions": [ANN_LOSES]}
    lines = two_lose(power, 2 * f"{AT_LEAST_18} ", **{"procedure/game": ["shuffle", *2 * [HAND]]})
    assert lines.count("# Dealer busts") == 1
    assert lines.index("# Dealer busts") > lines.index("# Hand 2 bankroll 90")


HAND: dict[str, Any] = {"repeat": "hand", "while": "hand < 2"}


def test_a_bonus_knows_no_power_that_begins_while_hands_are_settled() -> None:
    """A bonus on a power's name reads the same state for all hands, and the new one in the next hand."""
    bonus = {"payouts/bonuses": {"own": {"when": "own", "pays": "5:1"}}}
    lines = two_lose({"reactions": [ANN_LOSES]}, "TS TH TH 6S 9S 8D", **bonus)
    assert money(lines) == ["Ann has 90", "Ben has 110"]


def test_naturals_are_paid_by_the_same_rules() -> None:
    """A power that begins with the first natural paid counts after `pay naturals`."""
    power = {
        "payouts": {"natural": "5:1", "tie": "win"},
        "reactions": [{"on": "hand won", "when": "seat == 1", "set": {"goal": 1}}],
    }
    lines = two_lose(power, "AS AD TH KS KD 8D")
    assert money(lines) == ["Ann has 115", "Ben has 115"]
    assert money(two_lose(power, "AS TD TH KS 8C 8D")) == ["Ann has 115", "Ben has 110"]


def test_a_dealer_s_power_settles_all_hands_by_the_same_rules() -> None:
    """A power that begins with the first of several hands that a dealer's power settles counts afterwards."""
    power = {
        "payouts": {"win": "5:1"},
        "reactions": [
            {"on": "stand", "as": "dealer", "do": "lose hand"},
            {"on": "hand won", "when": "seat == 1", "set": {"goal": 1}},
        ],
    }
    assert money(two_lose(power, AT_LEAST_18)) == ["Ann has 110", "Ben has 110"]


def test_a_dealer_whose_target_falls_below_the_hand_busts() -> None:
    """A hand that would stand, and then has a lower target, busts before hands are compared with it."""
    for on in ({"on": "stand", "as": "dealer"}, {"on": "dealer stands"}):
        lines = two_lose({"target": 17, "reactions": [{**on, "set": {"goal": 1}}]}, AT_LEAST_18)
        assert "# Dealer busts" in lines
        assert money(lines) == ["Ann has 110", "Ben has 110"]


def test_settling_is_the_same_at_both_speeds() -> None:
    """Powers that wait until hands are settled make the same events in compiled games."""
    power = {
        "memory": {"goal": 0},
        "shared": "table",
        "while": "goal % 2 == 1",
        "target": 23,
        "payouts": {"tie": "win"},
        "reactions": [{"on": "hand lost", "set": {"goal": "goal + 1"}}, {"on": "stand", "set": {"goal": 1}}],
    }
    duel = Duel(changes={"powers": {"own": power}}, powers=["own"])
    one, other = (compiled(duel, normal=60, hands=60, seed=3) for _ in range(2))
    assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())
