"""Powers over single cards: which one is meant, and cards that go from hand to hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cli.changed_rulesets import changed
from tests.oracle.tournament_duels import ANN_BUSTS, ANN_WINS, Duel, compiled, played
from tests.oracle.tournament_games import lines_of
from tests.session.games import run

from bj.arguments import Value
from bj.session.engines import compiled_engine

TOLD = {
    **{f"{role}_discards": "{name} discards {card}" for role in ("player", "dealer")},
    **{f"{role}_exchanges": "{name} exchanges for {card}" for role in ("player", "dealer")},
    **{f"{role}_gives_card": "{name} gives {card}" for role in ("player", "dealer")},
    **{f"{role}_takes_card": "{name} takes {card}" for role in ("player", "dealer")},
    **{f"{role}_counts_as": "{name} counts as {total}" for role in ("player", "dealer")},
}


def told(ann: list[dict[str, Any]], bob: list[dict[str, Any]], cards: str, **more: Any) -> list[str]:
    """What is said in one hand after the deal."""
    duel = Duel(ann, bob, changes={"output": TOLD}, strategy="simple", **more)
    lines = [line for line in played(duel, cards) if not line.startswith("error")]
    return lines[next(at for at, line in enumerate(lines) if line.startswith("Bob gets")) + 2 :]


@pytest.mark.parametrize(
    ("card", "discarded"),
    [
        ("last", "4C"),
        ("first", "TS"),
        ("lowest", "2D"),
        ("highest", "AC"),
        ("2", "2D"),
        ("A", "AC"),
        ("D", "2D"),
        ("C", "4C"),
        ("AC", "AC"),
        ("TS", "TS"),
    ],
)
def test_which_card_is_meant(card: str, discarded: str) -> None:
    """Of ten, two, ace and four, standing at 17, any can be chosen: by place, by worth or by name."""
    power = {"on": "stand", "do": "discard card", "card": card, "limit": "1 per hand"}
    lines = told([power], [], "TS 8H 2D TD AC 4C 5H 5D 9H")
    assert next(line for line in lines if "discards" in line) == f"Ann discards {discarded}"


@pytest.mark.parametrize("card", ["AS", "S", "K"])
def test_a_card_that_is_named_has_to_be_in_the_hand(card: str) -> None:
    """Another ace, another suit or another rank is no reason to discard."""
    power = {"on": "stand", "do": "discard card", "card": card, "limit": "1 per hand"}
    assert not [line for line in told([power], [], "TH 8H 2D TD AC 4C 5H 5D 9H") if "discards" in line]


def test_a_hand_that_has_changed_goes_on() -> None:
    """Ann would stand at 17, discards her seven, and draws again."""
    power = {"on": "stand", "do": "discard card", "limit": "1 per hand"}
    lines = told([power], [], "TS 8H 7C TD 9C")
    assert lines[:3] == ["Ann discards 7C", "Ann gets 9C", "Ann stops at 19"]


def test_the_dealer_has_to_discard_the_upcard() -> None:
    """When Ann's turn begins, Bob loses his ace, and has to draw to his ten."""
    power = {
        "on": "turn",
        "do": "discard card",
        "card": "first",
        "partner": "opponent",
        "when": "upcard == 11",
    }
    lines = told([power], [], "TS AH 9C TD 7D")
    assert lines[:4] == ["Bob discards AH", "Ann stops at 19", "Bob turns TD", "Bob gets 7D"]


def test_the_card_that_busts_goes_to_the_dealer() -> None:
    """Ann's king busts Bob, who had 15, instead of her."""
    power = {"on": "bust", "as": "player", "do": "give card", "partner": "opponent", "when": "total > 21"}
    lines = told([power], [], f"{ANN_BUSTS} 5C")
    assert lines[1:3] == ["Ann gives KC", "Bob takes KC"]
    assert "Bob stops at 25" in lines
    assert "Ann has 25" in lines


def test_a_hand_that_stands_can_be_made_to_bust() -> None:
    """Bob, who would stand at 18, gives his nine to Ann, who stood at 19, and draws again."""
    power = {"on": "stand", "as": "dealer", "do": "give card", "partner": "opponent", "limit": "1 per hand"}
    lines = told([], [power], "TS 9H 9C 9D 8C")
    assert lines[1:6] == ["Bob turns 9D", "Bob gives 9D", "Ann takes 9D", "Ann stops at 28", "Ann busts"]
    assert "Ann has 15" in lines


def test_a_standing_hand_counts_as_another() -> None:
    """When Bob stands at 20, Ann's 19 counts as much: she reacts to what happens to an opponent."""
    copies = {
        "on": "stand",
        "of": "opponent",
        "do": "count as",
        "total": "their_total",
        "when": "their_total > total",
    }
    assert "Ann counts as 20" in told([copies], [], "TS TH 9C QD")
    assert "push" in told([copies], [], "TS TH 9C QD")


