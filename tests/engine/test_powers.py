"""What a power does to the hand that is played, in duels with chosen cards: Ann plays, Bob deals."""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle.tournament_duels import (
    ANN_BUSTS,
    ANN_WINS,
    BOB_BUSTS,
    BOTH_HAVE_17,
    Duel,
    act,
    checked,
    data_of,
    played,
    reaction,
)
from tests.oracle.tournament_games import lines_of, values_of

from bj.catalogue.limits import MOST_REACTIONS
from bj.ruleset.check import check
from bj.ruleset.model import Ruleset


@pytest.mark.parametrize("busting", ["shown", "hidden"])
@pytest.mark.parametrize("retaken", ["hidden", "last shown"])
def test_player_retakes_as_many_cards_until_they_hold(busting: str, retaken: str) -> None:
    """A player's hand is taken again, as often as it busts, and what is shown of it can be set."""
    power = reaction("bust", "retake hand", "again", busting_card=busting, retaken=retaken)
    assert act(f"{ANN_BUSTS} QS QD 2D 9S 5D 4H TD", [power]) == [
        *(["Ann gets KC"] if busting == "shown" else []),
        *["Ann: again", "Ann: again"],
        *(["Ann gets 4H"] if retaken == "last shown" else []),
        *["Ann stops at 18", "Bob turns 7D", "Bob gets TD", "Bob stops at 25", "Bob busts", "Ann has 25"],
    ]


EFFECTS: dict[str, tuple[list[Any], list[Any], str, list[str]]] = {
    "a player wins a hand that busts": (
        [reaction("bust", "win hand", "mine")],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann: mine", "Ann wins 5", "Ann has 25"],
    ),
    "a player wins a hand that would stand": (
        [reaction("stand", "win hand", "mine")],
        [],
        BOTH_HAVE_17,
        ["Ann: mine", "Ann wins 5", "Ann has 25"],
    ),
    "a player loses a hand that would stand": (
        [reaction("stand", "lose hand", "oh")],
        [],
        ANN_WINS,
        ["Ann: oh", "Bob takes 5", "Ann has 15"],
    ),
    "a dealer who would stand loses": (
        [],
        [reaction("stand", "lose hand")],
        BOTH_HAVE_17,
        ["Ann stops at 17", "Bob turns 9D", "Ann wins 5", "Ann has 25"],
    ),
    "a player voids a hand that busts": (
        [reaction("bust", "void hand", "no")],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann: no", "void", "Ann has 20"],
    ),
    "a player voids a hand that would stand": (
        [reaction("stand", "void hand")],
        [],
        BOTH_HAVE_17,
        ["void", "Ann has 20"],
    ),
    "a dealer who busts wins": (
        [],
        [reaction("bust", "win hand", "mine")],
        BOB_BUSTS,
        ["Ann stops at 19", "Bob turns 7D", "Bob gets KC", "Bob: mine", "Bob takes 5", "Ann has 15"],
    ),
    "a dealer who would stand wins": (
        [],
        [reaction("stand", "win hand")],
        ANN_WINS,
        ["Ann stops at 19", "Bob turns 9D", "Bob takes 5", "Ann has 15"],
    ),
    "a dealer who busts voids the hand": (
        [],
        [reaction("bust", "void hand")],
        BOB_BUSTS,
        ["Ann stops at 19", "Bob turns 7D", "Bob gets KC", "void", "Ann has 20"],
    ),
    "a dealer who would stand voids the hand": (
        [],
        [reaction("stand", "void hand", "no")],
        ANN_WINS,
        ["Ann stops at 19", "Bob turns 9D", "Bob: no", "void", "Ann has 20"],
    ),
    "a player takes extra cards": (
        [reaction("stand", "extra card", "one more", when="total < 20")],
        [],
        f"{BOTH_HAVE_17} 2S AH",
        [
            *["Ann: one more", "Ann gets 2S", "Ann: one more", "Ann gets AH"],
            *["Ann stops at 20", "Bob turns 9D", "Bob stops at 17", "Ann wins 5", "Ann has 25"],
        ],
    ),
    "a player busts with an extra card": (
        [reaction("stand", "extra card")],
        [],
        f"{BOTH_HAVE_17} 4S 2H",
        ["Ann gets 4S", "Ann gets 2H", "Ann stops at 23", "Ann busts", "Ann has 15"],
    ),
    "a dealer takes an extra card": (
        [],
        [reaction("stand", "extra card", when="total == 17")],
        f"{BOTH_HAVE_17} 2S",
        ["Ann stops at 17", "Bob turns 9D", "Bob gets 2S", "Bob stops at 19", "Bob takes 5", "Ann has 15"],
    ),
    "a dealer busts with an extra card": (
        [],
        [reaction("stand", "extra card", when="cards == 2")],
        f"{BOTH_HAVE_17} TH",
        ["Ann stops at 17", "Bob turns 9D", "Bob gets TH", "Bob stops at 27", "Bob busts", "Ann has 25"],
    ),
    "a dealer has nothing to do when the player has won": (
        [reaction("stand", "win hand")],
        [reaction("stand", "win hand", "mine")],
        BOTH_HAVE_17,
        ["Ann wins 5", "Ann has 25"],
    ),
    "the last effect on a hand counts, and all words are said": (
        [
            reaction("bust", "win hand", "one"),
            reaction("bust", "void hand", "two"),
            reaction("bust", say="three"),
        ],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann: one", "Ann: two", "Ann: three", "void", "Ann has 20"],
    ),
    "words alone change nothing": (
        [reaction("bust", say="oh")],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann: oh", "Ann stops at 26", "Ann busts", "Ann has 15"],
    ),
    "a hidden busting card is shown when no power saves the hand": (
        [reaction("bust", "retake hand", when="hand == 2", busting_card="hidden")],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann stops at 26", "Ann busts", "Ann has 15"],
    ),
    "a hidden busting card is shown when the hand is won in spite of it": (
        [
            reaction("bust", "retake hand", when="hand == 2", busting_card="hidden"),
            reaction("bust", "win hand"),
        ],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann wins 5", "Ann has 25"],
    ),
    "who retakes may still take an extra card": (
        [reaction("bust", "retake hand"), reaction("stand", "extra card", when="total == 18")],
        [],
        f"{ANN_BUSTS} 9S 5D 4H 3S TS",
        [
            *["Ann gets KC", "Ann gets 3S", "Ann stops at 21"],
            *["Bob turns 7D", "Bob gets TS", "Bob stops at 25", "Bob busts", "Ann has 25"],
        ],
    ),
}
"""Reactions of Ann and of Bob, the cards, and what is said after the deal."""


