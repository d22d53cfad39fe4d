"""Powers about others: what people do when something happens to somebody else, and remember together."""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle.tournament_duels import ANN_BUSTS, ANN_WINS, BOB_BUSTS, BOTH_HAVE_17, Duel, compiled, played
from tests.session.games import run

from bj.session.engines import compiled_engine

TOLD = {
    **{f"{role}_receives": "{name} receives {amount}, has {bankroll}" for role in ("player", "dealer")},
    **{f"{role}_gives": "{name} gives {amount}, has {bankroll}" for role in ("player", "dealer")},
}


def told(duel: Duel, cards: str, hands: int = 1) -> list[str]:
    """What is said, received and given in a duel."""
    duel = duel._replace(changes={**duel.changes, "output": TOLD})
    lines = played(duel, cards, hands=hands)
    lines = [line for line in lines if not line.startswith("error")]
    return [line for line in lines if ": " in line or " receives " in line or " gives " in line]


def says(on: str, of: str, words: str, **more: Any) -> dict[str, Any]:
    """A reaction to what happens to somebody else."""
    return {"on": on, "of": of, "say": words, **more}


@pytest.mark.parametrize(
    ("on", "cards", "said"),
    [
        ("dealt", ANN_WINS, ["Bob: dealt", "Bob2: dealt", "Ann2: dealt"]),
        ("bust", ANN_BUSTS, ["Ann2: bust", "Bob: bust", "Bob2: bust"]),
        ("hand won", ANN_WINS, ["Ann2: hand won", "Bob: hand won", "Bob2: hand won"]),
        ("hand lost", ANN_BUSTS, ["Ann2: hand lost", "Bob: hand lost", "Bob2: hand lost"]),
        ("push", BOTH_HAVE_17, ["Ann2: push", "Bob: push", "Bob2: push"]),
    ],
)
def test_others_react_to_what_happens(on: str, cards: str, said: list[str]) -> None:
    """Whatever happens to Ann, her mate and both opponents notice, those who wait too, and she does not."""
    heard = [says(on, "anybody", on, when="their_wager > 0")]
    assert sorted(told(Duel(heard, heard, everybody=2, strategy="simple"), cards)) == sorted(said)


@pytest.mark.parametrize(("of", "said"), [("mate", ["Bob2: oh"]), ("opponent", ["Ann: oh", "Ann2: oh"])])
def test_a_mate_is_on_the_same_side(of: str, said: list[str]) -> None:
    """When the dealer busts, those of the dealer's team are mates, and those of the other opponents."""
    heard = [says("bust", of, "oh")]
    assert told(Duel(heard, heard, everybody=2), BOB_BUSTS) == said


@pytest.mark.parametrize(
    ("name", "on", "value"),
    [
        ("their_total", "bust", 26),
        ("their_cards", "bust", 3),
        ("their_last", "bust", 10),
        ("their_wager", "hand lost", 5),
        ("their_profit", "hand lost", -5),
        ("their_bankroll", "hand lost", 15),
    ],
)
def test_what_is_known_of_them(name: str, on: str, value: int) -> None:
    """A hand of 26 with three cards, of which a king came last, has lost 5."""
    right = says(on, "mate", "right", when=f"{name} == {value} and total == 0")
    wrong = says(on, "mate", "wrong", when=f"{name} != {value}")
    assert told(Duel([right, wrong], everybody=2, strategy="simple"), ANN_BUSTS) == ["Ann2: right"]


def test_nobody_notices_a_bust_that_is_none() -> None:
    """A hand that a power keeps from busting, or from standing, has not bust or stood for the others."""
    saves = {"on": "bust", "do": "count as", "total": 12}
    heard = [says("bust", "opponent", "oh")]
    assert told(Duel([saves], heard, strategy="simple"), f"{ANN_BUSTS} 5C 9D") == []
    draws = {"on": "stand", "do": "extra card", "when": "total < 21"}
    stands = [says("stand", "opponent", "oh", when="their_total < 21")]
    assert told(Duel([draws], stands), "TS 8H 7C TD 4C") == []


def test_who_is_kicked_out_notices_nothing_any_more() -> None:
    """Ann has lost her 5 and left when Ann2 wins, and gets no share of it either; Ann3 is still there."""
    heard = [
        says("kicked out", "mate", "bye"),
        says("hand won", "mate", "well done"),
        {"on": "hand won", "do": "change bankroll", "amount": -1, "partner": "ann1", "say": "yours"},
        {"on": "hand won", "do": "change bankroll", "amount": -1, "partner": "ann3", "say": "and yours"},
    ]
    duel = Duel(heard, everybody=3, strategy="simple")
    duel = duel._replace(changes={"output": TOLD})
    lines = played(duel, f"{ANN_BUSTS} {ANN_WINS}", hands=1, normal=5)
    said = [line for line in lines if ": " in line and not line.startswith("error")]
    assert said == ["Ann2: bye", "Ann3: bye", "Ann2: and yours", "Ann3: well done"]


