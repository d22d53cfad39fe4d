"""Powers that put cards back into the shoe, and swap hands."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.cli.changed_rulesets import Changes, changed
from tests.oracle.tournament_duels import Duel, compiled, played
from tests.oracle.tournament_games import lines_of
from tests.session.games import run

from bj.arguments import Value
from bj.compiler.compile import compile_ruleset
from bj.record.events import read
from bj.session.engines import compiled_engine

TOLD = {
    "player_discards": "{name} throws away {card}",
    "player_puts_back": "{name} puts back {card}",
    "dealer_puts_back": "{name} puts back {card}",
    "player_takes_card": "{name} takes {card}",
    "dealer_takes_card": "{name} takes {card}",
}
LEAP = {"on": "bust", "as": "player", "do": "put card back", "limit": "1 per hand"}
SWAP = {"on": "turn", "as": "player", "do": "swap hands", "limit": "1 per hand"}


def told(ann: list[dict[str, Any]], bob: list[dict[str, Any]], cards: str) -> list[str]:
    """What is said in one hand after the deal."""
    lines = played(Duel(ann, bob, changes={"output": TOLD}, strategy="simple"), cards)
    return lines[next(at for at, line in enumerate(lines) if line.startswith("Bob gets")) + 2 :]


# --- back into the shoe ---------------------------------------------------------------------------------


def test_the_card_that_busts_goes_back() -> None:
    """Ann, who has 16, gets rid of her king, and draws again: the king does not come, but the next card."""
    assert told([LEAP], [], "TS 8H 6C 7D KC 4C 5D")[:4] == [
        *("Ann gets KC", "Ann puts back KC", "Ann gets 4C", "Ann stops at 20"),
    ]


@pytest.mark.parametrize(("below", "drawn"), [(0, "KC"), (1, "4C")])
def test_a_card_goes_as_far_down_as_is_said(below: int, drawn: str) -> None:
    """On top of the shoe it is drawn next, and nobody has to give it; below a card that comes first."""
    lines = told([{**LEAP, "below": below}], [], "TS 8H 6C 7D KC 4C 5D")
    assert lines[2] == f"Ann gets {drawn}"


def test_the_dealer_can_be_made_to_put_a_card_back() -> None:
    """Ann sends Bob's upcard, an ace, back into the shoe."""
    power = {**SWAP, "do": "put card back", "card": "first", "partner": "opponent"}
    assert told([power], [], "TS AH 9C TD 7D")[:3] == ["Bob puts back AH", "Ann stops at 19", "Bob turns TD"]


@pytest.mark.parametrize("method", ["uniform", "riffle"])
@pytest.mark.parametrize("below", [0, 2, None])
def test_the_shoe_keeps_its_cards(method: str, below: int | None) -> None:
    """A card is dealt twice between two shuffles only if it was put back; on top it is dealt at once."""
    shuffle: dict[str, Any] = {"method": "uniform"}
    if method == "riffle":
        shuffle = {"method": "riffle", "cuts": 5, "between": [20, 30]}
    power = {**LEAP, "limit": "3 per hand"} | ({} if below is None else {"below": below})
    changes: Changes = {"strategies/simple/reactions": [power], "shoe/shuffle": shuffle}
    checked = changed("classic", {**changes, "arguments/cuts": None, "ruleset/usage": None})
    values: dict[str, Any] = {"bankroll": 5000, "minimum": 5, "hands": 90, "player": "simple"}
    game = compile_ruleset(checked, values, 3)
    dealt, backs, top = Counter[int](), 0, None
    for event in read(run(game.program, game.table).events, game.persons):
        if event.key == "shuffle":
            dealt.clear()
            top = None
        elif event.key == "player_puts_back" and event.card is not None:
            dealt[event.card] -= 1
            backs += 1
            top = event.card if below == 0 else None
        elif event.key.endswith(("_dealt", "_dealt_down")) and event.card is not None:
            assert top in (None, event.card)
            top = None
            dealt[event.card] += 1
            assert dealt[event.card] == 1
    assert backs > 5


# --- whole hands ----------------------------------------------------------------------------------------


