"""Powers that take cards from the discards, and that turn cards into others."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.cli.changed_rulesets import changed
from tests.oracle.tournament_duels import Duel, compiled, played
from tests.oracle.tournament_games import lines_of
from tests.session.games import run

from bj.arguments import Value
from bj.cards import card_code
from bj.compiler.compile import compile_ruleset
from bj.record.events import read
from bj.session.engines import compiled_engine

TOLD = {
    "takes_card": "{name} takes {card}",
    "changes_card": "{name} has {card} now",
    "discards": "{name} discards {card}",
    "puts_back": "{name} puts back {card}",
}
ROB = {"on": "turn", "as": "player", "do": "take discard"}
CHANGE = {"on": "turn", "as": "player", "do": "change card", "into": "A"}
FIRST_HAND = "KS 9H 7C TD "
"""Ann has 17, Bob 19."""


def told(
    ann: list[dict[str, Any]],
    bob: list[dict[str, Any]],
    cards: str,
    hands: int = 1,
    pack: dict[str, int] | None = None,
) -> list[str]:
    """What is said in the last of some hands after the deal."""
    duel = Duel(ann, bob, changes={"output": TOLD, "cards": {"pack": pack or {}}}, strategy="simple")
    lines = played(duel, cards, hands=hands, normal=100)
    last = max(at for at, line in enumerate(lines) if line.startswith("hand "))
    dealt = [at for at, line in enumerate(lines) if at > last and " gets " in line]
    return lines[dealt[2] + 1 : -1]


# --- discards -------------------------------------------------------------------------------------------


def test_there_are_no_discards_in_the_first_hand() -> None:
    """Cards that hands hold are no discards; nothing is taken."""
    assert "Ann takes" not in " ".join(told([ROB], [], FIRST_HAND))


@pytest.mark.parametrize(
    ("card", "taken"),
    [
        (None, "TD"),
        ("first", "KS"),
        ("lowest", "7C"),
        ("highest", "TD"),
        ("9", "9H"),
        ("KS", "KS"),
        ("C", "7C"),
    ],
)
def test_a_discard_is_taken_by_its_place_or_name(card: str | None, taken: str) -> None:
    """In the second hand Ann takes the card that was dealt last, first, or the one that is named."""
    power = ROB | ({"card": card} if card else {})
    lines = told([power], [], FIRST_HAND + "2S 8H 3C TC 5D 5H 5C 5S", 2)
    assert lines[0] == f"Ann takes {taken}"


def test_a_rank_that_was_not_discarded_is_not_taken() -> None:
    """Ann holds a three and there is none among the discards: she takes nothing."""
    lines = told([{**ROB, "card": "3"}], [], FIRST_HAND + "9S 8H 3C TC 5D", 2)
    assert lines[0] == "Ann gets 5D"


def test_the_discard_counts_in_the_hand() -> None:
    """Five and a ten from the discards are 15, and a card more makes 20."""
    lines = told([ROB], [], FIRST_HAND + "2S 8H 3C TC 5D", 2)
    assert lines[:3] == ["Ann takes TD", "Ann gets 5D", "Ann stops at 20"]


def test_what_a_power_has_discarded_can_be_taken() -> None:
    """Ann throws her ten away, and Bob takes it into his hand: with 18 he busts at 28."""
    throws = {"on": "turn", "as": "player", "do": "discard card", "card": "first"}
    takes = {"on": "turn", "as": "dealer", "do": "take discard"}
    lines = told([throws], [takes], "TS 9H 8C 9D 9C")
    assert [line for line in lines if "TS" in line] == ["Ann discards TS", "Bob takes TS"]
    assert "Bob busts" in lines


def test_a_hand_that_would_stand_goes_on_with_a_discard() -> None:
    """Ann would stand on 18, takes a ten from the hand before, and busts."""
    lines = told([{**ROB, "on": "stand"}], [], FIRST_HAND + "9S 6H 9C TC 5D", 2)
    assert lines[:3] == ["Ann takes TD", "Ann stops at 28", "Ann busts"]


def test_a_discard_goes_to_the_partner() -> None:
    """Ann curses Bob with the last card of the hand before."""
    lines = told([{**ROB, "partner": "opponent"}], [], FIRST_HAND + "9S 6H 8C TC", 2)
    assert lines[0] == "Bob takes TD"
    assert "Bob busts" in lines


def test_cards_given_are_discards_as_those_of_the_shoe() -> None:
    """A game whose cards are given by hand, one by one, goes on as the game from which they are."""
    power = {**ROB, "card": "lowest", "when": "chance(50)"}
    checked = changed(
        "classic", {"strategies/simple/reactions": [power], "output/takes_card": "takes {card}"}
    )
    values: dict[str, Value] = {"bankroll": 1000, "minimum": 10, "hands": 30, "player": "simple"}
    made = compile_ruleset(checked, values, 3)
    game = run(list(made.program), list(made.table))
    dealt = [event for event in read(game.events, made.persons) if "_dealt" in event.key]
    cards = " ".join(card_code(event.card) for event in dealt if event.card is not None)
    lines = lines_of(checked, values, seed=3)
    assert lines_of(checked, values, cards, seed=3) == lines
    assert sum(line.startswith("takes ") for line in lines) > 5


# --- cards of the shoe, and new ones ----------------------------------------------------------------------


def test_the_next_card_is_drawn_at_once() -> None:
    """Ann has a three and a card more before she plays, and Bob one more because she wants it."""
    draws = {"on": "turn", "as": "player", "do": "draw card"}
    lines = told([draws, {**draws, "partner": "opponent"}], [], "KS 9H 3C TD 2C 4D 5S")
    assert lines[:4] == ["Ann takes 2C", "Bob takes 4D", "Ann gets 5S", "Ann stops at 20"]
    assert "Bob busts" in lines


def test_no_card_is_drawn_from_an_empty_shoe() -> None:
    """A pack of five cards is dealt: there is one left to draw, and no second one."""
    draws = {"on": "turn", "do": "draw card"}
    checked = changed(
        "classic",
        {
            "strategies/simple/reactions": [draws] * 3,
            "output/takes_card": "{name} takes {card}",
            "cards/pack": {"2 3 4 5 6 7 8 9 J Q K A": 0, "T": 1, "2S": 1},
            "shoe/shuffle": {"method": "uniform"},
        },
    )
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple"}
    assert sum(" takes " in line for line in lines_of(checked, values)) == 1


@pytest.mark.parametrize(
    "which", [{"card": "QS"}, {"rank": "rank('Q')", "suit": "suit('S')"}, {"rank": 12, "suit": "hand"}]
)
def test_a_new_card_comes_from_nowhere(which: dict[str, Any]) -> None:
    """The queen of spades that Ann holds already comes once more, and is in no shoe and no discards."""
    adds = {"on": "turn", "as": "player", "do": "add card", **which}
    takes = {"on": "stand", "as": "player", "do": "take discard", "card": "Q", "limit": "1 per hand"}
    lines = told([adds, takes], [], "QS 9H 5C TD")
    assert lines[:3] == ["Ann takes QS", "Ann stops at 25", "Ann busts"]


@pytest.mark.parametrize("which", [{"rank": 1, "suit": 1}, {"rank": 12, "suit": 5}, {"rank": 0, "suit": 0}])
def test_no_such_card_is_added(which: dict[str, Any]) -> None:
    """There is no card of such a rank or suit: nothing comes, and nothing is said."""
    adds = {"on": "turn", "as": "player", "do": "add card", "say": "Here", **which}
    assert "Ann takes" not in " ".join(told([adds], [], FIRST_HAND))


def test_new_cards_are_counted() -> None:
    """Who counts sees the card that somebody draws, and the one that is added."""
    draws = {"on": "turn", "as": "player", "do": "draw card", "limit": "1 per hand"}
    adds = {"on": "turn", "as": "player", "do": "add card", "card": "5H", "limit": "1 per hand"}
    tells = [{"on": "turn", "say": f"{count}", "when": f"count == {count}"} for count in range(-3, 4)]
    duel = Duel([*tells, draws, *tells, adds, *tells], strategy="counting", changes={"output": TOLD})
    lines = played(duel, "8S 8H 7C 9D 2C KD KH KC")
    assert [line for line in lines if line.startswith("Ann: ")] == ["Ann: 0", "Ann: 1", "Ann: 2"]


def test_games_with_new_cards_are_the_same_at_both_speeds() -> None:
    """Cards are drawn and added alike in compiled games."""
    powers: list[dict[str, Any]] = [
        {"on": "turn", "do": "draw card", "when": "chance(40)"},
        {"on": "dealt", "do": "draw card", "partner": "opponent", "when": "chance(40)"},
        {"on": "drawn", "do": "add card", "rank": "last_rank", "suit": "1 + hand % 4", "when": "chance(60)"},
        {"on": "stand", "do": "put card back", "when": "chance(60)"},
    ]
    for seed in range(4):
        one, other = (compiled(Duel(powers, powers), normal=90, hands=30, seed=seed) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())


# --- cards that become others ---------------------------------------------------------------------------


def test_a_card_becomes_one_of_another_rank() -> None:
    """Ann's three becomes an ace of clubs: a soft 21 with her king."""
    assert told([CHANGE], [], "KS 9H 3C TD")[:2] == ["Ann has AC now", "Ann stops at 21"]


