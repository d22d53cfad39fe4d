"""Powers that look at the next card of the shoe, and put it back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.cli.changed_rulesets import changed
from tests.oracle.tournament_duels import Duel, compiled, played
from tests.oracle.tournament_games import lines_of
from tests.session.games import run

from bj.arguments import Value
from bj.compiler.compile import compile_ruleset
from bj.record.events import read
from bj.session.engines import compiled_engine

LOOK: dict[str, Any] = {"on": "turn", "as": "player", "do": "look at next card"}
BACK: dict[str, Any] = {"on": "turn", "as": "player", "do": "put next card back"}
NAMES = {"Ann": "simple", "Ben": "counting"}
TOLD = {"player_looks_ahead": "{name} sees {card}", "player_puts_back": "{name} puts back {card}"}


def told(ann: list[dict[str, Any]], cards: str) -> list[str]:
    """What is said in one hand after the deal."""
    lines = played(Duel(ann, changes={"output": TOLD}, strategy="simple"), cards)
    return lines[next(at for at, line in enumerate(lines) if line.startswith("Bob gets")) + 2 :]


def test_the_next_card_is_seen_before_it_is_dealt() -> None:
    """Ann has 13 and sees the eight that she is going to draw; what she sees she can talk of."""
    lines = told([LOOK, {"on": "turn", "say": "eight", "when": "next_card == 8"}], "TS TH 3C 9D 8C")
    assert lines[:4] == ["Ann sees 8C", "Ann: eight", "Ann gets 8C", "Ann stops at 21"]


def test_a_card_that_was_dealt_is_not_the_next_one() -> None:
    """Once Ann has drawn the eight that she saw, nobody knows the next card."""
    lines = told([LOOK, {"on": "stand", "say": "eight", "when": "next_card == 8"}], "TS TH 3C 9D 8C 8D")
    assert lines[:3] == ["Ann sees 8C", "Ann gets 8C", "Ann stops at 21"]


def test_the_first_card_is_seen_before_anybody_wagers() -> None:
    """Ann sees the card that she will be dealt, wagers by it, and sees the next one when all are dealt."""
    power = {
        "memory": {"good": 0},
        "reactions": [
            {**LOOK, "on": "hand begins", "set": {"good": "next_rank"}},
            {**BACK, "on": "hand begins", "below": 2, "when": "next_rank != 14"},
            {**LOOK, "on": "dealt"},
        ],
    }
    changes = {
        **{f"output/{key}": text for key, text in TOLD.items()},
        "powers": {"seer": power},
        "strategies/simple/powers": ["seer"],
        "strategies/simple/wager": "50 if good == 14 else minimum",
    }
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 2, "player": "simple", "cuts": ()}
    lines = lines_of(changed("classic", changes), values, "AS TH 9C 9D 2C 5D TC KC 6C 8D 2S 3S")
    told = [line for line in lines if "sees" in line or "puts" in line or "bets" in line or "dealt" in line]
    assert told == [
        *("Player sees Ace of Spades", "# Player bets 50", "Player dealt Ace of Spades"),
        *("Dealer dealt Ten of Hearts", "Player dealt Nine of Clubs", "Player sees Two of Clubs"),
        *("Player sees Two of Clubs", "Player puts back Two of Clubs", "# Player bets 5"),
        *("Player dealt Five of Diamonds", "Dealer dealt Ten of Clubs", "Player dealt King of Clubs"),
        *("Player sees Eight of Diamonds", "Player dealt Eight of Diamonds"),
    ]


@pytest.mark.parametrize(("below", "drawn"), [(1, ["7C", "KC"]), (2, ["7C", "2C"])])
def test_the_next_card_is_put_back(below: int, drawn: list[str]) -> None:
    """The king goes below as many cards as are known, and each is dealt in its turn."""
    looks = [LOOK, {**BACK, "below": below, "when": "next_card == 10"}, LOOK, LOOK]
    order = "5S TH 3C 9D KC 7C 2C"
    lines = told(looks, order)
    assert lines[:3] == ["Ann sees KC", "Ann puts back KC", "Ann sees 7C"]
    assert [line[-2:] for line in lines if line.startswith("Ann gets")] == drawn


def test_nothing_is_put_back_that_was_not_seen() -> None:
    """Only who has looked, in this turn, knows a card to put back."""
    assert not [line for line in told([{**BACK, "say": "away"}], "TS TH 3C 9D 8C") if "away" in line]


def test_what_was_seen_is_known_until_somebody_else_has_a_turn() -> None:
    """Ann still knows on her turn what she saw when the cards were dealt; Ben has not looked."""
    knows = [{"on": "turn", "say": "eight", "when": "next_card == 8"}]
    people = [{"name": name, "bankroll": 100, "strategy": plays} for name, plays in NAMES.items()]
    changes = {
        "players": people,
        "strategies/simple/reactions": [{**LOOK, "on": "dealt"}, *knows],
        "strategies/counting/reactions": knows,
        "output/says": "{name}: {words}",
    }
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple", "cuts": ()}
    lines = lines_of(changed("classic", changes), values, "TS 5S TH 9C 4D 9D 8D KC")
    assert [line for line in lines if ": eight" in line] == ["Ann: eight"]


@pytest.mark.parametrize("method", ["uniform", "riffle"])
def test_the_shoe_keeps_its_cards(method: str) -> None:
    """The card that is seen and left is dealt next, and between two shuffles no card comes twice."""
    shuffle = (
        {"method": "uniform"} if method == "uniform" else {"method": "riffle", "cuts": 5, "between": [20, 30]}
    )
    looks = [LOOK, {**BACK, "below": 3, "when": "next_card < 6"}]
    changes = {"strategies/simple/reactions": looks, "shoe/shuffle": shuffle, "arguments/cuts": None}
    checked = changed("classic", {**changes, "ruleset/usage": None})
    values: dict[str, Any] = {"bankroll": 5000, "minimum": 5, "hands": 60, "player": "simple"}
    game = compile_ruleset(checked, values, 3)
    seen, dealt, looked = 0, Counter[int](), None
    for event in read(run(game.program, game.table).events, game.persons):
        if event.key == "shuffle":
            dealt.clear()
            looked = None
        elif event.key in ("player_looks_ahead", "player_puts_back"):
            looked = event.card if event.key == "player_looks_ahead" else None
            seen += 1
        elif event.key.endswith(("_dealt", "_dealt_down")) and event.card is not None:
            assert looked in (None, event.card)
            looked = None
            dealt[event.card] += 1
            assert dealt[event.card] == 1
    assert seen > 30


def test_it_is_the_same_at_both_speeds() -> None:
    """Looking ahead, and putting back, makes the same events in compiled games."""
    powers = [
        LOOK,
        {**BACK, "below": "random(1, 60)", "when": "chance(60)"},
        {**LOOK, "of": "opponent", "as": "both"},
        *(
            {**deed, "on": on, "when": "chance(40)"}
            for on in ("hand begins", "dealt")
            for deed in (LOOK, BACK)
        ),
    ]
    for seed in range(3):
        duel = Duel(powers, powers)
        one, other = (compiled(duel, normal=90, hands=30, seed=seed) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())