def test_hands_change_places() -> None:
    """Ann swaps her 12 for Bob's 19, hole card and all, and stands; Bob busts with hers."""
    lines = told([{**SWAP, "partner": "opponent"}], [], "TS TH 2C 9D KC")
    assert lines[:7] == [
        *("Ann takes TH", "Ann takes 9D", "Bob takes TS", "Bob takes 2C"),
        *("Ann stops at 19", "Bob gets KC", "Bob stops at 22"),
    ]


def test_hands_of_different_sizes_change_places() -> None:
    """Ann's three cards go to Bob, and his two to her."""
    lines = told([{**SWAP, "on": "drawn", "partner": "opponent"}], [], "2S TH 3C 9D 4C 8C")
    assert lines[1:6] == ["Ann takes TH", "Ann takes 9D", "Bob takes 2S", "Bob takes 3C", "Bob takes 4C"]
    assert lines[6:8] == ["Ann stops at 19", "Bob gets 8C"]


def test_a_hand_that_has_stood_keeps_its_place() -> None:
    """Bob cannot have Ann's hand once she has stood."""
    lines = told([], [{**SWAP, "as": "dealer", "partner": "opponent", "say": "Mine!"}], "TS TH 9C 2D KC")
    assert "Bob: Mine!" not in lines
    assert not [line for line in lines if "takes" in line and "0" not in line]


def test_seats_are_known() -> None:
    """The second player hears the first, the third and the dealer stand, and knows her own seat."""
    names = {"Ann": "counting", "Ben": "simple", "Cid": "counting"}
    heard = [{"on": "stand", "say": f"I am {seat}", "when": f"seat == {seat}"} for seat in range(4)] + [
        {"on": "stand", "of": "anybody", "when": f"their_seat == {seat} and seat == 2", "say": f"seat {seat}"}
        for seat in range(-1, 5)
    ]
    checked = changed(
        "classic",
        {
            "strategies/simple/reactions": heard,
            "strategies/counting/reactions": [],
            "players": [{"name": name, "bankroll": 100, "strategy": kind} for name, kind in names.items()],
            "output/says": "{name}: {words}",
        },
    )
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple", "cuts": ()}
    lines = lines_of(checked, values, "TS KS QH TH 9C QD 9D 9S", 0)
    assert [line for line in lines if ": " in line] == [
        "Ben: seat 1",
        "Ben: I am 2",
        "Ben: seat 3",
        "Ben: seat 0",
    ]


@pytest.mark.parametrize(
    ("partner", "total"),
    [
        *[({"partner": "seat 3"}, 21), ({"partner": "seat 2"}, 20), ({"partner": "seat 1"}, 19)],
        *[({"partner": "seat 9"}, 19), ({"seat": "hand + 2"}, 21), ({"seat": "total - 17"}, 20)],
        *[({"seat": seat}, 19) for seat in ("hand", "seat", "0", "-1", "9", "1000000 * 1000000")],
    ],
)
def test_partners_are_named_by_their_seats(partner: dict[str, str], total: int) -> None:
    """The first player swaps hands with whoever has the seat; where nobody else has it, she keeps hers."""
    names = {"Ann": "simple", "Ben": "counting", "Cid": "counting"}
    checked = changed(
        "classic",
        {
            "strategies/simple/reactions": [{**SWAP, **partner}],
            "players": [{"name": name, "bankroll": 100, "strategy": kind} for name, kind in names.items()],
            "output/player_total": "{name} stops at {total}",
        },
    )
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple", "cuts": ()}
    lines = lines_of(checked, values, "TS KS 5H TH 9C QD 6D 9D TD", 0)
    assert next(line for line in lines if line.startswith("Ann stops")) == f"Ann stops at {total}"


@pytest.mark.parametrize("partner", [{"partner": "seat 2"}, {"seat": "1 + hand"}])
def test_whoever_deals_can_have_a_partner_in_a_seat(partner: dict[str, Any]) -> None:
    """The dealer gives the player in the second seat a chip, and not the one in the first."""
    gift = {"on": "hand over", "do": "change bankroll", "amount": -1, **partner}
    checked = changed(
        "classic",
        {
            "dealer/reactions": [gift],
            "players": [{"name": name, "bankroll": 100, "strategy": "simple"} for name in ("Ann", "Ben")],
            "output/receives": "{name} receives {amount}",
        },
    )
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple", "cuts": ()}
    lines = lines_of(checked, values, "TS KS TH 9C QD 9D", 0)
    assert [line for line in lines if "receives" in line] == ["Ben receives 1"]