@pytest.mark.parametrize(
    ("into", "becomes"),
    [
        ("last + 2", "5C"),
        ("first - last", "7C"),
        ("10", "TC"),  # the lowest rank that counts it
        ("last - 2", "AC"),
        ("first + 1", "AC"),
        ("last - 3", None),
        ("first + 2", None),
        ("-1000000", None),
        ("1000000", None),
        ("1 + 2", None),  # which it counts already
    ],
)
def test_a_card_comes_to_count_a_number(into: str, becomes: str | None) -> None:
    """The three becomes a card that counts what the expression says; if there is none, it stays."""
    lines = told([{**CHANGE, "into": into, "say": "Look!"}], [], "KS 9H 3C TD 2S 2H 2D 2C")
    changed = [line for line in lines if line.endswith((" now", "Look!"))]
    assert changed == (["Ann: Look!", f"Ann has {becomes} now"] if becomes else [])


def test_only_ranks_of_the_pack_count_a_number() -> None:
    """Without tens in the pack, what comes to count 10 is a jack."""
    assert told([{**CHANGE, "into": "10"}], [], "KS 9H 3C QD", pack={"T": 0})[0] == "Ann has JC now"


def test_a_card_of_that_rank_stays_what_it_is() -> None:
    """An ace does not become an ace, and nothing is told."""
    assert told([CHANGE], [], "8S 9H AC TD")[0] == "Ann stops at 19"


