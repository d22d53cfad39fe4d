"""The points in which the two editions of the tournament differ, played out with chosen cards."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from tests.oracle import tournament
from tests.oracle.tournament import FIRST, REVISED, Edition
from tests.oracle.tournament_games import overlay, rules_of, values_of
from tests.oracle.tournament_readings import (
    BOTH,
    EDITIONS,
    ESCAPE,
    FIRST_ONLY,
    JOSEPH_WINS,
    JOTARO_BUSTS,
    KYON_WINS,
    PUSHES_A_HAND,
    REVISED_ONLY,
    ROUND_END,
    SHOUT,
    TAKES_A_HAND,
    WINS_A_HAND,
    Reading,
    looked_at,
)
from tests.session.games import shipped, transcript

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
    Reading(
        "a card of a set that busts again is counted once",
        REVISED_ONLY,
        ("jotaro", "kyon"),
        values_of(50, 2, "sos"),
        "TS 9H 6C 8D 9C 2D TH KD 5S 6S 6H",  # exposed: 0; the set that busts: -1; the one that holds: 3
        (" bets ",),
        ["Player: Kujo Jotaro bets 5", "Player: Kujo Jotaro bets 10"],
        rules_of(REVISED._replace(jotaro_counts_all=False)),
    ),
    Reading(
        "the last card of the set that holds is counted once, though it is taken and then exposed",
        REVISED_ONLY,
        ("jotaro", "kyon"),
        values_of(50, 2, "sos"),
        f"{JOTARO_BUSTS} 9S 6H 2C",  # exposed: 0; the king: -1; the set: 2
        (" bets ",),
        ["Player: Kujo Jotaro bets 5", "Player: Kujo Jotaro bets 5"],
        '[strategies.counting]\nwager = "2 * minimum if count >= 1 and bankroll >= 2 * minimum else minimum"',
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
