from __future__ import annotations

import re

import pytest
from tests.cli.changed_rulesets import Changes, card, changed

from bj.describe.rules.phrases import CLAUSES, NOUNS, Phrases
from bj.ruleset.names import NAMES


def test_every_name_has_words() -> None:
    """There is no name of expressions for which no words are known, and no word for what is no name."""
    assert {name for names in NAMES.values() for name in names} == NOUNS.keys() | CLAUSES.keys()


def wager(text: str, decimals: int = 0) -> str:
    """The wager of a strategy in words."""
    model = changed("classic", {"strategies/simple/wager": text, "money/decimals": decimals})
    return Phrases(model).in_words(("strategies", "simple", "wager"))


def condition(text: str) -> str:
    """The condition of a rule in words."""
    changes = {
        "strategies/simple/rules": [{"when": text, "do": "hit"}],
        "strategies/simple/memory": {"row": 0},
    }
    path = ("strategies", "simple", "rules", 0, "when")
    return Phrases(changed("classic", changes)).in_words(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("minimum", "the minimum"),
        ("5", "5"),
        ("2 * minimum", "twice the minimum"),
        ("minimum * 3", "3 times the minimum"),
        ("bankroll // 2", "half of the bankroll (rounded down)"),
        ("bankroll // 10", "the bankroll divided by 10 (rounded down)"),
        ("minimum + 5", "the minimum plus 5"),
        ("bankroll - minimum", "the bankroll minus the minimum"),
        ("hands", "`hands`"),
        ("bankroll // hands", "the bankroll divided by `hands` (rounded down)"),
        ("bankroll % minimum", "the remainder of the bankroll divided by the minimum"),
        ("-bankroll", "minus the bankroll"),
        ("max(1, minimum, bankroll)", "the largest of 1, the minimum and the bankroll"),
        ("max(1, bankroll // 2)", "the larger of 1 and half of the bankroll (rounded down)"),
        ("random(1, min(20, bankroll))", "a random amount from 1 to the smaller of 20 and the bankroll"),
        (
            "bankroll if hands == 1 and count < -2 else minimum",
            "the bankroll if `hands` is 1 and the count is below -2, otherwise the minimum",
        ),
    ],
)
def test_amounts_are_put_into_words(text: str, words: str) -> None:
    """Amounts that are simple enough are said in words, with arguments in backquotes."""
    assert wager(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "5 * (minimum + 1)",
        "minimum - 1 - 1",
        "min(1, max(2, bankroll))",
        "minimum if count > 1 else bankroll if count < 0 else 5",
        "minimum if count > 1 and hand > 1 or hand > 2 else bankroll",
        "abs(minimum)",
        "-bankroll // 2",
    ],
)
def test_other_amounts_stand_as_they_are_written(text: str) -> None:
    """Expressions that would be ambiguous in words are quoted."""
    assert wager(text) == f"`{text}`"


def test_amounts_have_the_decimals_of_the_money() -> None:
    """Amounts of money are said in units, not in the smallest ones."""
    assert wager("minimum + 2.5", 2) == "the minimum plus 2.5"


def test_argument_is_not_a_name_of_the_table() -> None:
    """Before the first hand, a name of the table is the argument of that name."""
    changes: Changes = {
        "ruleset/usage": None,
        "arguments/count": {"type": "integer", "default": 1},
        "players/0/bankroll": "2 * count",
    }
    assert "Player starts with twice `count`." in card(changed("classic", changes))


