"""Every point at which a handout of the tournament had to be read: played out, and noticed when it is switched.

A reading is a game with chosen cards, what has to be said in it, and a TOML overlay with another reading.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.oracle import tournament
from tests.oracle.tournament import FIRST, REVISED, Edition
from tests.oracle.tournament_games import bets_of, lines_of, overlay, rules_of, teams
from tests.session.games import shipped, transcript

from bj.compiler.arguments import Value, fill_arguments

FIRST_NAME, REVISED_NAME = "sos_vs_sc", "sos_vs_sc_revised"
EDITIONS = {FIRST_NAME: FIRST, REVISED_NAME: REVISED}

SHOUT = 'Kujo Jotaro: "Star Platinum, Za Warudo"'
TAKES_A_HAND = "TS TH 7S 9C"  # the player stands on 17 and the dealer has 19: a bet is lost, the count falls
WINS_A_HAND = "TS TH 9S 7C"
PUSHES_A_HAND = "TS TH 9S 9C"


def values_of(normal: int, hands: int, dealers: str, kind: str = "simple") -> Mapping[str, Value]:
    """The arguments of a game by their names."""
    return {"normal": normal, "hands": hands, "kind": kind, "dealers": dealers}


# --- the table: where the editions differ -------------------------------------------------------------------

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


class Reading(NamedTuple):
    """A game in which one point shows."""

    point: str
    parents: tuple[str, ...]
    """The editions in which it goes like this."""
    members: tuple[str, ...]
    values: Mapping[str, Value]
    cards: str
    looks_at: tuple[str, ...]
    """Parts of lines: the lines that have one of them are looked at."""
    expected: list[str]
    switched: str
    """TOML with another reading, by which it goes differently."""


BOTH = (FIRST_NAME, REVISED_NAME)
FIRST_ONLY = (FIRST_NAME,)
REVISED_ONLY = (REVISED_NAME,)

JOTARO_BUSTS = "TS 9H 6C 8D KC"
"""Jotaro against Kyon: sixteen against a nine, and a king; Kyon will stand on 17."""
JOTARO_DEALS_AND_BUSTS = "TS 8H 9C 7D KC"
"""Kyon against Jotaro: Kyon stands on 19, Jotaro draws a king to 15."""

ESCAPE = 'Player: Joseph Joestar: "Ni Ge Run Da Yo"'
KYON_WINS = "Player: Joseph Joestar has been kicked out. The winner of this round is Kyon."
JOSEPH_WINS = "Dealer: Kyon has been kicked out. The winner of this round is Joseph Joestar."
ROUND_END = ("after", "kicked", '"', "winner is")

READINGS = [
    Reading(
        "the deck is shuffled once at the start, later only when it is short",
        FIRST_ONLY,
        ("yuki", "joseph", "jotaro"),
        values_of(5, 1, "sc"),
        f"{PUSHES_A_HAND} {PUSHES_A_HAND}",
        ("Shuffling", "Hand"),
        ["Shuffling the deck", "Hand 1 bankroll 5", "Hand 1 bankroll 5"],
        rules_of(FIRST._replace(shuffles_every_round=True)),
    ),
    Reading(
        "the deck is shuffled at the start of every round",
        REVISED_ONLY,
        ("yuki", "joseph", "jotaro"),
        values_of(5, 1, "sc"),
        f"{PUSHES_A_HAND} {PUSHES_A_HAND}",
        ("Shuffling", "Hand"),
        ["Shuffling the deck", "Hand 1 bankroll 5", "Shuffling the deck", "Hand 1 bankroll 5"],
        rules_of(REVISED._replace(shuffles_every_round=False)),
    ),
    Reading(
        "Joseph looks at his bankroll when the hands of a round are over, and may have won again until then",
        FIRST_ONLY,
        ("joseph", "kyon"),
        values_of(15, 6, "sos"),
        f"{TAKES_A_HAND} " * 5 + WINS_A_HAND,
        ROUND_END,
        [
            "Player: Joseph Joestar has 10 after 6 hands",
            JOSEPH_WINS,
            'Player: Joseph Joestar: "Nice!"',
            "The winner is sc.",
        ],
        rules_of(FIRST._replace(escapes_after_hands=True)),
    ),
    Reading(
        "Joseph looks at his bankroll after every hand, and escapes at once",
        REVISED_ONLY,
        ("joseph", "kyon"),
        values_of(15, 6, "sos"),
        f"{TAKES_A_HAND} " * 5 + WINS_A_HAND,
        ROUND_END,
        ["Player: Joseph Joestar has 5 after 5 hands", ESCAPE, KYON_WINS, "The winner is sos."],
        rules_of(REVISED._replace(escapes_after_hands=False)),
    ),
    Reading(
        "Joseph escapes though he has finished his last hand",
        BOTH,
        ("joseph", "kyon"),
        values_of(15, 5, "sos"),
        f"{TAKES_A_HAND} " * 5,
        ROUND_END,
        ["Player: Joseph Joestar has 5 after 5 hands", ESCAPE, KYON_WINS, "The winner is sos."],
        '[members.joseph]\nreactions = [{ on = "round won", say = "Nice!" }]',
    ),
    Reading(
        "Jotaro's busting card is announced, then comes the shout; what he takes is not announced",
        FIRST_ONLY,
        ("jotaro", "kyon"),
        values_of(10, 1, "sos"),
        f"{JOTARO_BUSTS} 5S 6S TD",
        ("Jotaro",),
        [
            "Player: Kujo Jotaro bets 5",
            "Player: Kujo Jotaro dealt Ten of Spades",
            "Player: Kujo Jotaro dealt Six of Clubs",
            "Player: Kujo Jotaro dealt King of Clubs",
            f"Player: {SHOUT}",
            "Player: Kujo Jotaro's total is 21",
            "Player: Kujo Jotaro wins this hand",
            "Player: Kujo Jotaro has 15 after 1 hands",
            "Dealer: Kyon has been kicked out. The winner of this round is Kujo Jotaro.",
        ],
        rules_of(FIRST._replace(hides_busting_card=True)),
    ),
    Reading(
        "the shout comes instead of Jotaro's busting card; the last card of the set that holds is announced",
        REVISED_ONLY,
        ("jotaro", "kyon"),
        values_of(10, 1, "sos"),
        f"{JOTARO_BUSTS} 5S 6S TD",
        ("Jotaro",),
        [
            "Player: Kujo Jotaro bets 5",
            "Player: Kujo Jotaro dealt Ten of Spades",
            "Player: Kujo Jotaro dealt Six of Clubs",
            f"Player: {SHOUT}",
            "Player: Kujo Jotaro dealt Ten of Diamonds",
            "Player: Kujo Jotaro's total is 21",
            "Player: Kujo Jotaro wins this hand",
            "Player: Kujo Jotaro has 15 after 1 hands",
            "Dealer: Kyon has been kicked out. The winner of this round is Kujo Jotaro.",
        ],
        rules_of(REVISED._replace(hides_busting_card=False)),
    ),
    Reading(
        "nothing is announced while time stands still",
        FIRST_ONLY,
        ("jotaro", "kyon"),
        values_of(10, 1, "sos"),
        f"{JOTARO_BUSTS} KS KD 2D 9S 7D 5H",
        ("Jotaro dealt", "Platinum", "Jotaro's"),
        [
            "Player: Kujo Jotaro dealt Ten of Spades",
            "Player: Kujo Jotaro dealt Six of Clubs",
            "Player: Kujo Jotaro dealt King of Clubs",
            f"Player: {SHOUT}",
            f"Player: {SHOUT}",
            "Player: Kujo Jotaro's total is 21",
        ],
        rules_of(FIRST._replace(shows_last_card=True)),
    ),
    Reading(
        "of the cards taken while time stands still, only the last of the set that holds is announced",
        REVISED_ONLY,
        ("jotaro", "kyon"),
        values_of(10, 1, "sos"),
        f"{JOTARO_BUSTS} KS KD 2D 9S 7D 5H",
        ("Jotaro dealt", "Platinum", "Jotaro's"),
        [
            "Player: Kujo Jotaro dealt Ten of Spades",
            "Player: Kujo Jotaro dealt Six of Clubs",
            f"Player: {SHOUT}",
            f"Player: {SHOUT}",
            "Player: Kujo Jotaro dealt Five of Hearts",
            "Player: Kujo Jotaro's total is 21",
        ],
        rules_of(REVISED._replace(shows_last_card=False)),
    ),
    Reading(
        "a busting card that is announced is exposed to the player",
        FIRST_ONLY,
        ("yuki", "jotaro"),
        values_of(50, 2, "sc"),
        "4S 6H 9C TD 6S 9S 2C 8H 4S",  # 4 6 T count 1, the busting six makes it two
        (" bets ",),
        ["Player: Nagato Yuki bets 5", "Player: Nagato Yuki bets 10"],
        rules_of(FIRST._replace(hides_busting_card=True)),
    ),
    Reading(
        "a busting card that is not announced is not exposed",
        REVISED_ONLY,
        ("yuki", "jotaro"),
        values_of(50, 2, "sc"),
        "4S 6H 9C TD 6S 9S 2C 8H 4S",
        (" bets ",),
        ["Player: Nagato Yuki bets 5", "Player: Nagato Yuki bets 5"],
        rules_of(REVISED._replace(hides_busting_card=False)),
    ),
    Reading(
        "cards taken while time stands still are not exposed",
        FIRST_ONLY,
        ("yuki", "jotaro"),
        values_of(50, 2, "sc"),
        "TS 6H 4C 9D 7S 9S 4S 5D 4S",  # T 6 4 count 1, the five is the last of the set
        (" bets ",),
        ["Player: Nagato Yuki bets 5", "Player: Nagato Yuki bets 5"],
        rules_of(FIRST._replace(shows_last_card=True)),
    ),
    Reading(
        "of the cards taken while time stands still, the last of the set that holds is exposed",
        REVISED_ONLY,
        ("yuki", "jotaro"),
        values_of(50, 2, "sc"),
        "TS 6H 4C 9D 7S 9S 4S 5D 4S",
        (" bets ",),
        ["Player: Nagato Yuki bets 5", "Player: Nagato Yuki bets 10"],
        rules_of(REVISED._replace(shows_last_card=False)),
    ),
    Reading(
        "Jotaro as player counts only the cards exposed",
        FIRST_ONLY,
        ("jotaro", "kyon"),
        values_of(50, 2, "sos"),
        f"{JOTARO_BUSTS} 5S 6S 6H 4S",  # exposed: -1; taken: 3
        (" bets ",),
        ["Player: Kujo Jotaro bets 5", "Player: Kujo Jotaro bets 5"],
        rules_of(FIRST._replace(jotaro_counts_all=True)),
    ),
    Reading(
        "Jotaro as player counts every card that he takes",
        REVISED_ONLY,
        ("jotaro", "kyon"),
        values_of(50, 2, "sos"),
        f"{JOTARO_BUSTS} 5S 6S 6H 4S",
        (" bets ",),
        ["Player: Kujo Jotaro bets 5", "Player: Kujo Jotaro bets 10"],
        rules_of(REVISED._replace(jotaro_counts_all=False)),
    ),
    # --- both editions ------------------------------------------------------------------------------------
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
        '[members.kakyoin]\nreactions = [{ on = "round won", as = "player", say = "rerorerorero rerorerorero" }]',
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
        '[members.jotaro]\nreactions = [{ on = "bust", as = "player", say = "Star Platinum, Za Warudo", do = "retake hand" }]',
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
        ROUND_END + ("Hand 1",),
        [
            "Hand 1 bankroll 26",
            "Player: Joseph Joestar has 6 after 4 hands",
            JOSEPH_WINS,
            'Player: Joseph Joestar: "Nice!"',
            "The winner is sc.",
        ],
        '[members.joseph]\nreactions = [{ on = "round over", when = "2 * bankroll < normal", do = "forfeit round" }]',
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
        '[members.joseph]\nreactions = [{ on = "round over", when = "bankroll < normal // 2", say = "Ni Ge Run Da Yo" }]',
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
        "Asahina doubles when the count is below -2",
        BOTH,
        ("mikuru", "polnareff"),
        values_of(50, 4, "sc"),
        "TS 9H 8S TD TH 9H 8S TC 8S 9H 8D TC",  # -2, then -4, then -5
        (" bets ",),
        [f"Player: Asahina Mikuru bets {bet}" for bet in (5, 5, 10, 10)],
        '[strategies.contrary]\nwager = "2 * minimum if count <= -2 and bankroll >= 2 * minimum else minimum"',
    ),
    Reading(
        "a count of -3 is enough for Asahina",
        BOTH,
        ("mikuru", "polnareff"),
        values_of(50, 2, "sc"),
        "TS 9H 9S JD TH 9H 8S TC".replace("9H 9S", "TH 9S", 1),
        (" bets ",),
        [f"Player: Asahina Mikuru bets {bet}" for bet in (5, 10)],
        '[strategies.contrary]\nwager = "2 * minimum if count < -3 and bankroll >= 2 * minimum else minimum"',
    ),
    Reading(
        "Asahina doubles only with enough bankroll",
        BOTH,
        ("mikuru", "polnareff"),
        values_of(12, 3, "sc"),
        "TS 9H 9S AD TH 9H 9S TC",  # the dealer has 20, then 19; the bankroll is 7
        (" bets ",),
        [f"Player: Asahina Mikuru bets {bet}" for bet in (5, 5, 5)],
        '[strategies.contrary]\nwager = "2 * minimum if count < -2 else minimum"',
    ),
    Reading(
        "Kakyoin doubles at a count of 4",
        BOTH,
        ("kakyoin", "kyon"),
        values_of(50, 4, "sos"),
        "3S 6H 9S 8D 6C 6S 9H 8D 4C TD TC 6C 5C",  # 3, then 4
        (" bets ",),
        [f"Player: Kakyoin Noriaki bets {bet}" for bet in (5, 5, 10)],
        '[strategies.cautious]\nwager = "2 * minimum if count >= 5 and bankroll >= 2 * minimum else minimum"',
    ),
    Reading(
        "Kakyoin does not double at a count of 3",
        BOTH,
        ("kakyoin", "kyon"),
        values_of(50, 2, "sos"),
        "3S 6H 9S 8D 6C",
        (" bets ",),
        [f"Player: Kakyoin Noriaki bets {bet}" for bet in (5, 5)],
        '[strategies.cautious]\nwager = "2 * minimum if count >= 3 and bankroll >= 2 * minimum else minimum"',
    ),
    Reading(
        "the others double at a count of 2",
        BOTH,
        ("itzuki", "polnareff"),
        values_of(50, 3, "sc", "counting"),
        "3S 9H 9S 9D 8S 6H 9H 9S 8C 3C",  # 1 (12 draws an 8), then 2
        (" bets ",),
        [f"Player: Koizumi Itzuki bets {bet}" for bet in (5, 5, 10)],
        '[strategies.counting]\nwager = "2 * minimum if count >= 3 and bankroll >= 2 * minimum else minimum"',
    ),
    Reading(
        "a count of 1 is not enough for the others",
        BOTH,
        ("avdol", "kyon"),
        values_of(50, 2, "sos", "counting"),
        "3S 9H 9S 9D 8S",
        (" bets ",),
        [f"Player: Mohammed Avdol bets {bet}" for bet in (5, 5)],
        '[strategies.counting]\nwager = "2 * minimum if count >= 1 and bankroll >= 2 * minimum else minimum"',
    ),
    Reading(
        "the others double only with enough bankroll",
        BOTH,
        ("yuki", "polnareff"),
        values_of(12, 2, "sc"),
        "6S 9H 6C TD 7S TD",  # 19 against 19, two low cards and a ten; then the bankroll still is 12
        (" bets ",),
        [f"Player: Nagato Yuki bets {bet}" for bet in (5, 5)],
        '[strategies.counting]\nwager = "2 * minimum if count >= 1 else minimum"',
    ),
    Reading(
        "a member counts from 0 on entering",
        FIRST_ONLY,
        ("yuki", "mikuru", "polnareff"),
        values_of(5, 2, "sc"),
        f"{TAKES_A_HAND} {WINS_A_HAND}",  # -2 when Mikuru enters, -4 after her first hand
        (" bets ",),
        ["Player: Nagato Yuki bets 5", "Player: Asahina Mikuru bets 5", "Player: Asahina Mikuru bets 10"],
        '[strategies.contrary]\nwager = "2 * minimum if count < -4 else minimum"',
    ),
    Reading(
        "who deals does not count",
        BOTH,
        ("mikuru", "polnareff"),
        values_of(50, 1, "sos"),
        f"{WINS_A_HAND}",
        (" bets ", "Mikuru's"),
        [
            "Player: Jean Pierre Polnareff bets 5",
            "Dealer: Asahina Mikuru's hole card is Seven of Clubs",
            "Dealer: Asahina Mikuru's total is 17",
        ],
        '[dealer]\ndraws = "total < 18"',
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
    ("reading", "parent"), [(reading, parent) for reading in READINGS for parent in reading.parents], ids=str
)
def test_other_reading_is_heard(tmp_path: Path, reading: Reading, parent: str) -> None:
    """With the other reading in an overlay the same cards say something else."""
    assert looked_at(reading, tmp_path, parent, reading.switched) != reading.expected


def looked_at(reading: Reading, folder: Path, parent: str, switched: str) -> list[str]:
    """The lines that matter of the game of a reading."""
    checked = overlay(folder, parent, teams(*reading.members), switched)
    lines = lines_of(checked, reading.values, reading.cards, without=r"cut at \d+")
    return [line for line in lines if any(part in line for part in reading.looks_at)]


# --- what no overlay can switch ------------------------------------------------------------------------------


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
    lines = lines_of(checked, values_of(50, 2, dealers, kind), "4S 6H 9C TD 9H 2C 2D")
    assert bets_of(lines) == ["5", "10" if kind == "counting" else "5"]


@pytest.mark.parametrize("parent", EDITIONS)
@pytest.mark.parametrize("dealers", ["sos", "sc"])
def test_wagers_follow_from_the_lines_before_them(parent: str, dealers: str) -> None:
    """Every wager is what its member bets on the cards announced since the shuffle or since entering."""
    for seed in range(6):
        player, count, bankroll, shuffling = "", 0, 0, False
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
                assert int(words[-1]) == wager_of(name, count, bankroll) or name == "Kujo Jotaro"
            elif " dealt " in line or "hole card is" in line:
                count += {"Two": 1, "Three": 1, "Four": 1, "Five": 1, "Six": 1}.get(words[-3], 0)
                count -= words[-3] in ("Ten", "Jack", "Queen", "King", "Ace")
        assert not shuffling


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
