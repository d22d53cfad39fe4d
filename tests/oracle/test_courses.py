"""The shipped rulesets of documents 1 and 3 against a program that knows nothing of ``bj``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import courses
from tests.session.games import shipped
from tests.session.games import transcript as transcript_of_bj

from bj.arguments import Value, read_cuts

LARGEST = 10_000

EDITIONS = {"classic": courses.CLASSIC, "trick": courses.TRICK}
HANDS = {"classic": "hands", "trick": "tricks"}


class Arguments(NamedTuple):
    """What is given on the command line."""

    bankroll: int
    minimum: int
    hands: int
    player: str
    cuts: tuple[int, ...] = ()
    seed: int = 0


def both(edition: str, arguments: Arguments) -> tuple[str, str]:
    """The transcripts of ``bj`` and of the other program."""
    values: dict[str, Value] = {
        "bankroll": arguments.bankroll,
        "minimum": arguments.minimum,
        HANDS[edition]: arguments.hands,
        "player": arguments.player,
    }
    if arguments.cuts:
        values["cuts"] = arguments.cuts
    ours = transcript_of_bj(shipped(edition), values, arguments.seed)
    return ours, courses.transcript(EDITIONS[edition], *arguments)


def agree(edition: str, arguments: Arguments) -> None:
    """Compare the two, and show the first line in which they differ."""
    ours, theirs = both(edition, arguments)
    if ours != theirs:  # a diff of megabytes helps nobody
        pairs = zip(ours.splitlines(), theirs.splitlines(), strict=False)
        line = next((index for index, (one, other) in enumerate(pairs) if one != other), -1)
        assert ours.splitlines()[line - 3 : line + 1] == theirs.splitlines()[line - 3 : line + 1], arguments
        assert len(ours) == len(theirs), arguments


WHOLE_GAMES = [
    Arguments(100, 5, 3, "simple"),
    Arguments(100, 5, 3, "counting"),
    Arguments(1, 1, 1, "simple"),
    Arguments(4, 5, 3, "simple"),  # not enough for a wager: the shuffle and the standing
    Arguments(4, 5, 3, "counting"),
    Arguments(5, 5, 1000, "simple"),  # exactly enough
    Arguments(1, LARGEST, LARGEST, "counting"),
    Arguments(LARGEST, LARGEST, 1000, "counting"),
    Arguments(LARGEST, 5001, 1000, "counting"),  # half of the bankroll is below the minimum
    Arguments(LARGEST, 5000, 1000, "counting"),
    Arguments(LARGEST, 1, LARGEST, "simple"),
    Arguments(LARGEST, 1, LARGEST, "counting"),
    Arguments(LARGEST, 3, LARGEST, "counting", seed=1),  # odd wagers: naturals are rounded down
    Arguments(LARGEST, 1, LARGEST, "counting", seed=2**32 - 1),
]

CUTS: dict[str, tuple[int, ...]] = {
    "one cut": (26,),
    "nothing is lifted off": (0,),
    "everything is lifted off": (52,),
    "one card": (1,),
    "all but one card": (51,),
    "the document's example": (15, 20, 39, 22, 38, 13, 27, 30),
    "twenty cuts": tuple((7 * i * i + 3) % 53 for i in range(20)),
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("arguments", WHOLE_GAMES, ids=str)
def test_whole_games_agree(edition: str, arguments: Arguments) -> None:
    """A game from the first shuffle to the last standing is the same in every byte."""
    agree(edition, arguments)


@pytest.mark.parametrize("player", ["simple", "counting"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_grid_of_games_agrees(edition: str, player: str) -> None:
    """The transcripts agree over bankrolls, minimums and numbers of hands from 1 to the largest."""
    for bankroll in (1, 2, 7, 100, 999, LARGEST):
        for minimum in (1, 2, 5, 50, 333, LARGEST):
            for hands in (1, 2, 10, 100):
                agree(edition, Arguments(bankroll, minimum, hands, player))


@pytest.mark.parametrize("edition", EDITIONS)
def test_many_seeds_agree(edition: str) -> None:
    """Games of some shuffles agree for seeds from all over the 32 bits."""
    for seed in (*range(60), *range(60, 2**32, 71_234_567)):
        agree(edition, Arguments(100, 5, 40, "counting", seed=seed))


@pytest.mark.parametrize("cuts", CUTS.values(), ids=CUTS)
@pytest.mark.parametrize("player", ["simple", "counting"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_cuts_of_a_file_are_the_first_shuffle(edition: str, player: str, cuts: tuple[int, ...]) -> None:
    """Cuts of a file make the first shuffle, and the first random cut is the generator's first."""
    agree(edition, Arguments(1000, 5, 60, player, cuts))
    ours, _ = both(edition, Arguments(1000, 5, 60, player, cuts))
    announced = [line for line in ours.splitlines() if line.startswith("cut at ")]
    assert announced[: len(cuts) + 2] == [f"cut at {cut}" for cut in (*cuts, 39, 22)]


@pytest.mark.parametrize(
    "text",
    [
        "15 20 39\n",
        "15 20 39",
        "15\t20\t39\n",
        "15\n20\n39\n",
        "15\r\n20\r\n39\r\n",
        "\n\n 15  20 \t\n 39 \n\n",
        "015 0020 39",
    ],
    ids=repr,
)
def test_any_white_space_separates_cuts(tmp_path: Path, text: str) -> None:
    """A file of cuts means the same with spaces, tabs or newlines, and without a final newline."""
    file = tmp_path / "cuts"
    file.write_bytes(text.encode())
    cuts = read_cuts(file, 52)
    assert cuts == (15, 20, 39)
    agree("classic", Arguments(100, 5, 20, "counting", cuts))


@given(
    edition=st.sampled_from(sorted(EDITIONS)),
    bankroll=st.integers(1, LARGEST),
    minimum=st.integers(1, 100) | st.integers(1, LARGEST),
    hands=st.integers(1, 150),
    player=st.sampled_from(["simple", "counting"]),
    cuts=st.lists(st.integers(0, 52), max_size=20),
    seed=st.integers(0, 2**32 - 1),
)
def test_any_arguments_agree(
    edition: str, bankroll: int, minimum: int, hands: int, player: str, cuts: Sequence[int], seed: int
) -> None:
    """Whatever is allowed on the command line prints the same as the other program."""
    agree(edition, Arguments(bankroll, minimum, hands, player, tuple(cuts), seed))


def test_long_games_meet_every_line() -> None:
    """The games that are compared between them say everything that can be said."""
    lines = set(both("classic", Arguments(LARGEST, 1, LARGEST, "counting"))[0].splitlines())
    said = ["Player dealt natural 21", "Player busts", "Dealer busts", "Dealer wins", "Player wins", "Push"]
    assert {f"# {line}" for line in [*said, "Player bets 1", "Player bets 2"]} <= lines
    assert {f"Player's total is {total}" for total in range(12, 27)} <= lines
    assert {f"Dealer's total is {total}" for total in range(17, 27)} <= lines
