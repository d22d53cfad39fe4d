"""Tests identities of two words: if the first words collide, the second words tell states apart."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.analysis.games import explore, load

from bj.analysis.search_graph import best_by
from bj.engine.layout import plain_or_compiled
from bj.engine.search import information_sets, situations, transitions
from bj.native.library import has_library
from bj.native.number_sequences import INT, zeros
from bj.native.search_buffers import CompiledBuffers

FIRST_WORDS = 3
"""The number of different first words that are left."""


needs_fast = pytest.mark.skipif(not has_library(), reason="needs the compiled engine")

Entries = dict[tuple[int, int], int]

identities = st.tuples(st.integers(0, 20), st.integers(-2, 2))


@pytest.mark.parametrize("strategy", ["drawer", "human"])
def test_a_search_with_collisions_finds_the_same_digits(
    strategy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every table, set of tables and record of seen cards has one of three first words."""

    def values() -> list[tuple[float, ...]]:
        explored = explore(load(tmp_path, strategy))
        return explored.values(best_by(explored.place("received")))

    def collide(
        memo: plain_or_compiled.Memo, numbers: plain_or_compiled.Ints, first: int, count: int
    ) -> plain_or_compiled.Identity:
        identity, _ = plain_or_compiled.identify(memo, numbers, first, count)
        return identity % FIRST_WORDS, identity

    expected = values()
    for module in (information_sets, situations, transitions):
        monkeypatch.setattr(module, "identify", collide)
    assert values() == expected


@needs_fast
def test_the_second_word_does_not_follow_the_first() -> None:
    """Two sequences that were made to have the same first word differ in the second."""
    compiled = compiled_mode()

    def step(digest: int) -> int:
        digest = digest * compiled.MIXER % 2**64
        return digest ^ (digest >> 29) & 0x7FFFFFFFF

    undo = step(4 ^ 0) ^ step(4 ^ 1)  # the third number takes back what the first one has changed
    one, other = (identify([0, 7, 0, 9]), identify([1, 7, undo - (undo >> 63 << 64), 9]))
    assert one[0] == other[0]
    assert one[1] != other[1]


@needs_fast
@given(st.lists(st.integers(-5, 5), min_size=1, max_size=7), st.data())
def test_both_words_depend_on_every_number(numbers: list[int], data: st.DataObject) -> None:
    """A changed or added number changes both words."""
    place = data.draw(st.integers(0, len(numbers) - 1))
    others = [[*numbers, 0], [*numbers[:place], numbers[place] + 1, *numbers[place + 1 :]]]
    for other in others:
        assert all(one != another for one, another in zip(identify(numbers), identify(other), strict=True))


@needs_fast
@given(st.lists(st.tuples(st.booleans(), identities), max_size=30))
def test_a_memo_keeps_what_has_the_same_first_word_apart(changes: list[tuple[bool, tuple[int, int]]]) -> None:
    """A memo returns what was kept for both words, and nothing erased, also after it grew."""
    compiled = compiled_mode()
    memo = zeros(INT, compiled.MEMO_HEAD + 32 * compiled.SLOT_SIZE)
    memo[compiled.MEMO_SIZE] = 32
    entries: Entries = {}
    for number, (is_kept, identity) in enumerate(changes, 1):
        if is_kept and identity not in entries:
            compiled.keep.py_func(memo, identity, number)
            entries[identity] = number
        elif not is_kept and identity in entries:
            compiled.erase.py_func(memo, identity)
            del entries[identity]
    grown = CompiledBuffers().memo(memo, 1000)
    assert len(grown) > len(memo)
    for each in (memo, grown):
        assert each[compiled.MEMO_USED] == len(entries)
        for first in range(21):
            for second in range(-2, 3):
                found = compiled.recall.py_func(each, (first, second))
                assert found == entries.get((first, second), 0)


def identify(numbers: list[int]) -> tuple[int, int]:
    """The two words that identify some numbers in the compiled engine, found by its function in Python."""
    import numpy as np

    with np.errstate(over="ignore"):
        first, second = compiled_mode().identify.py_func(None, np.array(numbers, np.int64), 0, len(numbers))
    return int(first), int(second)


def compiled_mode() -> Any:
    """The module of the compiled engine that has memos."""
    return import_module("bj.compiled.layout.plain_or_compiled")