def test_nothing_is_taken_where_there_is_nothing() -> None:
    """A rank that the hand does not hold, a mate who is not at the table, one's own hand: nothing happens."""
    nothing = [
        {"on": "stand", "do": "discard card", "card": "2"},
        {"on": "stand", "do": "give card", "partner": "next mate"},
        {"on": "dealt", "do": "exchange card", "partner": "richest mate"},
        {"on": "dealt", "as": "dealer", "do": "exchange card"},
    ]
    for power in nothing:
        said = {**power, "say": "now", "limit": "1 per game"}
        assert not [line for line in told([said], [said], ANN_WINS, everybody=2) if "now" in line], power


def test_cards_of_two_players_are_exchanged() -> None:
    """At a table the first player exchanges the highest card for the last one of the next player."""
    swap = {
        "on": "turn",
        "do": "exchange card",
        "card": "highest",
        "partner": "next mate",
        "limit": "1 per hand",
    }
    names = {"Ann": "simple", "Ben": "counting"}
    checked = changed(
        "classic",
        {
            "powers/swap": swap,
            "strategies/simple/powers": ["swap"],
            "players": [{"name": name, "bankroll": 100, "strategy": kind} for name, kind in names.items()],
            "output/player_exchanges": "{name}: {card}",
            "output/player_total": "{name} stops at {total}",
        },
    )
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple", "cuts": ()}
    lines = lines_of(checked, values, "TS 9H TH 8C 2S 9D TD", 0)
    told = [line for line in lines if ": " in line or " stops at " in line]
    assert told[:3] == ["Ann: Two of Spades", "Ben: Ten of Spades", "Ann stops at 20"]


def test_it_is_the_same_at_both_speeds() -> None:
    """Cards go to and fro alike in compiled games."""
    powers: list[dict[str, Any]] = [
        {"on": "turn", "do": "exchange card", "card": "highest", "partner": "opponent", "when": "chance(60)"},
        {"on": "bust", "do": "give card", "partner": "opponent", "limit": "1 per hand"},
        {"on": "bust", "of": "opponent", "do": "take card", "partner": "them", "limit": "1 per hand"},
        {"on": "stand", "do": "discard card", "card": "A", "limit": "1 per hand"},
        {"on": "stand", "of": "opponent", "do": "count as", "total": "their_total", "when": "chance(50)"},
        {"on": "turn", "of": "opponent", "do": "discard card", "card": "lowest", "partner": "them"},
    ]
    for seed in range(4):
        duel = Duel(powers, powers)
        one, other = (compiled(duel, normal=90, hands=30, seed=seed) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())


SAVES = {"on": "bust", "of": "opponent", "do": "take card", "partner": "them", "limit": "1 per hand"}


def test_a_card_that_busts_another_is_taken() -> None:
    """Bob takes the king that busts Ann's 16: she has not bust, draws once more, and he has 25."""
    lines = told([], [SAVES | {"as": "dealer", "say": "mine"}], f"{ANN_BUSTS} 5C")
    taken = lines.index("Bob: mine")
    assert lines[taken : taken + 5] == [
        "Bob: mine", "Ann gives KC", "Bob takes KC", "Ann gets 5C", "Ann stops at 21"
    ]  # fmt: skip
    assert "Bob stops at 25" in lines
    assert "Ann busts" not in lines


def test_only_one_of_the_others_saves_a_hand() -> None:
    """Who waits has no hand to take a card into, and once Ann is saved the others notice no bust."""
    heard = {"on": "bust", "of": "opponent", "as": "dealer", "say": "bust"}
    assert "Bob2: bust" in told([], [heard], ANN_BUSTS, everybody=2)
    lines = told([], [SAVES | {"as": "dealer"}, heard], f"{ANN_BUSTS} 5C", everybody=2)
    assert "Bob: bust" in lines  # his own reactions go on
    assert "Bob2: bust" not in lines


@pytest.mark.parametrize(("card", "taken"), [("last", "8H"), ("highest", "8H"), ("9", "")])
def test_only_a_card_that_lies_open_is_taken(card: str, taken: str) -> None:
    """Ann takes the dealer's upcard, whichever she means: the nine lies face down."""
    power = {"on": "turn", "as": "player", "do": "take card", "card": card, "partner": "opponent"}
    lines = told([power], [], "2S 8H 3C 9D 6C 5D KD")
    assert [line for line in lines if "takes" in line] == ([f"Ann takes {taken}"] if taken else [])


def test_nobody_takes_the_only_card() -> None:
    """Bob takes Ann's three, and the two, which is all that she has then, stays."""
    power = {"on": "dealt", "as": "dealer", "do": "take card", "partner": "opponent"}
    lines = told([], [power, power], "2S 8H 3C 9D 6C TC 5D KD")
    assert [line for line in lines if " takes " in line] == ["Bob takes 3C", "Bob takes 5"]  # the wager
