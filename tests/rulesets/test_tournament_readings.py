"""What both editions of the tournament have in common, played out with chosen cards."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from tests.oracle.tournament_games import bets_of, lines_of, overlay, teams, values_of
from tests.oracle.tournament_readings import (
    BOTH,
    EDITIONS,
    ESCAPE,
    FIRST_NAME,
    JOSEPH_WINS,
    JOTARO_BUSTS,
    JOTARO_DEALS_AND_BUSTS,
    ONE_LOW,
    ONE_TEN,
    PUSHES_A_HAND,
    REVISED_NAME,
    ROUND_END,
    SHOUT,
    TAKES_A_HAND,
    THREE_TENS,
    TWO_LOW,
    TWO_TENS,
    WINS_A_HAND,
    Reading,
    looked_at,
)
from tests.session.games import shipped, transcript

from bj.compiler.arguments import fill_arguments

READINGS = [
    Reading(
        "the minimum bet is 5",
        BOTH,
        ("kyon", "polnareff"),
        values_of(5, 2, "sc"),
        TAKES_A_HAND,
        (" bets ", "after"),
        ["Player: Kyon bets 5", "Player: Kyon has 0 after 1 hands"],
        "[rules]\nminimum_wager = 4",
    ),
    Reading(
        "the dealer's cheer follows the kick-out of the player",
        BOTH,
        ("kyon", "joseph"),
        values_of(5, 2, "sc"),
        TAKES_A_HAND,
        ROUND_END,
        [
            "Player: Kyon has 0 after 1 hands",
            "Player: Kyon has been kicked out. The winner of this round is Joseph Joestar.",
            'Dealer: Joseph Joestar: "Nice!"',
            "The winner is sc.",
        ],
        '[members.joseph]\nreactions = [{ on = "round over", say = "Nice!" }]',
    ),
    Reading(
        "Kakyoin eats a cherry in both roles",
        BOTH,
        ("kyon", "kakyoin"),
        values_of(5, 2, "sc"),
        TAKES_A_HAND,
        ('"',),
        ['Dealer: Kakyoin Noriaki: "rerorerorero rerorerorero"'],
        '[members.kakyoin]\nreactions = [{ on = "round won", as = "player", say = "rerorerorero" }]',
    ),
    Reading(
        "Jotaro stops time as a dealer, and takes hole card and busting card again",
        BOTH,
        ("kyon", "jotaro"),
        values_of(5, 1, "sc"),
        f"{JOTARO_DEALS_AND_BUSTS} TD 8D 3D",
        ("Platinum", "Jotaro's"),
        [
            "Dealer: Kujo Jotaro's hole card is Seven of Diamonds",
            f"Dealer: {SHOUT}",
            "Dealer: Kujo Jotaro's total is 21",
        ],
        '[members.jotaro]\nreactions = [{ on = "bust", as = "player", do = "retake hand" }]',
    ),
    Reading(
        "Jotaro goes on by the drawing rule, and busts and retakes again with as many cards as he then holds",
        BOTH,
        ("jotaro", "kyon"),
        values_of(10, 1, "sos"),
        f"{JOTARO_BUSTS} 2S 3S 7H TC 2H 3H 4H 4D 7C KD",  # 12, 22, then four cards: 13, 20
        ("Platinum", "Jotaro's", "Kyon's total"),
        [
            f"Player: {SHOUT}",
            f"Player: {SHOUT}",
            "Player: Kujo Jotaro's total is 20",
            "Dealer: Kyon's total is 17",
        ],
        "[members.jotaro]\nreactions = []",
    ),
    Reading(
        "Jotaro's total is announced once, and what he holds at last is compared",
        BOTH,
        ("jotaro", "kyon"),
        values_of(10, 1, "sos"),
        f"{JOTARO_BUSTS} KS KD 2D TS TD TH 9S 7D AC",
        ("Platinum", "total", "wins this hand", "Push"),
        [
            *[f"Player: {SHOUT}"] * 3,
            "Player: Kujo Jotaro's total is 17",
            "Dealer: Kyon's total is 17",
            "Push",
        ],
        '[payouts]\ntie = "lose"\n[output]\npush = "Lost"',
    ),
    Reading(
        "a hand in which the cards are used up starts again after a shuffle, and its wager is void",
        BOTH,
        ("kyon", "jotaro"),
        values_of(7, 1, "sc"),
        f"{JOTARO_DEALS_AND_BUSTS} " + "TS TH TC " * 15 + f"TS TD {WINS_A_HAND}",
        ("Hand", "used up", "Shuffling", "bets", "after"),
        [
            "Shuffling the deck",
            "Hand 1 bankroll 7",
            "Player: Kyon bets 5",
            "Hand 1 card used up, this hand will start again",
            "Shuffling the deck",
            "Hand 1 bankroll 7",
            "Player: Kyon bets 5",
            "Player: Kyon has 12 after 1 hands",
        ],
        '[shoe]\nwhen_empty = "stop"',
    ),
    Reading(
        "the number of hands is that of the round, and 0 for who has too little money on entering",
        BOTH,
        ("haruhi", "yuki", "joseph", "kakyoin"),
        values_of(4, 3, "sc"),
        "2S",
        (*ROUND_END, "Hand"),
        [
            "Player: Suzumiya Haruhi has 4 after 0 hands",
            "Player: Suzumiya Haruhi has been kicked out. The winner of this round is Joseph Joestar.",
            'Dealer: Joseph Joestar: "Nice!"',
            "Player: Nagato Yuki has 4 after 0 hands",
            "Player: Nagato Yuki has been kicked out. The winner of this round is Joseph Joestar.",
            'Dealer: Joseph Joestar: "Nice!"',
            "The winner is sc.",
        ],
        "[rules]\nminimum_wager = 4",
    ),
    Reading(
        "a member keeps the bankroll over won rounds, in which the hands begin anew",
        BOTH,
        ("kyon", "yuki", "polnareff", "kakyoin"),
        values_of(6, 2, "sc"),
        f"{WINS_A_HAND} {PUSHES_A_HAND} {TAKES_A_HAND} {TAKES_A_HAND} {WINS_A_HAND} {PUSHES_A_HAND}",
        ("Hand", "after"),
        [
            "Hand 1 bankroll 6",
            "Hand 2 bankroll 11",
            "Player: Nagato Yuki has 11 after 2 hands",
            "Hand 1 bankroll 11",
            "Hand 2 bankroll 6",
            "Player: Nagato Yuki has 1 after 2 hands",
            "Hand 1 bankroll 6",
            "Hand 2 bankroll 11",
            "Player: Kyon has 11 after 2 hands",
        ],
        '[members.yuki]\nbankroll = "normal + 1"',
    ),
    Reading(
        "Joseph enters with twice the normal bankroll, and with a normal one of 13 stays at 6",
        BOTH,
        ("joseph", "kyon"),
        values_of(13, 4, "sos"),
        f"{TAKES_A_HAND} " * 4,
        (*ROUND_END, "Hand 1"),
        [
            "Hand 1 bankroll 26",
            "Player: Joseph Joestar has 6 after 4 hands",
            JOSEPH_WINS,
            'Player: Joseph Joestar: "Nice!"',
            "The winner is sc.",
        ],
        '[members.joseph]\nreactions = [{ on = "round over", when = "bankroll < 7", do = "forfeit round" }]',
    ),
    Reading(
        "Joseph does not escape when he deals",
        BOTH,
        ("joseph", "kyon"),
        values_of(10, 1, "sc"),
        WINS_A_HAND,  # the house has -5 now
        ROUND_END,
        [
            "Player: Kyon has 15 after 1 hands",
            "Dealer: Joseph Joestar has been kicked out. The winner of this round is Kyon.",
            "The winner is sos.",
        ],
        '[members.joseph]\nreactions = [{ on = "round over", when = "bankroll < 5", say = "Da Yo" }]',
    ),
    Reading(
        "Haruhi bets twice the minimum on credit, and may end below zero",
        BOTH,
        ("haruhi", "polnareff"),
        values_of(5, 3, "sc"),
        TAKES_A_HAND,
        (" bets ", "after", "error"),
        ["Player: Suzumiya Haruhi bets 10", "Player: Suzumiya Haruhi has -5 after 1 hands"],
        "[rules]\ncredit = false",
    ),
    Reading(
        "Haruhi does not look at her bankroll",
        BOTH,
        ("haruhi", "polnareff"),
        values_of(5, 3, "sc"),
        TAKES_A_HAND,
        (" bets ", "after"),
        ["Player: Suzumiya Haruhi bets 10", "Player: Suzumiya Haruhi has -5 after 1 hands"],
        '[strategies.brave]\nwager = "min(bankroll, 2 * minimum)"',
    ),
    Reading(
        "Asahina does not double at a count of -2, but below it",
        BOTH,
        ("mikuru", "polnareff"),
        values_of(50, 3, "sc"),
        f"{TWO_TENS} {ONE_TEN}",
        (" bets ",),
        [f"Player: Asahina Mikuru bets {bet}" for bet in (5, 5, 10)],
        '[strategies.contrary]\nwager = "2 * minimum if count <= -2 and bankroll >= 10 else minimum"',
    ),
    Reading(
        "a count of -3 is enough for Asahina",
        BOTH,
        ("mikuru", "polnareff"),
        values_of(50, 2, "sc"),
        THREE_TENS,
        (" bets ",),
        [f"Player: Asahina Mikuru bets {bet}" for bet in (5, 10)],
        '[strategies.contrary]\nwager = "2 * minimum if count < -3 and bankroll >= 2 * minimum else minimum"',
    ),
    Reading(
        "Asahina doubles only with enough bankroll",
        BOTH,
        ("mikuru", "polnareff"),
        values_of(12, 2, "sc"),
        THREE_TENS,
        (" bets ",),
        [f"Player: Asahina Mikuru bets {bet}" for bet in (5, 5)],
        '[strategies.contrary]\nwager = "2 * minimum if count < -2 else minimum"',
    ),
    Reading(
        "Kakyoin doubles at a count of 4",
        BOTH,
        ("kakyoin", "kyon"),
        values_of(50, 3, "sos"),
        f"{TWO_LOW} {TWO_LOW}",
        (" bets ",),
        [f"Player: Kakyoin Noriaki bets {bet}" for bet in (5, 5, 10)],
        '[strategies.cautious]\nwager = "2 * minimum if count >= 5 and bankroll >= 2 * minimum else minimum"',
    ),
    Reading(
        "Kakyoin does not double at a count of 3",
        BOTH,
        ("kakyoin", "kyon"),
        values_of(50, 3, "sos"),
        f"{TWO_LOW} {ONE_LOW}",
        (" bets ",),
        [f"Player: Kakyoin Noriaki bets {bet}" for bet in (5, 5, 5)],
        '[strategies.cautious]\nwager = "2 * minimum if count >= 3 and bankroll >= 2 * minimum else minimum"',
    ),
    Reading(
        "Kakyoin doubles only with enough bankroll",
        BOTH,
        ("kakyoin", "kyon"),
        values_of(9, 3, "sos"),
        f"{TWO_LOW} {TWO_LOW}",
        (" bets ",),
        [f"Player: Kakyoin Noriaki bets {bet}" for bet in (5, 5, 5)],
        '[strategies.cautious]\nwager = "2 * minimum if count >= 4 else minimum"',
    ),
    Reading(
        "the others double at a count of 2 when they have just enough",
        BOTH,
        ("itzuki", "polnareff"),
        values_of(10, 2, "sc", "counting"),
        TWO_LOW,
        (" bets ",),
        [f"Player: Koizumi Itzuki bets {bet}" for bet in (5, 10)],
        '[strategies.counting]\nwager = "2 * minimum if count >= 3 and bankroll >= 2 * minimum else minimum"',
    ),
    Reading(
        "a count of 1 is not enough for the others",
        BOTH,
        ("avdol", "kyon"),
        values_of(50, 2, "sos", "counting"),
        ONE_LOW,
        (" bets ",),
        [f"Player: Mohammed Avdol bets {bet}" for bet in (5, 5)],
        '[strategies.counting]\nwager = "2 * minimum if count >= 1 and bankroll >= 2 * minimum else minimum"',
    ),
    Reading(
        "the others double only with enough bankroll",
        BOTH,
        ("yuki", "polnareff"),
        values_of(9, 2, "sc"),
        TWO_LOW,
        (" bets ",),
        [f"Player: Nagato Yuki bets {bet}" for bet in (5, 5)],
        '[strategies.counting]\nwager = "2 * minimum if count >= 2 else minimum"',
    ),
    Reading(
        "a member counts from 0 on entering",
        BOTH,
        ("yuki", "mikuru", "polnareff"),
        values_of(5, 2, "sc"),
        f"{TWO_TENS} {WINS_A_HAND}",  # -2 when Mikuru enters; she has 10 and counts -2 after her first hand
        (" bets ",),
        ["Player: Nagato Yuki bets 5", "Player: Asahina Mikuru bets 5", "Player: Asahina Mikuru bets 5"],
        '[strategies.contrary]\nwager = "2 * minimum if count < 0 and bankroll >= 2 * minimum else minimum"',
    ),
]


@pytest.mark.parametrize("parent", EDITIONS)
@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.point)
def test_reading_is_played_like_this(tmp_path: Path, reading: Reading, parent: str) -> None:
    """A game with chosen cards says what the reading of an unclear point says, in its editions only."""
    lines = looked_at(reading, tmp_path, parent, "")
    if parent in reading.parents:
        assert lines == reading.expected
    else:
        assert lines != reading.expected


@pytest.mark.parametrize(
    ("reading", "parent"),
    [
        pytest.param(reading, parent, id=f"{parent}: {reading.point}")
        for reading in READINGS
        for parent in reading.parents
    ],
)
def test_other_reading_is_heard(tmp_path: Path, reading: Reading, parent: str) -> None:
    """With the other reading in an overlay the same cards say something else."""
    assert looked_at(reading, tmp_path, parent, reading.switched) != reading.expected


@pytest.mark.parametrize("parent", EDITIONS)
@pytest.mark.parametrize("kind", ["simple", "counting"])
def test_kind_and_side_alone_take_the_examples_of_the_handout(parent: str, kind: str) -> None:
    """`simple sc` alone means a bankroll of 100 and 3 hands."""
    arguments = shipped(parent).model.arguments
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
    for seed, dealers in itertools.product(range(20), ("sos", "sc")):
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
