"""The shipped rulesets of documents 1 to 3, compared with programs that know nothing of ``bj``."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import courses, tournament
from tests.oracle.courses import CLASSIC, TRICK
from tests.oracle.tournament import FIRST, REVISED
from tests.session.games import shipped
from tests.session.games import transcript as transcript_of_bj

from bj.argument_values import Value

LARGEST = 10_000
LARGEST_SEED = 2**32 - 1

Words: TypeAlias = tuple[int | str, ...]
"""The words of the command line, without a file of cuts."""


class Program(NamedTuple):
    """An independent program, and the ruleset that must print the same."""

    arguments: tuple[str, ...]
    transcript: Callable[..., str]
    edition: object


COURSE, TEAMS = courses.transcript, tournament.transcript
PROGRAMS = {
    "classic": Program(("bankroll", "minimum", "hands", "player"), COURSE, CLASSIC),
    "trick": Program(("bankroll", "minimum", "tricks", "player"), COURSE, TRICK),
    "sos_vs_sc": Program(("normal", "hands", "kind", "dealers"), TEAMS, FIRST),
    "sos_vs_sc_revised": Program(("normal", "hands", "kind", "dealers"), TEAMS, REVISED),
}


def agree(name: str, words: Words, seed: int = 0, cuts: tuple[int, ...] = ()) -> str:
    """Compare the two transcripts, show the first difference, and return them."""
    program = PROGRAMS[name]
    values: dict[str, Value] = dict(zip(program.arguments, words, strict=True))
    ours = transcript_of_bj(shipped(name), values | ({"cuts": cuts} if cuts else {}), seed)
    theirs = program.transcript(program.edition, *words, seed=seed, cuts=cuts)
    if ours != theirs:  # a diff of megabytes helps nobody
        pairs = zip(ours.splitlines(), theirs.splitlines(), strict=False)
        line = next((index for index, (one, other) in enumerate(pairs) if one != other), -1)
        start = max(0, line - 20)
        assert ours.splitlines()[start : line + 1] == theirs.splitlines()[start : line + 1], words
        assert len(ours) == len(theirs), words
    return ours


KINDS = ("simple", "counting")
SIDES = ("sos", "sc")

COURSE_GAMES: list[Words] = [
    *itertools.product((1, 7, 999, LARGEST), (1, 5, 333, LARGEST), (1, 10, 100), KINDS),
    (4, 5, 3, "simple"),  # not enough for a wager: the shuffle and the standing
    (5, 5, 1000, "simple"),  # exactly enough
    (LARGEST, 5001, 1000, "counting"),  # half of the bankroll is below the minimum
    (LARGEST, 5000, 1000, "counting"),
    (LARGEST, 1, LARGEST, "counting"),
]
TEAM_SIZES = [
    *itertools.product((1, 5, 13, 333), (1, 3, 40)),
    (1000, 60),
    (400, 250),
    *((18, 12), (28, 8), (31, 20)),  # in the first edition Joseph escapes with money left
    *((LARGEST, 2), (3, LARGEST)),
]
TEAM_GAMES: list[Words] = [(*size, kind, side) for size in TEAM_SIZES for kind in KINDS for side in SIDES]


def games(name: str) -> list[Words]:
    """Games with money and numbers of hands of all sizes."""
    return TEAM_GAMES if PROGRAMS[name].transcript is TEAMS else COURSE_GAMES


def small_games(name: str) -> Iterator[Words]:
    """Games with some shuffles, in which the players differ."""
    if PROGRAMS[name].transcript is TEAMS:
        return itertools.cycle((25, 12, kind, side) for kind in KINDS for side in SIDES)
    return itertools.cycle((1000, 3, 40, kind) for kind in KINDS)  # odd wagers: naturals are rounded down


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_grid_of_games_agrees(name: str) -> None:
    """Transcripts are equal in every byte for money and numbers of hands from 1 to the largest."""
    for words in games(name):
        agree(name, words)


@pytest.mark.parametrize("name", PROGRAMS)
def test_many_seeds_agree(name: str) -> None:
    """Games with some shuffles agree for seeds from the whole range of 32 bits."""
    seeds = (*range(1, 9), *range(40, LARGEST_SEED, 987_654_321), LARGEST_SEED)
    for seed, words in zip(seeds, small_games(name), strict=False):
        agree(name, words, seed)


CUTS: dict[str, tuple[int, ...]] = {
    "one cut": (26,),
    "nothing is lifted off": (0,),
    "everything is lifted off": (52,),
    "one card": (1,),
    "all but one card": (51,),
    "the document's example": (15, 20, 39, 22, 38, 13, 27, 30),
    "twenty cuts": tuple((7 * i * i + 3) % 53 for i in range(20)),
}


@pytest.mark.parametrize("cuts", CUTS.values(), ids=CUTS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_cuts_of_a_file_are_the_first_shuffle(name: str, cuts: tuple[int, ...]) -> None:
    """The cuts in a file make the first shuffle, and the first random cut is the generator's first."""
    for words in itertools.islice(small_games(name), 4):
        announced = re.findall(r"cut at (\d+)", agree(name, words, 0, cuts))
        assert announced[: len(cuts)] == [str(cut) for cut in cuts]
        assert announced[len(cuts) : len(cuts) + 2] in ([], ["39", "22"])


@given(st.data(), st.sampled_from(sorted(PROGRAMS)), st.integers(0, LARGEST_SEED))
def test_any_arguments_agree(data: st.DataObject, name: str, seed: int) -> None:
    """All possible command lines print the same as the other program."""
    money, hands = st.integers(1, 40) | st.integers(1, 1000), st.integers(1, 60)
    if PROGRAMS[name].transcript is TEAMS:
        any_words = st.tuples(money, hands, st.sampled_from(KINDS), st.sampled_from(SIDES))
    else:
        amounts = st.integers(1, 100) | st.integers(1, LARGEST)
        any_words = st.tuples(st.integers(1, LARGEST), amounts, hands, st.sampled_from(KINDS))
    cuts = data.draw(st.lists(st.integers(0, 52), max_size=20))
    agree(name, data.draw(any_words), seed, tuple(cuts))
