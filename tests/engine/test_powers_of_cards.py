"""Powers over cards, wagers and money: every card that moves, and every change of a bankroll, is told."""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle.tournament_duels import ANN_BUSTS, ANN_WINS, BOTH_HAVE_17, Duel, played
from tests.oracle.tournament_duels import reaction as does

TOLD = {
    "player_receives": "{name} receives {amount}, has {bankroll}",
    "player_gives": "{name} gives {amount}, has {bankroll}",
    "player_raises": "{name} raises to {wager}",
    "player_looks": "{name} looks at {card}",
    "discards": "{name} discards {card}",
    "exchanges": "{name} exchanges for {card}",
    "counts_as": "{name} counts {total}",
    "replays": "{name} plays again",
}


def told(cards: str, *reactions: dict[str, Any], hands: int = 1, **more: Any) -> list[str]:
    """What is said in hands of a duel, after each deal, of a player who has 20 and bets 5."""
    changes = {"output": TOLD, "rules": {"credit": False}, **more.pop("changes", {})}
    lines = played(Duel(reactions, changes=changes, strategy="simple", **more), cards, hands=hands)
    return [line for line in lines if " gets " not in line and " bets " not in line and "hand " not in line][
        :-2
    ]


@pytest.mark.parametrize(
    ("cards", "power", "expected"),
    [
        (
            f"{ANN_BUSTS} 4C 9S",  # 16 and a king as 1: 17
            does("bust", "count as", total="total - last + 1"),
            [
                "Ann counts 17",
                "Ann stops at 17",
                "Bob turns 7D",
                "Bob stops at 19",
                "Bob takes 5",
                "Ann has 15",
            ],
        ),
        (
            "6S 9H 5C TD TC AC",  # 21 with a ten: no bust
            does("bust", "count as", total=12),
            ["Ann stops at 21", "Bob turns TD", "Bob stops at 19", "Ann wins 5", "Ann has 25"],
        ),
        (
            f"{ANN_BUSTS} TC 2S",  # 16 again, and a bust that nothing stops
            does("bust", "discard card", limit="1 per hand"),
            ["Ann discards KC", "Ann stops at 26", "Ann busts", "Ann has 15"],
        ),
        (
            "TS TH 6C 9D 6D",
            does("bust", "stand", when="total == 22"),
            ["Ann stops at 22", "Bob turns 9D", "Bob stops at 19", "Ann wins 5", "Ann has 25"],
        ),
        (
            "TS TH 6C 9D 7D",
            does("bust", "stand", when="total == 22"),
            ["Ann stops at 23", "Ann busts", "Ann has 15"],
        ),
        (
            "TS AH 6C 9D",  # an ace for a six: a natural, that is paid at once
            does("dealt", "exchange card"),
            ["Ann exchanges for AH", "Bob exchanges for 6C", "Ann has a natural", "Ann has 27"],
        ),
        (
            BOTH_HAVE_17,
            does("dealt", "look at hole card", when="dealer_total == 8"),
            ["Ann looks at 9D", "Ann stops at 17", "Bob turns 9D", "Bob stops at 17", "push", "Ann has 20"],
        ),
        (
            ANN_WINS,
            does("dealt", "raise wager", amount=3),
            [
                "Ann raises to 8",
                "Ann stops at 19",
                "Bob turns 9D",
                "Bob stops at 17",
                "Ann wins 8",
                "Ann has 28",
            ],
        ),
        (
            ANN_WINS,
            does("stand", "raise wager", amount="bankroll"),
            [
                "Ann raises to 20",
                "Ann stops at 19",
                "Bob turns 9D",
                "Bob stops at 17",
                "Ann wins 20",
                "Ann has 40",
            ],
        ),
        (
            ANN_WINS,
            does("hand won", "change bankroll", amount="profit"),
            [
                *("Ann stops at 19", "Bob turns 9D", "Bob stops at 17", "Ann wins 5"),
                *("Ann receives 5, has 30", "Ann has 30"),
            ],
        ),
        (
            f"{ANN_WINS} 4C",
            does("dealer stands", "extra card", limit="1 per hand"),
            ["Ann stops at 19", "Bob turns 9D", "Bob stops at 21", "Bob takes 5", "Ann has 15"],
        ),
        (
            f"TS TH 7S 9C {ANN_WINS}",
            does("hand over", "replay hand", when="profit < 0", limit="1 per game"),
            [
                *("Ann stops at 17", "Bob turns 9C", "Bob stops at 19", "Bob takes 5", "Ann plays again"),
                *("Ann stops at 19", "Bob turns 9D", "Bob stops at 17", "Ann wins 5", "Ann has 25"),
            ],
        ),
    ],
)
def test_effect(cards: str, power: dict[str, Any], expected: list[str]) -> None:
    """A power does to a hand, a wager or the money what its effect says, and tells it."""
    assert told(cards, power) == expected


