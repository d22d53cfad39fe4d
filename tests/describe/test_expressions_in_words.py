from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tests.cli.changed_rulesets import Changes, card, changed

from bj.describe.rules.expressions_in_words import CLAUSES, NOUNS, Phrases
from bj.ruleset.allowed_names_by_place import NAMES


def test_every_name_has_words() -> None:
    """Every name of expressions has words, and there are no other words."""
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


PHRASES = tomllib.loads((Path(__file__).parent / "phrases.toml").read_text("utf-8"))


@pytest.mark.parametrize("text", PHRASES["amounts"])
def test_amounts_are_put_into_words(text: str) -> None:
    """Simple amounts are described in words, with arguments in backquotes; others are quoted."""
    assert wager(text) == PHRASES["amounts"][text]


@pytest.mark.parametrize("text", PHRASES["conditions"])
def test_conditions_are_put_into_words(text: str) -> None:
    """Simple conditions are described in words; nested `or` and `and`, and others, are quoted."""
    assert condition(text) == PHRASES["conditions"][text]


@pytest.mark.parametrize("text", PHRASES["dealers"])
def test_dealers_rule_is_described_by_totals(text: str) -> None:
    """The dealer's rule is described by the play of every total, in any form."""
    found = re.search(r"The dealer (.*draws.*)\.", card(changed("classic", {"dealer/draws": text})))
    assert found is not None
    assert found[1] == PHRASES["dealers"][text]


def test_amounts_have_the_decimals_of_the_money() -> None:
    """Amounts of money are in units, not in smallest units."""
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
    """A value replaces its placeholder even if a player's name contains the sign for it."""
    assert "A {} B starts with `bankroll`." in card(changed("classic", {"players/0/name": "A {} B"}))


def test_a_share_of_the_packs_of_players_is_a_percentage() -> None:
    """The number of cards left depends on the players, so the card shows the penetration itself."""
    changes = {"shoe/players_per_pack": 3, "shoe/penetration": "66.5%", "shoe/reshuffle_when": None}
    shown = card(changed("vegas", changes))
    assert "The step `reshuffle` shuffles when more than 66.5% of the cards are dealt." in shown
    assert (
        "all cards are returned to the shoe and shuffled if more than 66.5% of the cards are dealt" in shown
    )


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
    assert told == ["Remembers `rung`, shared with the whole table, starting at 0."] * 2


def test_numbers_that_begin_alike_are_one_sentence() -> None:
    """The numbers of a power are listed together if they start equal, and all or none are shared."""
    power = {"memory": {"a": 0, "b": 1, "c": 0}, "on": "bust", "set": {"a": "b", "b": "c", "c": "a"}}
    changes: Changes = {"powers": {"turn": power}, "strategies/simple/powers": ["turn"]}
    told = [line.strip() for line in card(changed("classic", changes)).splitlines() if "Remembers" in line]
    assert told == ["Remembers `a` and `c`, starting at 0.", "Remembers `b`, starting at 1."] * 2
