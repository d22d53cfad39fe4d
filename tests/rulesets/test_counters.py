"""Card counters: what they bet, insure and do is worked out anew from the cards that lie open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.session.games import run

from bj.cards import RANKS, rank_of
from bj.compiler.compile import compile_ruleset
from bj.record.events import Event, read
from bj.ruleset.load import load_ruleset

FOLDER = Path(__file__).parents[2] / "rulesets" / "counters"
HI_LO = {"2 3 4 5 6": 1, "T J Q K A": -1}
KNOCK_OUT = {"2 3 4 5 6 7": 1, "T J Q K A": -1}
OMEGA_2 = {"2 3 7": 1, "4 5 6": 2, "9": -1, "T J Q K": -2}
UNIT = 1000  # in cents
HANDS = 800
PACKS = 6


class Seen(NamedTuple):
    """What a counter knows when something happens."""

    running: int
    left: int

    @property
    def true(self) -> int:
        """The count per pack left, rounded down."""
        return 52 * self.running // self.left


def between(low: int, most: int, units: int) -> int:
    """Some units, but no fewer and no more than these."""
    return UNIT * max(low, min(most, units))


COUNTERS: Mapping[str, tuple[Mapping[str, int], Callable[[Seen], int]]] = {
    "hi_lo": (HI_LO, lambda seen: between(1, 10, seen.true)),
    "hi_lo_1_to_8": (HI_LO, lambda seen: between(1, 8, 3 * seen.true - 1)),
    "hi_lo_1_to_12": (HI_LO, lambda seen: between(1, 12, 3 * seen.true - 2)),
    "knock_out": (KNOCK_OUT, lambda seen: between(1, 8, seen.running - 15)),
    "omega_2": (OMEGA_2, lambda seen: between(1, 8, seen.true)),
}
"""The tags of each counter, and what is bet."""


def played(name: str, seed: int) -> list[Event]:
    """What happens in some hands of a counter."""
    checked = load_ruleset(FOLDER / f"{name}.toml")
    compiled = compile_ruleset(checked, {"hands": HANDS, "behind": 78}, seed)
    return list(read(run(compiled.program, compiled.table).events, compiled.persons))


def followed(events: Sequence[Event], tags: Mapping[str, int]) -> Iterator[tuple[int, Event, Seen]]:
    """Every event with its place and what was seen before it."""
    worths = {rank: tag for ranks, tag in tags.items() for rank in ranks.split()}
    count, left = 0, 52 * PACKS
    for at, event in enumerate(events):
        yield at, event, Seen(count, left)
        if event.key == "shuffle":
            count, left = 0, 52 * PACKS
        elif event.card is not None and event.key != "upcard":
            count += 0 if event.key == "dealer_dealt_down" else worths.get(RANKS[rank_of(event.card)], 0)
            left -= event.key != "hole_card"


@pytest.mark.parametrize("name", COUNTERS)
def test_counters_bet_by_their_count(name: str) -> None:
    """Each bet is what the ramp says of the cards seen since the shuffle."""
    tags, ramp = COUNTERS[name]
    happened = followed(played(name, 1), tags)
    bets = [(event.wager, ramp(seen)) for _, event, seen in happened if event.key == "player_bets"]
    assert len(bets) == HANDS
    assert [bet for bet, _ in bets] == [due for _, due in bets]
    assert len(set(bets)) >= 4


PLAYS = {(12, "3"): 2, (12, "2"): 3, (12, "4"): 0, (13, "2"): -1}
"""Hard totals against an upcard, with the true count from which Hi-Lo stands."""


def test_plays_and_insurance_turn_at_their_indices() -> None:
    """With two cards Hi-Lo stands from an index on and hits below it, and insures at a true count of 3."""
    done: set[tuple[int, str, bool]] = set()
    insured = set()
    events = played("hi_lo", 2) + played("hi_lo", 3)
    own: list[str] = []
    upcard = ""
    for at, event, seen in followed(events, HI_LO):
        code = RANKS[rank_of(event.card)] if event.card is not None else ""
        if event.key == "player_bets":
            own, upcard = [], ""
        elif event.key == "player_dealt":
            own.append(code)
        elif event.key == "dealer_dealt" and not upcard:
            upcard = code
        if event.key == "dealer_dealt_down" and upcard == "A":
            after = Seen(seen.running, seen.left - 1)
            assert (events[at + 1].key == "player_insures") == (after.true >= 3)
            insured.add(after.true >= 3)
        worths = [10 if card in "TJQK" else int(card) for card in own if card != "A"]
        play = (sum(worths), upcard)
        if event.key in ("dealer_dealt_down", "dealer_peeks") and len(set(own)) == len(worths) == 2:
            index = PLAYS.get(play)
            after = Seen(seen.running, seen.left - (event.key == "dealer_dealt_down"))
            follows = next(each for each in events[at + 1 :] if each.key in ("player_dealt", "player_total"))
            if index is not None and events[at + 1].key != "dealer_peeks":
                assert (follows.key == "player_total") == (after.true >= index), (play, after)
                done.add((*play, after.true >= index))
    assert insured == {True, False}
    assert len(done) >= 6


def test_a_back_counter_enters_and_leaves_by_the_count() -> None:
    """The counter sits down at a true count of 1, and stays until it is below 0."""
    sits, changes = False, 0
    for _, event, seen in followed(played("back_counter", 4), HI_LO):
        if event.name == "Counter" and event.key in ("player_bets", "player_sits_out"):
            due = seen.true >= 1 or (sits and seen.true >= 0)
            assert (event.key == "player_bets") == due
            assert not due or event.wager == between(1, 10, seen.true)
            changes += due != sits
            sits = due
    assert changes >= 4