@pytest.mark.parametrize(
    ("partner", "lines"),
    [
        ("them", ["Ann2 gives 5, has 15", "Ann receives 5, has 20"]),
        ("next mate", ["Ann2 gives 5, has 15", "Ann3 receives 5, has 25"]),
        ("poorest mate", ["Ann2 gives 5, has 15", "Ann receives 5, has 20"]),
        ("richest mate", ["Ann2 gives 5, has 15", "Ann3 receives 5, has 25"]),
    ],
)
def test_money_goes_to_whom_it_should(partner: str, lines: list[str]) -> None:
    """Ann2 helps when Ann has lost 5 of 20: Ann herself, or whoever is named by money or place."""
    gives: dict[str, Any] = {"on": "hand lost", "of": "mate", "do": "change bankroll"}
    gives["amount"] = "their_profit"
    helps = {
        "power": {**gives, "partner": partner, "when": "bankroll == 20 and said == 0", "set": {"said": 1}}
    }
    helps["power"] |= {"memory": {"said": 0}, "shared": "team"}
    duel = Duel(changes={"powers": helps}, powers=["power"], everybody=3, strategy="simple")
    assert told(duel, ANN_BUSTS)[:2] == lines


def test_a_power_that_would_change_nothing_is_not_used() -> None:
    """Nothing is said, set or counted for a limit when there is nothing to pay, to raise or to discard."""
    nothing: list[dict[str, Any]] = [
        {"on": "hand won", "do": "change bankroll", "amount": "0 * wager"},
        {"on": "hand won", "do": "change bankroll", "amount": 5, "partner": "next mate"},
        {"on": "stand", "do": "raise wager", "amount": 0},
        {"on": "dealt", "do": "look at hole card", "as": "dealer"},
        {"on": "stand", "do": "count as", "total": "total"},
    ]
    for reaction in nothing:
        power = {**reaction, "say": "used", "limit": "1 per game"}
        assert told(Duel([power], [power]), ANN_WINS) == [], reaction


@pytest.mark.parametrize(
    ("shared", "said"), [(None, []), ("team", ["Ann2: one"]), ("table", ["Ann2: one", "Bob: one"])]
)
def test_memory_is_shared(shared: str | None, said: list[str]) -> None:
    """What Ann remembers of her bust, nobody knows, her team knows, or everybody at the table does."""
    power: dict[str, Any] = {
        "memory": {"busts": 0},
        "reactions": [
            {"on": "bust", "as": "player", "set": {"busts": "busts + 1"}},
            says("hand lost", "anybody", "one", when="busts == 1"),
        ],
    }
    if shared:
        power["shared"] = shared
    listens = [says("hand lost", "anybody", "one", when="busts == 1")]
    duel = Duel(
        bob=listens, changes={"powers": {"power": power}}, powers=["power"], everybody=2, strategy="simple"
    )
    lines = told(duel, ANN_BUSTS)
    assert [line for line in lines if not line.startswith("Bob2")] == said


@pytest.mark.parametrize(("shared", "won"), [(None, 5), ("team", 5), ("table", 15)])
def test_a_lasting_power_of_the_dealer_holds_for_the_table(shared: str | None, won: int) -> None:
    """Rules about Ann's hand know that a power of Bob's lasts, if it is shared with the whole table."""
    power: dict[str, Any] = {"while": "hand == 1"}
    if shared:
        power["shared"] = shared
    bob = {"name": "Bob", "bankroll": "normal", "strategy": "simple", "powers": ["late"]}
    bonus = {"late": {"when": "late", "pays": "3:1"}}
    changes: dict[str, Any] = {
        "powers": {"late": power},
        "payouts": {"bonuses": bonus},
        "members": {"bob1": bob},
    }
    assert f"Ann wins {won}" in played(Duel(changes=changes, strategy="simple"), ANN_WINS)


@pytest.mark.parametrize(("shared", "won"), [("team", 5), ("table", 15)])
def test_a_shared_power_begins_when_somebody_else_sets_what_it_waits_for(shared: str, won: int) -> None:
    """Ann, who does not have the power of Bob's that lasts, sets its number: it lasts from then on."""
    memory = {"memory": {"sung": 0}, "shared": shared}
    powers: dict[str, Any] = {
        "late": {"while": "sung == 1", **memory},
        "sings": {"on": "dealt", "set": {"sung": 1}, **memory},
    }
    bob = {"name": "Bob", "bankroll": "normal", "strategy": "simple", "powers": ["late"]}
    changes: dict[str, Any] = {
        "powers": powers,
        "payouts": {"bonuses": {"late": {"when": "late", "pays": "3:1"}}},
        "members": {"bob1": bob},
    }
    assert f"Ann wins {won}" in played(Duel(changes=changes, strategy="simple", powers=["sings"]), ANN_WINS)


def test_it_is_the_same_at_both_speeds() -> None:
    """Reactions to others make the same events in compiled games."""
    heard = [
        says("bust", "anybody", "oh", do="change bankroll", amount="their_total", partner="them"),
        says("dealt", "mate", "ah", do="raise wager", amount=1),
        {"on": "push", "of": "opponent", "do": "change bankroll", "amount": -3, "partner": "richest mate"},
    ]
    for seed in range(3):
        duel = Duel(heard, heard, everybody=3)
        one, other = (compiled(duel, normal=30, hands=30, seed=seed) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())
