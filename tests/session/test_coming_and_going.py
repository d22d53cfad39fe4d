"""Tests that players who leave the table, and members who return to it, do not affect the next hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.engine.variants import asking
from tests.session.bank import bank_of
from tests.session.test_state import choose

import bj
from bj.errors import GameError
from bj.session.point_of_view import Observation

TABLE = """
[ruleset]
title = "Two hands for Ann, one each for Ben and Cleo"
extends = "casino"

[[players]]
name = "Ann"
bankroll = 1000
strategy = "human"
spots = 2

[[players]]
name = "Ben"
bankroll = 1000
strategy = "human"

[[players]]
name = "Cleo"
bankroll = 1000
strategy = "human"
"""

LEAGUE = """
[ruleset]
title = "A league of players who split"
extends = "variants/three_taverns"

[rules]
split = true

[strategies.simple]
rules = [{ when = "pair", do = "split" }]
"""

CROWD = """
[ruleset]
title = "A pack for every player"
extends = "vegas"
without = ["shoe.reshuffle_when"]

[shoe]
players_per_pack = 1
penetration = "75%"

[prompts.wager]
quit = 0
"""


def test_a_player_who_leaves_at_a_later_hand_takes_no_wager_from_others() -> None:
    """After Ann has wagered on one hand and leaves at the second, Ben and Cleo are asked for their wagers."""
    state = bj.State(TABLE, hands=1).apply("10").apply("leave")
    asked = []
    while state.kind == "wager":
        asked.append(state.persons[state.actor or 0])
        state.apply("20")
    assert asked == ["Ben", "Cleo"]
    assert [event.wager for event in state.events if event.key == "player_bets"] == [1000, 2000, 2000]


@pytest.mark.parametrize("seed", range(3))
def test_a_member_comes_back_with_a_whole_hand(seed: int) -> None:
    """In a later match, a hand is not treated as split until its player splits it."""
    split = splits = 0
    for event in bj.State(LEAGUE, seed=seed).play({}).events:
        if event.key == "hand":
            split = 0
        elif event.key == "player_splits":
            split, splits = 1, splits + 1
        assert split or event.key != "player_part"
    assert splits > 3


def test_the_share_of_a_shoe_stays_the_same_when_players_leave() -> None:
    """Three packs, filled for three players, are shuffled when a quarter is left, also for one player."""
    seats = ["human:Ann:100", "human:Ben:100", "human:Cleo:100"]
    state = bj.State(CROWD, seats, rounds=60)
    before: list[Observation] = []
    wagers = 0
    while not state.is_over:
        if state.kind == "wager":
            before += [state.observation()] * (state.actor == 2)
            wagers += 1
            state.apply("leave" if wagers in (1, 2) else "1")
        else:
            state.apply("stand" if state.kind == "action" else "no")
    left = [each.cards_left for each in before]
    shuffled = [earlier for earlier, later in pairwise(left) if later > earlier]
    assert shuffled
    assert all(earlier - 39 < 12 for earlier in shuffled)
    assert min(left) >= 39


BELL = """
[ruleset]
title = "A league that rings a bell"
extends = "variants/three_taverns"

[powers.bell]
on = "round begins"
ask = "Ring the bell?"
say = "Ding!"

[strategies.human]
powers = ["bell"]

[members]
ada.strategy = "human"
bert.strategy = "human"
clara.strategy = "human"
dick.strategy = "human"
edith.strategy = "human"
frank.strategy = "human"

[output]
standing = "{name} has {bankroll} at the end."
"""


@pytest.mark.parametrize("on", ["round begins", "round over", "kicked out", "round won"])
def test_leaving_between_two_hands_changes_no_bankroll(on: str) -> None:
    """A hand that is over stays as it was settled, and costs no later dealer anything."""
    state = bj.State(BELL.replace("round begins", on), seed=4)
    questions = 0
    while not state.is_over:
        if state.kind == "power":
            questions += 1
            seen = state.observation()
            left = state.clone().leave()
            standings = [(each.name, each.bankroll) for each in left.events if each.key.endswith("standing")]
            assert standings == [(each.name, each.bankroll) for each in (*seen.players, seen.dealer)]
        state.apply({"power": "no", "action": "stand"}.get(state.kind, "5"))
    assert questions > 1


CURSE = """
[ruleset]
title = "A league whose dealers give cards to members who wait"
extends = "variants/three_taverns"

[powers.curse]
on = "dealt"
as = "dealer"
do = "draw card"
partner = "next mate"
say = "For you."

