"""A person can have any number of hands, and each hand has room for its cards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.engine.variant_parts import Data, classic
from tests.engine.variants import SEEDS, Variant, rulesets
from tests.session.games import Run, run

from bj.catalogue.limits import LARGEST_TARGET, MOST_DEALT, MOST_HELD
from bj.compiler.compile import Compiled
from bj.engine.face.view import View
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.record.events import Event, read
from bj.session.engines import Engine

START = 10_000


def table_of(names: str, seed: int, *, spots: int = 1) -> Compiled:
    """A game of persons who all play the same way."""
    data: Data = classic()
    data["players"] = [
        {"name": name, "bankroll": START, "strategy": "flat", "spots": spots} for name in names
    ]
    data["strategies"]["flat"] = {
        "wager": "minimum",
        "rules": [
            {"when": "cards == 2 and total >= 9 and total <= 11", "do": "double"},
            {"when": "total < 15", "do": "hit"},
            {"do": "stand"},
        ],
    }
    data["rules"] |= {"credit": True, "double": True, "dealer_natural": True}
    data["procedure"]["hand"].insert(5, "show hands")
    data["output"] |= {"player_table_hand": "{name} {cards}", "player_hits": "{name} hits"}
    return Variant(data, {"bankroll": 0, "minimum": 7, "hands": 40, "player": "flat"}).compile(seed)


def told(compiled: Compiled, played: Run) -> list[Event]:
    """An event without its person, its hand and the bankroll."""
    return [
        event._replace(person=None, name="", bankroll=None)
        for event in read(played.events, compiled.persons)
        if event.key not in ("player_standing", "dealer_standing", "player_part")
    ]


@pytest.mark.parametrize("seed", range(5))
def test_two_hands_of_one_person_are_played_like_two_persons(engine: Engine, seed: int) -> None:
    """A player with two hands is dealt, plays and is paid like two players."""
    apart, both = table_of("AB", seed), table_of("A", seed, spots=2)
    of_two = run(apart.program, list(apart.table), engine)
    of_one = run(both.program, list(both.table), engine)
    assert told(both, of_one) == told(apart, of_two)
    first, second = View(apart.program, of_two.table), View(both.program, of_one.table)
    brought = [first.bankroll(person) - START for person in (0, 1)]
    assert second.bankroll(0) - START == sum(brought)
    assert second.hands(0) == (*first.hands(0), *first.hands(1))
    assert all(brought)


def longest(program: list[int], target: int) -> int:
    """The most cards of a hand that does not exceed the target and so may draw."""
    values, cards = {0}, 0
    while values and cards <= MOST_HELD:
        cards += 1
        drawn = {program[p.ADDITIONS + value * p.RANKS + rank] for value in values for rank in range(p.RANKS)}
        values = {value for value in drawn if value <= 2 * target + 1}
    return cards - 1


@given(rulesets(), SEEDS)
@settings(max_examples=15)
def test_a_hand_that_may_draw_has_room(variant: Variant, seed: int) -> None:
    """No hand draws more cards than it has room for, because every card has a value."""
    compiled = variant.compile(seed)
    assert longest(compiled.program, compiled.table[t.TARGET]) < MOST_HELD


def test_a_deal_has_room() -> None:
    """A hand has room for the longest deal, and for the most cards of the least value."""
    assert MOST_DEALT <= MOST_HELD
    assert LARGEST_TARGET < MOST_HELD
