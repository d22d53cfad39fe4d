"""Tests that blocks give the same numbers in any order and from any crew."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.simulation.made_up import MadeUpCrew, block, tallies

from bj.simulation import blocks, running_jobs
from bj.simulation.blocks import seed_of_block
from bj.simulation.jobs import BLOCK
from bj.simulation.running_jobs import SimulationRun, play_blocks, sizes_of_blocks
from bj.simulation.tallies import PAIR_SIZE, SIZE, BlockTally, GroupTally

BLOCKS = 9
CHANCES = st.randoms(use_true_random=False)


def sum_of(count: int) -> BlockTally:
    """The first blocks together."""
    tally = BlockTally()
    for index in range(count):
        tally.add(block(index))
    return tally


def play(
    crew: MadeUpCrew, amount: int | None, *, enough_at: int | None = None, known: tuple[int, ...] = ()
) -> SimulationRun:
    """Play blocks with a crew."""
    run = SimulationRun()
    kept: list[int] = []
    with crew.working():
        play_blocks(
            crew,
            run,
            sizes_of_blocks(BLOCK["games"], amount),
            known={index: (BLOCK["games"], block(index)) for index in known},
            keep=lambda index, size, tally: kept.append(index),
            is_enough=None if enough_at is None else lambda tally: tally.hands >= (1 << enough_at) - 1,
        )
    assert not set(kept) & set(known)
    assert set(kept) <= set(crew.played)
    return run


@given(st.integers(1, 8), CHANCES)
def test_any_order_gives_the_same(size: int, chance: Random) -> None:
    """All blocks are played once and added up, in any order."""
    crew = MadeUpCrew(size, chance)
    run = play(crew, BLOCKS * BLOCK["games"])
    assert (run.tally, run.blocks, run.early, run.is_done) == (sum_of(BLOCKS), BLOCKS, {}, True)
    assert crew.played == list(range(BLOCKS))


@given(st.integers(1, 8), CHANCES, st.integers(1, BLOCKS))
def test_enough_is_enough_in_any_order(size: int, chance: Random, enough: int) -> None:
    """Blocks after the last needed one do not count, however early they finish."""
    crew = MadeUpCrew(size, chance)
    run = play(crew, None, enough_at=enough)
    assert (run.tally, run.blocks) == (sum_of(enough), enough)


@given(st.integers(1, 8), CHANCES, st.sets(st.integers(0, BLOCKS - 1)))
def test_known_blocks_are_not_played_again(size: int, chance: Random, known: set[int]) -> None:
    """Blocks of a checkpoint are not played."""
    crew = MadeUpCrew(size, chance)
    run = play(crew, BLOCKS * BLOCK["games"], known=tuple(known))
    assert run.tally == sum_of(BLOCKS)
    assert crew.played == [index for index in range(BLOCKS) if index not in known]


@given(st.integers(1, 8), CHANCES, st.sets(st.integers(0, BLOCKS - 1), min_size=1), st.integers(1, BLOCKS))
def test_failures_are_the_same_in_any_order(
    size: int, chance: Random, failing: set[int], enough: int
) -> None:
    """The first failed block ends a run after all earlier blocks; an unneeded failure is ignored."""
    crew = MadeUpCrew(size, chance, failing)
    if min(failing) >= enough:
        assert play(crew, BLOCKS * BLOCK["games"], enough_at=enough).tally == sum_of(enough)
    else:
        with pytest.raises(ValueError, match=f"^{min(failing)}$"):
            play(crew, BLOCKS * BLOCK["games"], enough_at=enough)


@given(st.integers(2, 8), CHANCES, st.sets(st.integers(0, 60), min_size=1), st.integers(0, 9))
def test_a_late_block_holds_up_the_others(size: int, chance: Random, late: set[int], most: int) -> None:
    """A late block holds up only a bounded number of others; none is lost or played twice."""
    crew, amount = MadeUpCrew(size, chance, late=late), 80
    waiting: list[int] = []
    run = SimulationRun()
    with crew.working(), patch.object(running_jobs, "MOST_EARLY", most):
        play_blocks(
            crew,
            run,
            sizes_of_blocks(BLOCK["games"], amount * BLOCK["games"]),
            known={},
            keep=lambda index, size, tally: None,
            progress=lambda run: waiting.append(len(run.early)),
        )
    assert max(waiting) <= most + running_jobs.AHEAD * size
    assert crew.played == list(range(amount))
    assert run.tally == sum_of(amount)


@given(CHANCES)
def test_an_interrupt_leaves_what_is_finished(chance: Random) -> None:
    """An interrupted run has all finished blocks, each once."""
    crew = MadeUpCrew(3, chance)
    run, finished = SimulationRun(), list[int]()

    def keep(index: int, size: int, tally: BlockTally) -> None:
        """Interrupt the run at some block."""
        if len(finished) == 5:
            raise KeyboardInterrupt
        finished.append(index)

    with crew.working(), pytest.raises(KeyboardInterrupt):
        play_blocks(crew, run, sizes_of_blocks(BLOCK["games"], None), known={}, keep=keep)
    tally = run.all_so_far()
    assert tally.hands == sum(1 << index for index in finished)
    assert run.blocks == len(finished)


def test_seeds_of_blocks_are_those_of_published_generators(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks with wide seeds take successive outputs of splitmix64, others a hash of murmur3.

    Sources: Rosetta Code, "Pseudo-random numbers/Splitmix64", for 1234567; MurmurHash3's fmix32 of 1.
    """

    def begin_with(start: int) -> None:
        hashed = SimpleNamespace(digest=lambda: start.to_bytes(8, "big"))
        monkeypatch.setattr(blocks, "hashlib", SimpleNamespace(blake2b=lambda *_, **__: hashed))

    begin_with(1234567)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [seed_of_block(0, index, 64) for index in range(1, 5)] == published
    begin_with(1)
    assert seed_of_block(0, 0, 32) == 0x514E28B7


