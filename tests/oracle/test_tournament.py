"""Both editions of the tournament of document 2 against a program that knows nothing of ``bj``."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle import tournament
from tests.session.games import shipped
from tests.session.games import transcript as transcript_of_bj

from bj.arguments import Value

EDITIONS = {"sos_vs_sc": tournament.FIRST, "sos_vs_sc_revised": tournament.REVISED}
KINDS = ["simple", "counting"]
SIDES = ["sos", "sc"]
LARGEST_SEED = 2**32 - 1


class Arguments(NamedTuple):
    """What is given on the command line."""

    normal: int
    hands: int
    kind: str
    dealers: str
    seed: int = 0
    cuts: tuple[int, ...] = ()


@functools.lru_cache(maxsize=2000)
def both(edition: str, arguments: Arguments) -> tuple[str, str]:
    """The transcripts of ``bj`` and of the other program."""
    values: dict[str, Value] = {**arguments._asdict()}
    del values["seed"]
    if not arguments.cuts:
        del values["cuts"]
    ours = transcript_of_bj(shipped(edition), values, arguments.seed)
    return ours, tournament.transcript(EDITIONS[edition], *arguments)


def agree(edition: str, arguments: Arguments) -> None:
    """Compare the two, and show the first line in which they differ."""
    ours, theirs = both(edition, arguments)
    if ours != theirs:  # a diff of megabytes helps nobody
        pairs = zip(ours.splitlines(), theirs.splitlines(), strict=False)
        line = next((index for index, (one, other) in enumerate(pairs) if one != other), -1)
        start = max(0, line - 20)
        assert ours.splitlines()[start : line + 1] == theirs.splitlines()[start : line + 1], arguments
        assert len(ours) == len(theirs), arguments


SIZES = [
    *itertools.product((1, 2, 4, 5, 10, 13, 20, 27, 100, 333), (1, 2, 3, 10, 40)),
    *itertools.product((1, 7, 1000), (200,)),
    (400, 1000),
    *((18, 12), (28, 8), (31, 20)),  # in the first edition Joseph escapes with money left
    *((10_000, 2), (3, 10_000)),
]
"""Normal bankrolls and most hands of a round."""


@pytest.mark.parametrize("dealers", SIDES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_grid_of_games_agrees(edition: str, kind: str, dealers: str) -> None:
    """The transcripts of unseeded games agree over bankrolls and numbers of hands up to 1000."""
    for normal, hands in SIZES:
        agree(edition, Arguments(normal, hands, kind, dealers))


@pytest.mark.parametrize("dealers", SIDES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_many_seeds_agree(edition: str, dealers: str) -> None:
    """Games of some rounds agree for seeds from all over the 32 bits."""
    seeds = (*range(1, 25), *range(40, LARGEST_SEED, 98_765_432), LARGEST_SEED)
    for seed, kind in zip(seeds, itertools.cycle(KINDS), strict=False):
        agree(edition, Arguments(25, 12, kind, dealers, seed))


@given(
    edition=st.sampled_from(sorted(EDITIONS)),
    normal=st.integers(1, 40) | st.integers(1, 1000),
    hands=st.integers(1, 60),
    kind=st.sampled_from(KINDS),
    dealers=st.sampled_from(SIDES),
    seed=st.integers(0, LARGEST_SEED),
    cuts=st.lists(st.integers(0, 52), max_size=9),
)
@settings(max_examples=50)
def test_any_arguments_agree(
    edition: str, normal: int, hands: int, kind: str, dealers: str, seed: int, cuts: Sequence[int]
) -> None:
    """Whatever is allowed on the command line prints the same as the other program."""
    agree(edition, Arguments(normal, hands, kind, dealers, seed, tuple(cuts)))


@pytest.mark.parametrize("cuts", [(0,), (52,), (26,), (15, 20, 39, 22, 38, 13, 27, 30)], ids=str)
@pytest.mark.parametrize("dealers", SIDES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_cuts_of_a_file_are_the_first_shuffle(edition: str, dealers: str, cuts: tuple[int, ...]) -> None:
    """Cuts of a file make the first shuffle of the game only, and take nothing from the generator."""
    arguments = Arguments(60, 4, "counting", dealers, 0, cuts)
    agree(edition, arguments)
    announced = re.findall(r"cut at (\d+)", both(edition, arguments)[0])
    assert announced[: len(cuts) + 2] == [str(cut) for cut in (*cuts, 39, 22)]


# --- what the games that are compared have in them ----------------------------------------------------------

SHOUT = 'Kujo Jotaro: "Star Platinum, Za Warudo"\n'

EVERYWHERE = {
    "Joseph escapes though he could go on": r'has (?:[5-9]|\d\d+) after \d+ hands\n.*"Ni Ge Run Da Yo"\n',
    "Joseph escapes when he has nothing to bet": r'has [0-4] after \d+ hands\n.*"Ni Ge Run Da Yo"\n',
    "Joseph is beaten without escaping": r"has [0-4] after \d+ hands\nPlayer: Joseph Joestar has been kicked",
    "the cards are used up in a retaken hand of a player": rf"Player: {SHOUT}Hand \d+ card used up",
    "the cards are used up in a retaken hand of a dealer": rf"Dealer: {SHOUT}Hand \d+ card used up",
    "a player retakes several times": rf"(?:Player: {SHOUT}){{4}}",
    "a dealer retakes several times": rf"(?:Dealer: {SHOUT}){{4}}",
    "a member of SOS cannot bet on entering": r"Koizumi Itzuki has 4 after 0 hands\nPlayer: Koizumi",
    "a member of SC cannot bet on entering": r"Kujo Jotaro has 4 after 0 hands\nPlayer: Kujo Jotaro has been",
    "Joseph cannot bet on entering": r"Joseph Joestar has 4 after 0 hands\nPlayer: Joseph Joestar has been",
    "Haruhi bets what she does not have": r"bankroll 5\n(?:\w.*\n){0,8}?Player: Suzumiya Haruhi bets 10\n",
    "Haruhi falls below zero": r"Suzumiya Haruhi has -5 after",
    "Asahina doubles": r"Asahina Mikuru bets 10\n",
    "Asahina does not double": r"Asahina Mikuru bets 5\n",
    "Kakyoin doubles": r"Kakyoin Noriaki bets 10\n",
    "Kakyoin does not double": r"Kakyoin Noriaki bets 5\n",
    "Itzuki doubles": r"Koizumi Itzuki bets 10\n",
    "Joseph cheers as a dealer": r'Dealer: Joseph Joestar: "Nice!"',
    "Joseph cheers as a player": r'Player: Joseph Joestar: "Nice!"',
    "Kakyoin eats a cherry as a dealer": r'Dealer: Kakyoin Noriaki: "rero',
    "Kakyoin eats a cherry as a player": r'Player: Kakyoin Noriaki: "rero',
    "a natural on a double bet": r"bets 10\n(?:.* dealt .*\n){3}Player: .* dealt natural 21\n",
    "the deck is shuffled in a round": r"Hand (?:[2-9]|\d\d) bankroll .*\nShuffling the deck\n",
    "a member wins two rounds": r"round is (.*)\.\n(?:(?!kicked).*\n)*.*kicked out\. The winner .* is \1\.",
    "SOS win": r"Game over\. The winner is SOS Brigade",
    "SC win": r"Game over\. The winner is Stardust Crusaders",
}
"""Situations that the games of the grid have to meet, and what they look like."""

FIRST_ONLY = {
    "a player's busting card is shown": rf"Player: Kujo Jotaro dealt .*\nPlayer: {SHOUT}",
    "a player draws on after retaking": rf"Player: {SHOUT}Player: Kujo Jotaro dealt .*\nPlayer: .*'s",
    "a dealer draws on after retaking": rf"Dealer: {SHOUT}Dealer: Kujo Jotaro dealt .*\nDealer: .*'s",
}

REVISED_ONLY = {
    "a player draws on after retaking": rf"Player: {SHOUT}(?:Player: Kujo Jotaro dealt .*\n){{2}}",
    "a dealer draws on after retaking": rf"Dealer: {SHOUT}(?:Dealer: Kujo Jotaro dealt .*\n){{2}}",
    "a dealer retakes again after drawing on": rf"{SHOUT}Dealer: Kujo Jotaro dealt .*\nDealer: {SHOUT}",
    "a player retakes again after drawing on": rf"{SHOUT}Player: Kujo Jotaro dealt .*\nPlayer: {SHOUT}",
    "Joseph escapes before his last hand": r"has (?:[5-9]|\d\d) after (?:[4-9]|1[1-9]|2\d) hands\n.*Da Yo",
}


@functools.cache
def grid_of(edition: str) -> str:
    """All transcripts of the grid of an edition, one after the other."""
    games = itertools.product(SIZES, KINDS, SIDES)
    return "".join(both(edition, Arguments(*size, kind, dealers))[0] for size, kind, dealers in games)


@pytest.mark.parametrize(
    ("edition", "pattern"),
    [
        pytest.param(edition, pattern, id=f"{edition}: {situation}")
        for edition, own in (("sos_vs_sc", FIRST_ONLY), ("sos_vs_sc_revised", REVISED_ONLY))
        for situation, pattern in (EVERYWHERE | own).items()
    ],
)
def test_compared_games_meet_every_situation(edition: str, pattern: str) -> None:
    """The games that are compared between them have everything in them that a handout describes."""
    assert re.search(pattern, grid_of(edition))