def test_a_card_that_stays_down_is_not_turned_up_at_a_bust() -> None:
    """It is no card that a power might have hidden: the house deals it face down when a hand is doubled."""
    changes: dict[str, dict[str, Any]] = {
        "rules": {"double": True, "double_face_down": True},
        "strategies": {"doubler": {"wager": "minimum", "rules": [{"do": "double"}, {"do": "stand"}]}},
        "output": {"player_doubles": "{name} doubles", "player_dealt_down": "{name} gets a card"},
    }
    hides = reaction("bust", "retake hand", when="hand == 2", busting_card="hidden")
    lines = played(Duel([hides], changes=changes, strategy="doubler"), ANN_BUSTS)
    begun = lines.index("Ann doubles")
    assert lines[begun : begun + 4] == ["Ann doubles", "Ann gets a card", "Ann stops at 26", "Ann busts"]


@pytest.mark.parametrize(("ann", "bob", "cards", "expected"), EFFECTS.values(), ids=EFFECTS)
def test_effect_on_a_hand(ann: list[Any], bob: list[Any], cards: str, expected: list[str]) -> None:
    """A power does to the hand what it is for, and nothing is said that did not happen."""
    assert act(cards, ann, bob) == expected


@pytest.mark.parametrize("busting", ["shown", "hidden"])
@pytest.mark.parametrize("retaken", ["hidden", "last shown"])
def test_dealer_retakes_hole_card_and_busting_card(busting: str, retaken: str) -> None:
    """A dealer's hand is taken again like a player's, and then the drawing rule goes on."""
    power = reaction("bust", "retake hand", "again", busting_card=busting, retaken=retaken)
    assert act(f"{BOB_BUSTS} QS QD 2D 9S 5D 2H 4D", bob=[power]) == [
        "Ann stops at 19",
        "Bob turns 7D",
        *(["Bob gets KC"] if busting == "shown" else []),
        "Bob: again",
        "Bob: again",
        *(["Bob gets 2H"] if retaken == "last shown" else []),
        "Bob gets 4D",
        "Bob stops at 20",
        "Bob takes 5",
        "Ann has 15",
    ]