@given(st.integers(1, 10**6), st.sampled_from([*BLOCK.values(), 7]))
def test_blocks_have_all_that_is_wanted(amount: int, full: int) -> None:
    """Sizes of blocks add up to the amount; all but the last are full."""
    sizes = list(sizes_of_blocks(full, amount))
    assert sum(size for _, size in sizes) == amount
    assert [index for index, _ in sizes] == list(range(len(sizes)))
    assert all(size == full for _, size in sizes[:-1])


@settings(max_examples=15)
@given(st.lists(tallies(), min_size=1, max_size=5), st.randoms())
def test_tallies_add_up_in_any_order(blocks: list[BlockTally], chance: Random) -> None:
    """The sum of tallies does not depend on their order, and is exact beyond 64 bits."""
    told = [json.dumps(tally.to_json()) for tally in blocks]
    forwards, shuffled = BlockTally(), BlockTally()
    for tally in blocks:
        forwards.add(tally)
    chance.shuffle(told)
    for line in told:
        shuffled.add(BlockTally.from_json(json.loads(line)))
    assert forwards == shuffled
    assert json.dumps(forwards.to_json()) == json.dumps(shuffled.to_json())
    for place in range(SIZE):
        assert forwards.persons[1].numbers[place] == sum(tally.persons[1].numbers[place] for tally in blocks)


@given(tallies())
def test_adding_leaves_the_added_alone(tally: BlockTally) -> None:
    """A tally that was added to a sum does not change with the sum."""
    before = json.dumps(tally.to_json())
    total = BlockTally()
    total.add(tally)
    total.add(tally)
    assert json.dumps(tally.to_json()) == before


@given(tallies())
def test_tallies_survive_json(tally: BlockTally) -> None:
    """A tally survives JSON unchanged."""
    assert BlockTally.from_json(json.loads(json.dumps(tally.to_json()))) == tally


KEYS: list[tuple[list[str | int], bool]] = [
    (["hands"], True),
    (["sides", 0, "cut"], True),
    (["sides", 1, "groups", 0, 2, 0], True),
    (["sides", 1, "groups", 0, 3, -1], True),
    (["sides", 1, "groups", 0, -1, 0], False),
    (["pairs", 0, -2], True),
    (["pairs", 0, -1], False),
]


@pytest.mark.parametrize(("path", "is_counted"), KEYS)
def test_keys_identify_the_counts(path: list[str | int], is_counted: bool) -> None:
    """A key depends on every number except those that only decide whether an error is known."""
    told = {**BlockTally().to_json(), "pairs": [[1] * PAIR_SIZE]}
    told["sides"] = [block(index).to_json() for index in (2, 3)]
    before = BlockTally.from_json(json.loads(json.dumps(told))).key()
    *outer, last = path
    place: Any = told
    for step in outer:
        place = place[step]
    place[last] += 1
    after = BlockTally.from_json(told).key()
    assert (after != before) == is_counted


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt, even if other code ran before in this process."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends other signals")
@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("early", [False, True])
def test_an_interrupt_waits_for_a_whole_block(early: bool) -> None:
    """Ctrl-C during the addition of a block leaves the whole block in the tally, then interrupts."""
    run = SimulationRun()
    add = GroupTally.add

    def interrupted(mine: GroupTally, other: GroupTally) -> None:
        signal.raise_signal(signal.SIGINT)
        add(mine, other)

    run.take(1 if early else 0, block(0), None)
    with patch.object(GroupTally, "add", interrupted), pytest.raises(KeyboardInterrupt):
        run.all_so_far() if early else run.take(1, block(1), None)
    assert run.blocks == (1 if early else 2)
    assert run.tally == sum_of(run.blocks)
    assert run.early == {}
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
