"""Packs: their default contents, and what a ruleset removes, adds and renames."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.changed_rulesets import Changes, card, changed
from tests.engine.packs import contents, some_pack

from bj.cards import MOST_CARDS, OWN_RANKS, RANKS, SUITS, card_code, parse_card, rank_of, suit_of
from bj.errors import UsageError
from bj.ruleset.advice import find_advice
from bj.ruleset.model import Cards
from bj.ruleset.pack import pack_of
from bj.ruleset.shoe_size import find_shortage, largest_cut
from bj.session.rigging import parse_cards

NAMES = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King"]
WRITTEN_OUT: dict[str, Any] = {
    "name": "{rank} of {suit}",
    "listed": "{card} ",
    "hidden": "?? ",
    "suits": {"S": "Spades", "H": "Hearts", "C": "Clubs", "D": "Diamonds"},
    "ranks": {
        **{RANKS[at]: {"name": name, "value": min(at + 2, 10)} for at, name in enumerate(NAMES)},
        "A": {"name": "Ace", "value": 1, "or": 11},
    },
}
"""The cards of a ruleset that writes out all defaults."""

JOKER = {"name": "Joker", "value": 10, "card": "Joker"}
SKAT: Changes = {"cards/pack": {"2 3 4 5 6": 0}, "shoe/shuffle/between": [8, 24]}


def test_what_is_left_out_is_as_in_a_usual_pack() -> None:
    """An empty section equals one that writes out the usual pack."""
    assert Cards.model_validate({}) == Cards.model_validate(WRITTEN_OUT)
    pack = pack_of(Cards())
    assert (pack.cards, pack.codes, pack.ranks, pack.is_usual) == ([*range(52)], RANKS, [*range(13)], True)


@pytest.mark.parametrize(
    ("code", "given", "expected"),
    [
        ("K", {"name": "Rey"}, ("Rey", 10, None)),
        ("K", {"value": 4}, ("King", 4, None)),
        ("A", {"name": "Ass"}, ("Ass", 1, 11)),
        ("A", {"value": 11}, ("Ace", 11, None)),
        ("A", {"or": 10}, ("Ace", 1, 10)),
    ],
)
def test_a_rank_says_only_what_differs(code: str, given: dict[str, Any], expected: tuple[Any, ...]) -> None:
    """The name and the value of a rank change separately; an ace with one value has no second one."""
    cards = Cards.model_validate({"ranks": {code: given}})
    rank = cards.ranks[code]
    assert (rank.name, rank.value, rank.or_) == expected
    assert {**cards.ranks, code: None} == {**Cards().ranks, code: None}


def test_every_card_has_a_code_of_its_own() -> None:
    """The numbers and codes of all cards convert both ways, including those of custom ranks."""
    codes = RANKS + OWN_RANKS
    cards = [card_code(number, codes) for number in range(MOST_CARDS)]
    assert len(set(cards)) == MOST_CARDS
    assert [parse_card(code, codes) for code in cards] == [*range(MOST_CARDS)]
    assert cards == [codes[rank_of(card)] + SUITS[suit_of(card)] for card in range(MOST_CARDS)]


@given(st.integers(0, 2**32), st.permutations(RANKS + "X"), st.permutations(SUITS), st.integers(0, 14))
def test_a_pack_has_what_its_keys_say(seed: int, ranks: list[str], suits: list[str], listed: int) -> None:
    """A new pack has each card as often as its narrowest key says, suit by suit and rank by rank."""
    data = {
        "ranks": {"X": JOKER},
        "pack": some_pack(Random(seed), RANKS + "X"),  # noqa: S311  # a test that can be repeated
        "rank_order": " ".join(ranks[:listed]),
        "suit_order": " ".join(suits[: listed % 5]),
    }
    pack = pack_of(Cards.model_validate(data))
    assert pack.copies == contents({"cards": data})
    ranks = [*ranks[:listed], *(code for code in RANKS + "X" if code not in ranks[:listed])]
    suits = [*suits[: listed % 5], *(code for code in SUITS if code not in suits[: listed % 5])]
    new_pack = [parse_card(rank + suit, RANKS + "X") for suit in suits for rank in ranks]
    assert pack.cards == sorted(pack.cards, key=new_pack.index)
    assert len(pack.cards) == sum(pack.copies.values())


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ({"pack": {"T": 0}}, "A pack has 48 cards: one of each, but no T."),
        ({"pack": {"T": 0, "7C 7D": 0}}, "A pack has 46 cards: one of each, but no T, 7C or 7D."),
        ({"pack": {"A K": 2}}, "A pack has 60 cards: one of each, but 2 of each K and A."),
        ({"pack": {"S": 0, "A": 3, "AS": 0}}, "A pack has 45 cards: one of each, but no S and 3 of each A."),
        ({"pack": {"S H C D": 2}}, "A pack has 104 cards: 2 of each S, H, C and D."),
        ({"pack": {"S H C": 0, "D": 0, "AD": 1}}, "A pack has 1 card: one of each, but no S, H, C, 2,"),
        (
            {"ranks": {"X": JOKER}, "pack": {"X": 0, "XS": 1}},
            "53 cards: one of each, but no XH, XC",
        ),
        ({"ranks": {"X": JOKER}}, "A pack has 56 cards: one of each."),
        ({"ranks": {"X": JOKER}}, "J, Q, K and X (Joker) count 10"),
        ({"pack": {"T": 0}}, "J, Q and K count 10"),
        ({"pack": {"T": 0}}, "one pack of 48 cards"),
        ({"pack": {"S": 0}, "suit_order": "D"}, "order: D H C, each from 2 3 4 5 6 7 8 9 T J Q K A."),
        ({"pack": {"T": 0}}, "H hits; S stands; J is for Q, K too."),
    ],
)
def test_rule_card_says_what_is_in_a_pack(cards: dict[str, Any], text: str) -> None:
    """The rule card has the values of ranks, the number of cards, and unusual numbers of a card."""
    changes: Changes = {"cards": cards, "shoe/shuffle/between": [0, 1]}
    packs: Changes = {"shoe/packs": 4} if "1 card:" in text else {}
    assert text in card(changed("classic", {**changes, **packs}))
    assert "A pack has" not in card(changed("classic", {}))


def test_a_chart_is_about_the_cards_of_the_pack() -> None:
    """A chart needs neither columns for impossible upcards nor rows for impossible hands."""
    chart = {"columns": "7 8 9 T A", "rows": {"hard 12..16": "H", "hard 17..": "S", "soft ..17": "H"}}
    chart["rows"] |= {"soft 18..": "S"}  # type: ignore[operator]  # the rows are a table
    checked = changed("classic", {**SKAT, "strategies/simple/chart": chart})
    assert not [fault for places in find_advice(checked) for fault in places if "rows" in fault.path]
    assert "hard 12 to 16   H  H  H  H  H\n" in card(checked)
    with pytest.raises(AssertionError, match=r"BJ518.*the chart has no row for hard 4, hard 5"):
        changed("classic", {"strategies/simple/chart/rows": chart["rows"]})
    with pytest.raises(AssertionError, match=r"BJ513.*no column for the upcard 2"):
        changed("classic", {"strategies/simple/chart/columns": chart["columns"]})


def test_second_values_have_to_agree_only_within_the_pack() -> None:
    """A rank without cards may have any values; all others must gain the same amount when they count high."""
    own = {"ranks": {"X": {"name": "Star", "value": 2, "or": 7}, "J": {"value": 2, "or": 7}}}
    with pytest.raises(AssertionError, match="BJ502"):
        changed("classic", {"cards": own, "strategies/simple/chart": None})
    changes: Changes = {"cards": {**own, "pack": {"A": 0}}, "strategies/simple/chart": None}
    assert changed("classic", {**changes, "strategies/simple/rules": [{"do": "hit"}]})


def test_cuts_and_players_go_by_the_size_of_the_pack() -> None:
    """The largest cut and the number of players follow the size of the pack."""
    model = changed("classic", {"cards/pack": {"T": 0}, "shoe/packs": 2}).model
    assert largest_cut(model) == 96
    assert find_shortage(model, 47) is None
    message, remedy = find_shortage(model, 48) or ("", "")
    assert message == "the first deal to 48 players takes 98 cards, but the shoe contains only 96"
    assert remedy == "use fewer players, or write `packs = 3` under [shoe]"
    tiny: Changes = {"cards/pack": {"S H C": 0, "2 3 4 5 6": 0, "7 8 9 T J Q K": 0}, **{"shoe/packs": 9}}
    model = changed("classic", {**tiny, "shoe/shuffle/between": [0, 4]}).model
    assert (find_shortage(model, 9) or ("", ""))[1].endswith("put more cards into the `pack` of [cards]")


def test_given_cards_are_those_of_the_pack() -> None:
    """A card outside the pack is refused; a rank alone has the first suit with it."""
    changes: Changes = {"cards": {"ranks": {"X": JOKER}, "pack": {"T": 0, "S": 0, "AH": 0, "XS": 1}}}
    pack = changed("classic", {**changes, "shoe/shuffle/between": [0, 1]}).pack
    codes = [card_code(number, pack.codes) for number in parse_cards("2 A x xd 9c", "here", pack)]
    assert codes == ["2H", "AC", "XS", "XD", "9C"]
    for word in ("T", "10", "TH", "2S", "ah"):
        with pytest.raises(UsageError) as error:
            parse_cards(f"2 {word}", "here", pack)
        assert error.value.message == f"here:1:3: the pack has no `{word}`"
    with pytest.raises(UsageError, match="is not a card"):
        parse_cards("S", "here", pack)
