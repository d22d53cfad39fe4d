"""Whole games of both editions of the tournament, and of what lies between them."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from tests.oracle import tournament
from tests.oracle.tournament import FIRST, Edition
from tests.oracle.tournament_games import bets_of, lines_of, overlay, rules_of, teams, values_of
from tests.oracle.tournament_readings import (
    EDITIONS,
    ESCAPE,
    FIRST_NAME,
    REVISED_NAME,
    TWO_LOW,
)
from tests.session.games import shipped, transcript

from bj.arguments import fill_arguments

ALL_BETWEEN = [Edition(*flags) for flags in itertools.product([False, True], repeat=len(FIRST))]
GAMES = [(31, 8, "sos"), (15, 20, "sos"), (40, 6, "sc"), (7, 18, "sos")]


@pytest.mark.parametrize("parent", EDITIONS)
@pytest.mark.parametrize(
    "edition", ALL_BETWEEN, ids=lambda edition: "".join(str(int(flag)) for flag in edition)
)
def test_every_mixture_of_the_editions_is_an_overlay(tmp_path: Path, edition: Edition, parent: str) -> None:
    """Each point of the table can be set by itself, and the game is then that of the other program."""
    checked = overlay(tmp_path, parent, rules_of(edition))
    for seed, (normal, hands, dealers) in enumerate(GAMES):
        ours = transcript(checked, values_of(normal, hands, dealers), seed)
        theirs = tournament.transcript(edition, normal, hands, "simple", dealers, seed)
        assert ours.splitlines() == theirs.splitlines()


@pytest.mark.parametrize("point", Edition._fields)
@pytest.mark.parametrize("parent", EDITIONS)
def test_every_point_of_the_table_is_heard(tmp_path: Path, parent: str, point: str) -> None:
    """With one point of the table switched, games of either edition go differently."""
    edition = EDITIONS[parent]
    switched = overlay(tmp_path, parent, rules_of(edition._replace(**{point: not getattr(edition, point)})))
    same = overlay(tmp_path, parent, rules_of(edition))
    arguments = [(values_of(normal, hands, "sos"), seed) for normal, hands, _ in GAMES for seed in range(12)]
    assert all(transcript(same, *game) == transcript(shipped(parent), *game) for game in arguments[::8])
    assert any(transcript(switched, *game) != transcript(shipped(parent), *game) for game in arguments)


@pytest.mark.parametrize("parent", EDITIONS)
@pytest.mark.parametrize("kind", ["simple", "counting"])
def test_kind_and_side_alone_take_the_examples_of_the_handout(parent: str, kind: str) -> None:
    """`simple sc` alone means a bankroll of 100 and 3 hands."""
    arguments = shipped(parent).model.command_line
    for dealers in ("sos", "sc"):
        filled = fill_arguments(arguments, [kind, dealers], {}, 52)
        assert filled == fill_arguments(arguments, ["100", "3", kind, dealers], {}, 52)
        assert {name: filled[name] for name in values_of(0, 0, "")} == values_of(100, 3, dealers, kind)


@pytest.mark.parametrize("kind", ["simple", "counting"])
@pytest.mark.parametrize("name", ["itzuki", "avdol"])
def test_kind_is_that_of_the_last_members(tmp_path: Path, name: str, kind: str) -> None:
    """Itzuki and Avdol count exactly when the command line says so."""
    other, dealers = ("polnareff", "sc") if name == "itzuki" else ("kyon", "sos")
    checked = overlay(tmp_path, FIRST_NAME, teams(name, other))
    lines = lines_of(checked, values_of(50, 2, dealers, kind), TWO_LOW)
    assert bets_of(lines) == ["5", "10" if kind == "counting" else "5"]


@pytest.mark.parametrize("parent", EDITIONS)
@pytest.mark.parametrize("dealers", ["sos", "sc"])
def test_wagers_follow_from_the_lines_before_them(parent: str, dealers: str) -> None:
    """Every wager is what its member bets on the cards announced since the shuffle or since entering."""
    for seed in range(6):
        player, count, bankroll = "", 0, 0
        for line in transcript(shipped(parent), values_of(60, 30, dealers, "counting"), seed).splitlines():
            words = line.split()
            if line == "Shuffling the deck":
                count = 0
            elif words[0] == "Hand" and "bankroll" in words:
                bankroll = int(words[-1])
            elif " bets " in line:
                name = line.removeprefix("Player: ").split(" bets ")[0]
                if name != player:
                    player, count = name, 0
                sees_more = name == "Kujo Jotaro" and parent == REVISED_NAME
                assert sees_more or int(words[-1]) == wager_of(name, count, bankroll)
            elif " dealt " in line or "hole card is" in line:
                count += {"Two": 1, "Three": 1, "Four": 1, "Five": 1, "Six": 1}.get(words[-3], 0)
                count -= words[-3] in ("Ten", "Jack", "Queen", "King", "Ace")


def wager_of(name: str, count: int, bankroll: int) -> int:
    """What somebody bets at this count; in these games Itzuki and Avdol count."""
    if name == "Suzumiya Haruhi":
        return 10
    doubles = {
        "Asahina Mikuru": count < -2,
        "Kakyoin Noriaki": count >= 4,
        "Kyon": False,
        "Jean Pierre Polnareff": False,
    }.get(name, count >= 2)
    return 10 if doubles and bankroll >= 10 else 5


@pytest.mark.parametrize("parent", EDITIONS)
def test_lines_of_a_round_end_in_their_order(parent: str) -> None:
    """Standing, escape, kick-out, cheer; then the next round, or one last line without a dot."""
    ends = {"Joseph Joestar": '"Nice!"', "Kakyoin Noriaki": '"rerorerorero rerorerorero"'}
    for seed, dealers in itertools.product(range(8), ("sos", "sc")):
        lines = transcript(shipped(parent), values_of(30, 9, dealers), seed).splitlines()
        for index, line in enumerate(lines):
            if "has been kicked out" not in line:
                continue
            loser, _, winner = line.partition(" has been kicked out. The winner of this round is ")
            escape = index - 1 if "Ni Ge Run Da Yo" in lines[index - 1] else index
            assert lines[escape - 1].startswith("Player: ")
            assert lines[escape - 1].endswith(" hands")
            assert escape == index or (lines[escape] == ESCAPE and loser == "Player: Joseph Joestar")
            role = "Dealer" if loser.startswith("Player") else "Player"
            assert winner.endswith(".")
            cheer = ends.get(winner[:-1])
            assert (lines[index + 1] == f"{role}: {winner[:-1]}: {cheer}") == (cheer is not None)
        assert lines[-1].startswith("Game over. The winner is S")
        assert not lines[-1].endswith(".")
        assert sum(line.startswith("Game over") for line in lines) == 1
