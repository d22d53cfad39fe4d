from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.changed_rulesets import changed

from bj.argument_values import Value
from bj.compiler.compile import compile_ruleset
from bj.engine.cards import random_generators as g
from bj.engine.cards import shoe
from bj.engine.layout import program as p
from bj.engine.layout import table as t


def table_of(cards: list[int], method: int = p.RIFFLE) -> list[int]:
    """A table with a full shoe of these cards and this way of drawing them."""
    margin = [0] * max(len(cards), shoe.LEAST_MARGIN)
    table = [0] * t.PERSONS + cards + margin + [0] * len(cards) + margin
    table[t.SHOE], table[t.SPARE] = t.PERSONS, t.PERSONS + len(cards + margin)
    table[t.SHOE_SIZE] = table[t.CARDS_LEFT] = len(cards)
    table[t.DRAWING] = method
    g.seed_sfc32(table, t.GENERATORS, 1)
    return table


def program_of(method: int) -> list[int]:
    """A program of this way of shuffling."""
    program = [0] * p.HEAD
    program[p.SHUFFLE_METHOD], program[p.SHUFFLE_GENERATOR] = method, p.SFC32
    return program


def order(table: list[int]) -> list[int]:
    """The cards of the shoe from the top."""
    return table[table[t.SHOE] : table[t.SHOE] + table[t.SHOE_SIZE]]


def riffled(cards: list[int], cut: int, usual_rest: int = 0) -> list[int]:
    """The cards after one riffle, which changes only the shoe's part of the table."""
    table = table_of(cards)
    behind = [7] * 100
    before = table[: t.PERSONS]
    table += behind
    shoe.riffle(table, cut, usual_rest)
    assert table[-len(behind) :] == behind
    assert table[: t.SHOE] + table[t.SPARE + 1 : t.PERSONS] == before[: t.SHOE] + before[t.SPARE + 1 :]
    return order(table)


NEW_PACK = [*range(52)]


@given(
    st.integers(1, 220).flatmap(
        lambda size: st.tuples(st.just(size), st.integers(0, size), st.integers(0, size))
    )
)
def test_riffle_is_one_of_cards_alternating(numbers: tuple[int, int, int]) -> None:
    """A riffle alternates cards of the right and the left side, for any shoe and cut.

    The usual length of the longer side does not matter.
    """
    size, cut, usual_rest = numbers
    left, right = [*range(cut)], [*range(cut, size)]
    expected = []
    while left or right:
        expected += right[:1] + left[:1]
        left, right = left[1:], right[1:]
    assert riffled([*range(size)], cut, usual_rest) == expected


def test_a_shoe_of_two_cards_has_room_to_riffle() -> None:
    """More numbers are moved than the shoe has cards, but none is written beyond it."""
    pack = dict.fromkeys("2345678TJQKA", 0) | {"9H": 0, "9D": 0}
    changes = {
        "cards/pack": pack,
        "procedure/deal": ["player up", "dealer up"],
        "shoe/shuffle/between": [1, 2],
    }
    checked = changed("classic", changes | {"shoe/reshuffle_when": "cards_left < 2"})
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 2, "player": "simple"}
    table = [*compile_ruleset(checked, values, 0).table]
    end, behind, cards = len(table), [7] * 100, sorted(order(table))
    table += behind
    for cut in (0, 1, 2) * 2:  # each side of the shoe is riffled into the other one
        shoe.riffle(table, cut, table[t.SHOE_SIZE])
        assert table[end:] == behind
        assert sorted(order(table)) == cards
    assert len(cards) == 2


def test_dealt_cards_come_back_in_the_order_they_were_dealt() -> None:
    """A riffle in the middle of the shoe mixes all cards, including the dealt ones."""
    table, program = table_of(NEW_PACK), program_of(p.RIFFLE)
    assert [shoe.draw(program, table, 0, 0) for _ in range(30)] == NEW_PACK[:30]
    shoe.riffle(table, 26, 0)
    assert order(table) == riffled(NEW_PACK, 26)


@pytest.mark.parametrize("packs", [1, 2, 4, 16])
def test_uniform_shoe_is_dealt_to_its_last_card(packs: int) -> None:
    """A shoe that is shuffled while it is dealt gives each card of each pack exactly once."""
    table, program = table_of(NEW_PACK * packs, p.UNIFORM), program_of(p.UNIFORM)
    drawn = [shoe.draw(program, table, 0, 0) for _ in range(52 * packs)]
    assert sorted(drawn) == sorted(NEW_PACK * packs)
    assert drawn != NEW_PACK * packs
    assert shoe.draw(program, table, 0, 0) == shoe.NO_CARD


def test_every_order_of_a_uniform_shoe_is_equally_likely() -> None:
    """The 24 orders of four cards are equally frequent, by a test at one in a thousand."""
    program, table = program_of(p.UNIFORM), table_of([0, 1, 2, 3], p.UNIFORM)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(4800):
        table[table[t.SHOE] : table[t.SHOE] + 4] = [0, 1, 2, 3]  # else even a biased shuffle is uniform
        table[t.CARDS_LEFT] = 4
        orders[tuple(shoe.draw(program, table, 0, 0) for _ in range(4))] += 1
    assert len(orders) == 24
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 49.7


def weighted(pack: list[int]) -> list[int]:
    """A program of an infinite shoe of such a pack."""
    program = [*program_of(p.INFINITE), *pack]
    program[p.ENDLESS_CARDS], program[p.FIRST_ENDLESS_CARD] = len(pack), len(program) - len(pack)
    return program


@given(st.lists(st.integers(0, 59), min_size=1, max_size=70))
def test_an_infinite_shoe_deals_every_card_of_its_pack_once_in_so_many(pack: list[int]) -> None:
    """Each number that can be drawn is one card of the pack, so the weights are exact."""
    numbers = iter(range(len(pack)))

    def number_below(generator: int, table: list[int], bound: int) -> int:
        assert (generator, bound) == (p.SFC32, len(pack))
        return next(numbers)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shoe, "shoe_below", number_below)
        drawn = [shoe.draw(weighted(pack), table_of([], p.INFINITE), 0, 0) for _ in pack]
    assert Counter(drawn) == Counter(pack)
