"""Hands in which the cards run out and which start again: what was begun is undone."""

from __future__ import annotations

import copy

from tests.oracle.tournament_duels import BOTH_HAVE_17, Duel, checked, data_of, played, reaction
from tests.oracle.tournament_games import lines_of

ALWAYS_TO_THE_END = {"shoe": {"reshuffle_when": "cards_left < 1"}}


def test_deal_begins_anew() -> None:
    """When the cards run out in the middle of the deal, the first card is the player's again."""
    nineteen_in_five = "9S TH 8S 4H 5H"
    twelve_hands = f"{BOTH_HAVE_17} " * 10 + f"{nineteen_in_five} " * 2  # fifty cards
    lines = played(
        Duel(changes=ALWAYS_TO_THE_END), f"{twelve_hands} 2S 3S {BOTH_HAVE_17}", normal=100, hands=13
    )
    assert lines[lines.index("used up") - 4 :] == [
        *["hand 13 at 90", "Ann bets 5", "Ann gets 2S", "Bob gets 3S", "used up"],
        *["hand 13 at 90", "Ann bets 5", "Ann gets TS", "Bob gets 8H", "Ann gets 7C"],
        *["Ann stops at 17", "Bob turns 9D", "Bob stops at 17", "push", "Ann has 90", "Bob leaves"],
        "Ann beats all",
    ]


def test_count_begins_anew() -> None:
    """What was seen in the hand that starts again is forgotten, for the cards come back."""
    cards = "TS 8H 9C 7D KC " + "TS TH TC " * 15 + f"TS TD {BOTH_HAVE_17} TS"
    duel = Duel(
        [reaction("hand begins", say="nothing seen", when="count == 0")], [reaction("bust", "retake hand")]
    )
    assert [line for line in played(duel, cards) if line in ("used up", "Ann: nothing seen")] == [
        *["Ann: nothing seen", "used up", "Ann: nothing seen"],
    ]


def test_half_retaken_hand_is_forgotten() -> None:
    """The hand that starts again has no cards to retake, and a power works in it as before."""
    bob = [reaction("bust", "retake hand", "again")]
    busts = "TS 8H 9C 7D KC"
    lines = played(Duel(bob=bob), f"{busts} " + "TS TH TC " * 15 + f"TS TD {busts} 9S 4D 5H")
    assert lines.count("Bob: again") == 17
    assert lines[-8:] == [
        *["Bob turns 7D", "Bob gets KC", "Bob: again", "Bob stops at 18", "Ann wins 5", "Ann has 25"],
        *["Bob leaves", "Ann beats all"],
    ]


def test_natural_is_paid_back() -> None:
    """Who was paid already when the cards ran out has the money of before, and bets again."""
    data = data_of(Duel())
    for section in ("tournament", "teams", "members"):
        del data[section]
    seats = 7
    data["players"] = [
        {"name": f"P{seat}", "bankroll": "normal", "strategy": "simple"} for seat in range(seats)
    ]
    data["procedure"]["game"] = [
        *["shuffle", {"repeat": "hand", "while": "hand < hands"}],
        "announce standings",
    ]
    del data["procedure"]["round"]
    data["ruleset"]["usage"] = "normal hands [cuts]"
    natural = "AS " + "2S " * (seats - 1) + "TS KS " + "2S " * (seats - 1) + "5H "
    lines = lines_of(checked(copy.deepcopy(data)), {"normal": 20, "hands": 1}, natural + "2S " * 36 + natural)
    told = [line for line in lines if line.startswith("hand 1") or line in ("used up", "P0 has a natural")]
    assert told == ["hand 1 at 20", "P0 has a natural", "used up", "hand 1 at 20", "P0 has a natural"]