def test_names_of_people_are_not_places_for_values() -> None:
    """A value stands where it belongs, though a player has the sign for its place in the name."""
    assert "A {} B starts with `bankroll`." in card(changed("classic", {"players/0/name": "A {} B"}))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 < 2", "1 is below 2"),
        ("total <= 12", "the total is at most 12"),
        ("wager != minimum", "the wager is not the minimum"),
        ("13 <= total <= 15", "the total is from 13 to 15"),
        ("12 < total and total < 16", "the total is from 13 to 15"),
        ("total >= 13 and total >= 15", "the total is at least 13 and the total is at least 15"),
        ("total >= 15 and total <= 15", "the total is at least 15 and the total is at most 15"),
        ("total >= 13 and bankroll <= 15", "the total is at least 13 and the bankroll is at most 15"),
        ("total == 11 or 9 == total", "the total is 9 or 11"),
        ("total >= 16 and not soft and cards == 2",
         "the total is at least 16, the hand is not soft and the hand has 2 cards"),
        ("total > 12 and (soft or again)",
         "the total is above 12 and either the hand is soft or people want to play on"),
        ("total > 12 and soft or again",
         "the total is above 12 and the hand is soft, or people want to play on"),
        ("doubled >= 0", "always"),
        ("total >= 0", "always"),
        ("doubled < 0 and soft", "never"),
        ("doubled == 0", "the hand has not been doubled"),
        ("doubled > 0", "the hand has been doubled"),
        ("doubled == 1", "the hand has been doubled once"),
        ("doubled < 3", "the hand has been doubled at most twice"),
        ("doubled != 2", "the hand has not been doubled twice"),
        ("cards >= 2 and cards <= 4", "the hand has 2 to 4 cards"),
        ("hand % hands == 0", "the number of the hand is a multiple of `hands`"),
        ("cards < 2", "the hand has fewer than 2 cards"),
        ("cards <= 1", "the hand has at most 1 card"),
        ("dealer_cards == 0", "the dealer shows no cards"),
        ("upcard == 11", "the upcard is an ace"),
        ("upcard != 11", "the upcard is not an ace"),
        ("upcard >= 2 and upcard <= 6", "the upcard is worth 2 to 6"),
        ("first == 8 or first == 11", "the first card is worth 8 or 11"),
        ("not (from_split and first == 11)", "the hand is not a split ace"),
        ("doubled + 2 == cards", "no card was taken without doubling"),
        ("doubled + 3 == cards",
         "the number of times the hand has been doubled plus 3 equals the number of cards in the hand"),
        ("soft or forfeited", "the hand is soft or the round is forfeited"),
        ("total % 2 == 0", "the total is even"),
        ("total % 2 == 1", "the total is odd"),
        ("row % 3 == 0", "`row` is a multiple of 3"),
        ("cards_left < 20", "fewer than 20 cards are left"),
        ("cards_left <= 20", "at most 20 cards are left"),
        ("cards_left > 20", "more than 20 cards are left"),
        ('holds("7C")', "the hand holds 7C"),
        ('holds("8") or holds("10")', "the hand holds an 8 or the hand holds a 10"),
        ('holds("A")', "the hand holds an ace"),
        ('holds("S")', "the hand holds a spade"),
        ("first_rank == 13", "the first card's rank is king"),
        ('rank("A") != upcard_rank', "the upcard's rank is not ace"),
        ('first_rank > rank("10")', "the first card's rank is above 10"),
        ("first_rank == 0", "the first card's rank is 0"),
        ('first_rank >= rank("J") and first_rank <= rank("K")', "the first card's rank is from jack to king"),
        ("upcard_rank == 11 or upcard_rank == 12", "the upcard's rank is jack or queen"),
        ("first_suit == 2", "the first card's suit is hearts"),
        ('first_suit == suit("S") or first_suit == suit("D")', "the first card's suit is spades or diamonds"),
        ("upcard_suit != 5", "the upcard's suit is not 5"),
        ("first_rank == upcard_rank", "the first card's rank is the upcard's rank"),
        ("chance(80)", "a chance of 80 in 100 comes up"),
        ("upcard < 7", "the upcard is worth less than 7"),
    ],
)  # fmt: skip
def test_conditions_are_put_into_words(text: str, words: str) -> None:
    """Conditions that are simple enough are said in words."""
    assert condition(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "total > 12 and (soft or again and total < 15)",
        "total > 12 and (soft or again) or hand == 3",
        "not (total > 12)",
        "total % 3 == 1",
        "soft == again",
        "chance(count)",
    ],
)
def test_other_conditions_stand_as_they_are_written(text: str) -> None:
    """Nested `or` and `and`, and everything without certain words, are quoted."""
    assert condition(text) == f"`{text}`"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("total < 17", "draws below 17, hard or soft"),
        ("total <= 16", "draws below 17, hard or soft"),
        ("not total >= 17", "draws below 17, hard or soft"),
        ("total < 17 or soft and total == 17", "draws below 17, and on soft 17"),
        ("total < 16 or soft and total < 18", "draws below 16, and on soft 16 to 17"),
        (
            "total < 16 if soft else total < 18",
            "draws below 18 with a hard hand, and below 16 with a soft one",
        ),
        ("total < 2", "never draws"),
        ("total >= 0", "always draws"),
        ("total % 2 == 0", "draws while `total % 2 == 0`"),
        ("soft and total == 12", "draws while `soft and total == 12`"),
        ("total < hands", "draws while `total < hands`"),
        ("total < 17 // (total - 3)", "draws while `total < 17 // (total - 3)`"),
    ],
)
def test_dealers_rule_is_described_by_totals(text: str, words: str) -> None:
    """The dealer's rule is described by the play of every total, in any form."""
    found = re.search(r"The dealer (.*draws.*)\.", card(changed("classic", {"dealer/draws": text})))
    assert found is not None
    assert found[1] == words


def test_a_share_of_the_packs_of_players_is_a_percentage() -> None:
    """The number of cards left depends on the players there, so the card shows the penetration itself."""
    changes = {"shoe/players_per_pack": 3, "shoe/penetration": "66.5%", "shoe/reshuffle_when": None}
    shown = card(changed("vegas", changes))
    assert "The step `reshuffle` shuffles when more than 66.5% of the cards are dealt." in shown
    assert "all cards come back and are mixed, if more than 66.5% of the cards are dealt" in shown


def test_a_number_is_shared_wherever_it_is_remembered() -> None:
    """The holder of a private power can use a number of a shared one, and the card names both."""
    powers = {
        "bell": {"memory": {"rung": 0}, "shared": "table", "on": "bust", "set": {"rung": 1}},
        "ear": {"memory": {"rung": 0}, "on": "hand over", "when": "rung == 1", "set": {"rung": 0}},
    }
    changes: Changes = {
        "powers": powers,
        "strategies/simple/powers": ["bell"],
        "strategies/counting/powers": ["ear"],
    }
    told = [line.strip() for line in card(changed("classic", changes)).splitlines() if "Remembers" in line]
    assert told == ["Remembers `rung`, as the whole table does, at first 0."] * 2


def test_numbers_that_begin_alike_are_one_sentence() -> None:
    """The numbers of a power are listed together if they have the same start, and all or none are shared."""
    power = {"memory": {"a": 0, "b": 1, "c": 0}, "on": "bust", "set": {"a": "b", "b": "c", "c": "a"}}
    changes: Changes = {"powers": {"turn": power}, "strategies/simple/powers": ["turn"]}
    told = [line.strip() for line in card(changed("classic", changes)).splitlines() if "Remembers" in line]
    assert told == ["Remembers `a` and `c`, at first 0.", "Remembers `b`, at first 1."] * 2
