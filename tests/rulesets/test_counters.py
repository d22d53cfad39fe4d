"""Card counters: their bets, insurance and play are computed independently from the face-up cards."""

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
    """The knowledge of a counter at an event."""

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
"""The tags of each counter, and the bets."""


def played(name: str, seed: int) -> list[Event]:
    """The events in some hands of a counter."""
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
    """Each bet is the amount that the ramp gives for the cards seen since the shuffle."""
    tags, ramp = COUNTERS[name]
    happened = followed(played(name, 1), tags)
    bets = [(event.wager, ramp(seen)) for _, event, seen in happened if event.key == "player_bets"]
    assert len(bets) == HANDS
    assert [bet for bet, _ in bets] == [due for _, due in bets]
    assert len(set(bets)) >= 4


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