@pytest.mark.parametrize("last", ["player up", "player down"])
def test_hand_that_busts_by_the_deal_shows_no_card_again(last: str) -> None:
    """A power that hides the card that busts has nothing to show of cards that were dealt."""
    power = reaction("bust", "retake hand", when="hand == 2", busting_card="hidden")
    deal = {
        "procedure": {**data_of(Duel())["procedure"], "deal": ["dealer up", "player up", "player up", last]}
    }
    lines = played(Duel([power], changes=deal), "8H TS 6C KC")
    assert lines[lines.index("Ann stops at 26") - 1] == (
        "Ann gets KC" if last == "player up" else "Ann gets 6C"
    )
    assert lines.count("Ann gets KC") == (last == "player up")


def test_member_also_reacts_as_the_strategy_says() -> None:
    """What a strategy says comes first, then what the member says, each as often as it is written."""
    data = data_of(Duel([reaction("stand", say="mine"), reaction("stand", say="ours")]))
    data["strategies"]["counting"]["reactions"] = [reaction("stand", say="ours")]
    said = lines_of(checked(data), values_of(20, 1, "sc"), BOTH_HAVE_17)
    assert [line for line in said if ": " in line] == ["Ann: ours", "Ann: mine", "Ann: ours"]


def test_everything_that_strategy_and_member_have_to_say_is_said() -> None:
    """As many different phrases as a strategy and its member may have are told apart."""
    numbers = range(MOST_REACTIONS)
    data = data_of(Duel([reaction("stand", say=f"own {number}") for number in numbers]))
    learned = [reaction("stand", say=f"learned {number}") for number in numbers]
    data["strategies"]["counting"]["reactions"] = learned
    said = lines_of(checked(data), values_of(20, 1, "sc"), BOTH_HAVE_17)
    phrases = [f"learned {number}" for number in numbers] + [f"own {number}" for number in numbers]
    assert [line for line in said if ": " in line] == [f"Ann: {phrase}" for phrase in phrases]


def test_player_without_an_ace_up_the_sleeve_is_paid_a_win() -> None:
    """A hand that is won by a power pays as the ruleset pays a win."""
    changes = {"payouts": {"win": "7:2", "rounding": "down"}}
    assert act(ANN_BUSTS, [reaction("bust", "win hand")], changes=changes) == [
        *["Ann gets KC", "Ann wins 17", "Ann has 37"],
    ]


@pytest.mark.parametrize("do", ["win hand", "lose hand"])
def test_a_hand_that_a_power_settles_is_won_or_lost(do: str) -> None:
    """The money is told as of any other hand, and its owner reacts, whoever has the power."""
    told = {"paid": "{name} is paid {amount}", "collected": "{name} pays {amount}"}
    heard = [reaction("hand won", say="won"), reaction("hand lost", say="lost")]
    changes = {"output": {**told, "says": "{name}: {words}"}}
    said = {"win hand": ["Ann is paid 5", "Ann: won"], "lose hand": ["Ann pays 5", "Ann: lost"]}[do]
    own = act(BOTH_HAVE_17, [reaction("stand", do), *heard], changes=changes)
    assert [line for line in own if line in ("Ann: won", "Ann: lost") or "pa" in line] == said
    dealers = {"win hand": "lose hand", "lose hand": "win hand"}[do]
    other = act(BOTH_HAVE_17, heard, [reaction("stand", dealers)], changes=changes)
    assert [line for line in other if line in ("Ann: won", "Ann: lost") or "pa" in line] == said


@pytest.mark.parametrize("do", ["retake hand", "win hand", "lose hand", "void hand", "extra card"])
@pytest.mark.parametrize(
    "on", ["round begins", "hand begins", "dealt", "bust", "stand", "hand over", "round over"]
)
def test_effect_on_a_hand_is_refused_where_it_would_do_nothing(do: str, on: str) -> None:
    """A hand is changed when it busts or would stand; on other occasions the check says so."""
    fitting = {"retake hand": ["bust"], "extra card": ["stand"]}.get(do, ["bust", "stand"])
    data = data_of(Duel([reaction(on, do, "ha")]))
    faults = check(Ruleset.model_validate(data))[1]
    assert [fault.path[-1] for fault in faults] == ([] if on in fitting else ["on"])