[members]
ada.powers = ["curse"]
clara.powers = ["curse"]
edith.powers = ["curse"]
"""


@pytest.mark.parametrize("seed", range(4))
def test_a_member_who_waits_has_no_cards_from_an_earlier_match(seed: int) -> None:
    """No power reaches the hand of a match that is over, and no card of it is in the shoe again."""
    events = bj.State(CURSE, seed=seed).play({}).events
    assert max(event.match or 0 for event in events) > 2
    assert not [event for event in events if event.key == "dealer_takes_card"]


HEX = """
[ruleset]
title = "A league with a rule for dealers that ends with the match"
extends = "variants/three_taverns"

[powers.hex]
memory = { hexed = 0 }
shared = "table"
while = "hexed == 1"
draws = "total < 20"
on = "hand begins"
as = "player"
say = "Hex!"
set = { hexed = 1 }

[powers.tell]
memory = { hexed = 0 }
shared = "table"
on = "dealt"
as = "dealer"
say = "hexed {hexed}"

[members]
ada.powers = ["hex"]
clara.powers = ["tell"]
dick.powers = ["tell"]

[output]
says = "{words}"
dealer_total = "total {total}"
"""


def test_a_rule_for_the_dealer_ends_with_its_memory() -> None:
    """Members come back to a match without the hex, and draw by the rules of the house again."""
    totals: dict[str, list[int]] = {"0": [], "1": []}
    for seed in range(6):
        hexed = ""
        for line in bj.State(HEX, seed=seed).play({}).transcript.splitlines():
            word, _, number = line.partition(" ")
            hexed = {"hexed": number, "Hand": ""}.get(word, hexed)
            if word == "total" and hexed:
                totals[hexed].append(int(number))
    assert min(totals["0"]) == 17
    assert min(totals["1"]) == 20


TIP = """
powers = ["tip"]

[powers.tip]
on = "hand over"
ask = "Tip?"
do = "change bankroll"
amount = -1

[prompts.wager]
quit = 0

[procedure.hand]
after = { "pass bank" = ["ask again"] }
"""
"""How guests leave or are asked, after ``bank_of``."""

GIVEN = {"bankroll": 100, "hands": 4, "turns": 1}


def standings(state: bj.State) -> dict[str, int]:
    """The money of all players after leaving, or after the end."""
    events = state.clone().leave().events
    return {each.name: each.bankroll or 0 for each in events if each.key.endswith("standing")}


def test_leaving_as_the_bank_passes_costs_nothing() -> None:
    """A hand before that is void, a hand after it stays as it was settled; all the money is still there."""
    state = bj.State(bank_of(Anne="simple", Bernard="guest", Claire="guest") + TIP, GIVEN, seed=6)
    before, passed = dict.fromkeys(("Anne", "Bernard", "Claire"), 100), 0
    while not state.is_over:
        if state.kind == "power":
            assert standings(state) == before
        elif state.kind == "again":
            bankrolls = [state.view.bankroll(person) for person in range(6)]
            before = {name: bankrolls[at] + bankrolls[at + 3] for at, name in enumerate(before)}
            assert standings(state) == before
            passed += 1
        state.apply({"power": "no", "action": "stand", "again": "yes"}.get(state.kind, "5"))
    assert passed == 4


def test_a_person_who_has_the_bank_plays_on_when_another_leaves() -> None:
    """Claire leaves while Anne deals, and Anne goes on with Bernard, for whom a chart plays."""
    state = bj.State(bank_of(Anne="guest", Bernard="simple", Claire="guest") + TIP, GIVEN, seed=6)
    state.apply("leave")
    assert (state.kind, state.persons[state.actor or 0]) == ("again", "Anne")


@given(st.integers(0, 10_000))
@example(5758)
@settings(max_examples=10)
def test_leaving_keeps_all_money_on_the_table(seed: int) -> None:
    """At any question of a random game, the wins equal the losses of others, also in later matches."""
    variant, rng = asking(3 * seed + 1), Random(seed)  # noqa: S311  # a test that can be repeated
    try:
        state = bj.State(variant.load(), variant.values, seed=seed)
        while not state.is_over and len(state.actions) < 30:
            assert sum(state.returns()) == 0
            assert sum(state.clone().leave().returns()) == 0
            state.apply(choose(state, rng))
    except GameError:  # a rule demands something impossible
        pass


@pytest.mark.parametrize("seed", range(3))
def test_money_brought_to_a_match_is_not_a_win(seed: int) -> None:
    """The money won by members is the sum of the money won in each hand, and of the losses of others."""
    state = bj.State("variants/three_taverns", seed=seed).play({})
    won: Counter[str] = Counter()
    for hand in state.describe_hands():
        won.update({name: int(amount) for name, amount in hand["won"].items()})
    returns: Counter[str] = Counter()
    for name, amount in zip(state.persons, state.returns(), strict=True):
        returns[name] += amount
    assert sum(won.values()) == 0
    assert won == returns