def test_the_upcard_becomes_another_one() -> None:
    """Ann turns Bob's nine into a two, so he draws, and busts."""
    power = {**CHANGE, "card": "first", "into": "2", "partner": "opponent"}
    lines = told([power], [], "KS 9H 8C TD KD")
    assert lines[0] == "Bob has 2H now"
    assert "Bob busts" in lines


def test_a_hand_that_busts_is_saved_by_a_change() -> None:
    """The card that busts becomes a two, and Ann, who has 18 then, stands."""
    power = {"on": "bust", "as": "player", "do": "change card", "into": "2"}
    assert told([power], [], "TS 8H 6C TD KC")[1:3] == ["Ann has 2C now", "Ann stops at 18"]


def test_what_has_become_another_card_does_not_go_into_the_shoe() -> None:
    """Ann can put back her ten, but not the ace that was a three."""
    back = {"on": "turn", "as": "player", "do": "put card back"}
    assert "puts back" not in " ".join(told([CHANGE, back], [], "TS 9H 3C TD 5D 5H"))
    assert "Ann puts back TS" in told([CHANGE, {**back, "card": "T"}], [], "TS 9H 3C TD 5D 5H")


def test_both_engines_take_and_change_alike() -> None:
    """Discards are taken, changed and put back alike, and no card that was not changed is dealt twice."""
    back = {"on": "drawn", "do": "put card back", "when": "chance(50)"}
    both = [{**ROB, "as": "both", "when": "chance(60)"}, {**CHANGE, "as": "both", "when": "chance(60)"}, back]
    both.append({**CHANGE, "as": "both", "on": "drawn", "into": "abs(first - last)", "when": "chance(60)"})
    made = compiled(Duel(both, both, strategy="simple"), hands=30, normal=1000)
    game = run(list(made.program), list(made.table))
    assert run(list(made.program), list(made.table), compiled_engine()) == game
    dealt = Counter[int]()
    for event in read(game.events, made.persons):
        if event.key == "shuffle":
            dealt.clear()
        elif event.card is not None and "_dealt" in event.key:
            dealt[event.card] += 1
        elif event.card is not None and event.key.endswith("_puts_back"):
            dealt[event.card] -= 1
        assert max(dealt.values(), default=0) <= 1
