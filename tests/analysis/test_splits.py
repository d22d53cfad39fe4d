"""Hands from splits with packs: values of the class CDZ-, and the search that plays all hands together."""

from __future__ import annotations

from pathlib import Path

import pytest

import bj
from bj.analysis.exact_game import make_game
from bj.analysis.full_search import explore_graph
from bj.analysis.hand_graph_deals import WantedCards
from bj.analysis.results import StrategyClass
from bj.analysis.solver_choice import explore_game, explore_hands
from bj.analysis.split_counts import Pair, known_terms, terms_of
from bj.cards import rank_of, suit_of
from bj.native.library import has_library
from bj.session.game_plan import prepare

CASINO = """
[ruleset]
title = "Fresh packs"
extends = "casino"

[shoe]
packs = 1

[rules]
surrender = true
split = "pair and split_hands < 4"
"""

PUBLISHED = 0.002355191285
"""The value of CDZ- with one pack, S17, late surrender, resplit aces, and doubles on any two cards or after
splits.

``tests/campaigns/figures.py`` has other packs and rules.
"""


@pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")
def test_hands_from_splits_have_the_published_value(tmp_path: Path) -> None:
    """A hand from a split is played like the same cards before it, and its value is exact."""
    file = tmp_path / "fresh.toml"
    file.write_text(CASINO)
    found = bj.analyze(file, ["1000", "1", "human"], fresh=True)
    assert found.players[0].edge == pytest.approx(PUBLISHED, abs=1e-10)
    assert found.strategies == StrategyClass.AS_BEFORE_SPLIT


@pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")
def test_no_graph_uses_cards_of_hands_that_have_moved() -> None:
    """Hit split aces make hands that no other graph has, so the memory of all hands moves."""
    found = bj.analyze("casino/hit_split_aces", ["1000", "10", "basic"], fresh=True)
    assert found.players[0].edge == pytest.approx(-0.00243, abs=5e-6)


FEW = """
[ruleset]
title = "Few cards"
extends = "casino"
usage = "bankroll hands"

[example]
arguments = "1000 5"

[[players]]
name = "Player"
bankroll = "bankroll"
strategy = "splitter"

[cards]
pack = {{ "2 3 4 6 7 8 9 J Q K" = 0, T = 2, "5 A" = 2 }}

[shoe]
packs = 1
reshuffle_when = true

[rules]
split = "pair and split_hands < {hands}"
{rules}

[strategies.splitter]
wager = "minimum"
rules = [
    {{ when = "pair", do = "split" }},
    {{ when = "total == 15 and cards == 2", do = "double" }},
    {{ when = "total < 16", do = "hit" }},
    {{ do = "stand" }},
]
"""


@pytest.mark.parametrize(
    ("hands", "rules"),
    [(2, ""), (2, 'hole_card = "no peek"\nnatural_takes = "original bets"'), (3, "free_split = true")],
)
def test_hands_apart_are_worth_what_they_are_together(hands: int, rules: str, tmp_path: Path) -> None:
    """Values of hands apart are those of a search with all hands on the table."""
    file = tmp_path / "few.toml"
    file.write_text(FEW.format(hands=hands, rules=rules))
    game = make_game(*prepare(file, ["1000", "5"], {}), fresh=True)
    apart = explore_game(game, "plain", None, ("received", "staked"))
    assert apart.is_by_own_cards
    together = explore_graph(game, "plain", None, ("received", "staked"))
    assert apart.means()[0] == pytest.approx(together.means()[0], abs=1e-9)


def test_hands_from_a_split_are_as_many_as_their_second_cards_say() -> None:
    """The probabilities of all ends add up to 1, and the terms to the number of hands."""
    pair = Pair(2, 4, 22, 309, False)
    ends = terms_of(pair)[1]
    assert sum(ends.values()) == pytest.approx(1)
    hands = sum(chance * (len(done) + len(last)) for (done, last), chance in ends.items())
    total = 0.0
    for (_, alike), (whole, part) in known_terms(pair).items():
        share = pair.share(alike, 0)
        total += whole + part * share
    assert total == pytest.approx(hands)


@pytest.mark.skipif(not has_library(), reason="takes too long without the compiled engine")
def test_suits_that_nobody_sees_make_no_difference() -> None:
    """In a game that pays some suits more, pairs of two suits that the dealer does not show are alike."""
    checked, values = prepare({"ruleset": {"extends": "variants/spanish_21"}, "shoe": {"packs": 2}}, (), {})
    game = make_game(checked, values, fresh=True, solved=True)
    shown = next(kind for kind in range(len(game.kinds)) if game.code(game.kinds[kind].card) == "6S")
    found = explore_hands(game, "auto", None, ("received",), WantedCards(shown=(shown,)))
    assert found is not None
    found.find_best()
    worth: dict[int, set[float]] = {}
    for each in found.against[shown,].splits:
        pair = [game.kinds[kind].card for kind in (each.split.first, each.split.second)]
        if len({suit_of(game.kinds[shown].card), *map(suit_of, pair)}) == 3:
            worth.setdefault(rank_of(pair[0]), set()).add(round(each.value(), 6))
    assert [len(values) for values in worth.values()] == [1, 1, 1]  # of sixes, sevens and eights