def test_a_looker_knows_both_cards_of_the_dealer() -> None:
    """Whoever has looked counts the hole card in the dealer's total, in rules too; nobody else does."""
    rules = {
        "simple": {
            "wager": "minimum",
            "rules": [{"when": "dealer_total > 17 and total < 18", "do": "hit"}, {"do": "stand"}],
        }
    }
    lines = told("TS 8H 7C TD 4C", does("dealt", "look at hole card"), changes={"strategies": rules})
    assert lines[:2] == ["Ann looks at TD", "Ann stops at 21"]
    assert told("TS 8H 7C TD 4C", changes={"strategies": rules})[0] == "Ann stops at 17"


def test_money_goes_to_a_partner_as_far_as_there_is_some() -> None:
    """Half of what is won goes to a teammate; nobody gives what is not there."""
    gives = does("hand won", "change bankroll", amount="-(profit // 2)", partner="ann2")
    lines = told(ANN_WINS, gives, everybody=2)
    assert lines[4:6] == ["Ann gives 2, has 23", "Ann2 receives 2, has 22"]
    greedy = does("hand won", "change bankroll", amount=1000, partner="ann2")
    assert told(ANN_WINS, greedy, everybody=2)[4:6] == ["Ann receives 20, has 45", "Ann2 gives 20, has 0"]


def test_a_card_that_everybody_sees_is_counted_once() -> None:
    """A card that is exchanged was counted when it was dealt, and a hole card is when it is turned."""
    count = {"counting": {"count": {"9": 1, "T": 10}, "wager": "minimum", "rules": [{"do": "stand"}]}}
    for power in (does("dealt", "exchange card"), does("dealt", "look at hole card")):
        says = does("hand over", say="ten", when="count == 12")
        duel = Duel([power, says], changes={"strategies": count, "output": TOLD})
        assert "Ann: ten" in played(duel, "TS 8H 9C 9D")


def test_a_dealer_who_has_discarded_the_upcard_has_none_to_exchange() -> None:
    """A card that lies in no hand any more cannot come back."""
    face_down_first = ["player up", "dealer down", "player up", "dealer up"]
    duel = Duel(
        [does("bust", "exchange card")],
        [does("dealt", "discard card")],
        changes={"output": TOLD, "procedure": {"deal": face_down_first}},
        strategy="simple",
    )
    lines = played(duel, ANN_BUSTS)
    assert "Bob discards 7D" in lines
    assert "Ann busts" in lines
    assert not any(" exchanges " in line for line in lines)


def test_a_pair_that_counts_as_another_total_is_played_by_that() -> None:
    """The chart has a row for pairs, but two eights that count as 19 are none."""
    rows = {"hard ..16": "H", "hard 17..": "S", "soft ..17": "H", "soft 18..": "S", "pair 8": "H"}
    changes: dict[str, dict[str, Any]] = {
        "output": TOLD,
        "strategies": {"counting": {"wager": "minimum", "chart": {"rows": rows}}},
        "rules": {"split": "pair and cards == 3"},  # a split might come, so the row of the pair counts
    }
    for power, total in ((does("dealt", "count as", total=19), 19), (does("dealt", say="Oh"), 18)):
        assert f"Ann stops at {total}" in played(Duel([power], changes=changes), "8S TH 8H 9D 2C")


@pytest.mark.parametrize(("wanted", "number"), [("H", 2), ("T", 2), ("TH", 1), ("D", 0), ("s", 1)])
def test_cards_of_a_kind_are_counted(wanted: str, number: int) -> None:
    """`number_of` counts the cards of a suit or a rank, or equal to a card, that lie in the hand."""
    right = does("bust", say="right", when=f"number_of('{wanted}') == {number}")
    wrong = does("bust", say="wrong", when=f"number_of('{wanted}') != {number}")
    lines = played(Duel([right, wrong], changes={"output": TOLD}), "TS 8C 4H 7D TH")
    assert "Ann: right" in lines
    assert "Ann: wrong" not in lines


def test_what_a_dealer_s_hand_counts_as_does_not_tell_the_hole_card() -> None:
    """A total is told only when all cards of the dealer's hand lie face up; it counts all the same."""
    for on, said in (("dealt", 0), ("turn", 1)):
        power = does(on, "count as", total="total + 2", **{"as": "dealer"})
        lines = played(Duel(bob=[power], changes={"output": TOLD}), "TS 8H 9C 9D")
        assert sum("counts as" in line or "counts" in line for line in lines) == said
        assert "Bob stops at 19" in lines
