"""Players who leave the table, and members who come back to it, change nothing for the next hand."""

from __future__ import annotations

from itertools import pairwise

import pytest

import bj
from bj.session.observing import Observation

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
    """In a later match, no hand counts as split before its player splits it."""
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