@pytest.mark.parametrize(
    ("which", "thrown"),
    [
        *[({"place": 1}, ["TS"]), ({"place": "cards"}, ["6C"]), ({"place": "total - 14"}, ["6C"])],
        *[({"place": place}, []) for place in ("0", "-1", "3", "34", "1000000 * 1000000")],
        *[({"rank": "rank('T')"}, ["TS"]), ({"rank": 6}, ["6C"]), ({"rank": "upcard_rank - 2"}, ["6C"])],
        *[({"rank": rank}, []) for rank in ("7", "1", "0", "-58", "63", "70", "1000000 * 1000000")],
        *[({"suit": "suit('S')"}, ["TS"]), ({"suit": 3}, ["6C"]), ({"suit": "upcard_suit + 1"}, ["6C"])],
        *[({"suit": suit}, []) for suit in ("2", "0", "5", "-1", "63", "70", "1000000 * 1000000")],
        *[({"rank": 10, "suit": suit}, ["TS"] * (suit == 1)) for suit in (0, 1, 2, 3, 63)],
        *[({"rank": rank, "suit": 3}, ["6C"] * (rank == 6)) for rank in (1, 5, 6, 10, 63)],
    ],
)
def test_a_card_is_chosen_by_its_place_or_its_kind(which: dict[str, Any], thrown: list[str]) -> None:
    """Ann, who has a ten and a six against an eight, throws the card away; nothing where there is none."""
    lines = told([{**SWAP, "do": "discard card", **which}], [], "TS 8H 6C 7D KC 4C 5D 9D")
    assert [line.split()[-1] for line in lines if line.startswith("Ann throws")] == thrown


@pytest.mark.parametrize(("suit", "taken"), [(1, ["Ann takes TS"]), (2, ["Ann takes TH"]), (3, [])])
def test_a_discard_is_chosen_by_its_rank_and_its_suit(suit: int, taken: list[str]) -> None:
    """Of Ann's ten of spades and Bob's ten of hearts, which she has thrown away, it is the one named."""
    throws = {**SWAP, "do": "discard card", "place": 1, "on": "dealt"}
    takes = {**SWAP, "do": "take discard", "rank": "8 + 2", "suit": suit}
    lines = told([throws, {**throws, "partner": "opponent"}, takes], [], "TS TH 6C 7D KC 4C 5D 9D")
    assert [line for line in lines if line.startswith("Ann takes")] == taken


@pytest.mark.parametrize("key", ["place", "rank", "suit"])
def test_a_card_that_lies_face_down_is_not_chosen(key: str) -> None:
    """Ann can send the dealer's upcard back, but not the card that nobody sees."""
    thrown = []
    for number in {"place": (1, 2), "rank": (14, 10), "suit": (2, 4)}[key]:
        power = {**SWAP, "do": "put card back", "partner": "opponent", key: number}
        thrown += [line for line in told([power], [], "TS AH 9C TD 7D") if "puts back" in line]
    assert thrown == ["Bob puts back AH"]


def test_it_is_the_same_at_both_speeds() -> None:
    """Cards go back and hands change places alike in compiled games."""
    powers: list[dict[str, Any]] = [
        {"on": "bust", "do": "put card back", "below": "random(0, 9)", "when": "chance(80)"},
        {"on": "turn", "do": "put card back", "card": "lowest", "partner": "opponent", "when": "chance(30)"},
        {"on": "drawn", "do": "swap hands", "partner": "opponent", "when": "chance(40)"},
        {"on": "turn", "do": "put card back", "place": "hand % 3", "when": "chance(40)"},
        {"on": "drawn", "do": "put card back", "rank": "upcard_rank + hand % 2", "partner": "opponent"},
    ]
    for seed in range(4):
        duel = Duel(powers, powers)
        one, other = (compiled(duel, normal=90, hands=30, seed=seed) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())
