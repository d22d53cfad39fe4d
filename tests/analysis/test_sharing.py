"""Tests standard deviations if hands are split: hands that are valued separately share a dealer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import bj
from bj.analysis.analysis import make_analysis
from bj.analysis.exact_game import make_game
from bj.analysis.full_search import explore_graph
from bj.analysis.report import render_comparison
from bj.analysis.results import ExactComparison, ExactPlayer
from bj.analysis.solver_choice import explore_game
from bj.native.library import has_library
from bj.session.engines import Speed
from bj.session.game_plan import prepare

TABLE = """
[ruleset]
title = "Fives, tens and aces"
extends = "casino"
usage = "bankroll hands"
without = ["shoe", "strategies.basic"]

[example]
arguments = "1000 5"

[[players]]
name = "Player"
bankroll = "bankroll"
strategy = "{strategy}"

[strategies.splitter]
wager = "minimum"
insurance = "total < 16"
rules = [
    {{ when = "pair", do = "split" }},
    {{ when = "total == 16 and cards == 2 and upcard == 10", do = "surrender" }},
    {{ when = "total >= 15 and cards == 2", do = "double" }},
    {{ when = "total < 16", do = "hit" }},
    {{ do = "stand" }},
]

[shoe]
{shoe}

[cards]
pack = {{ "2 3 4 6 7 8 9 J Q K" = 0, T = 3 }}

[procedure]
{procedure}

[rules]
stand_on_target = false
split = "pair and split_hands < {hands}"
{rules}
"""

SPEED: Speed = "auto"

ENDLESS = 'packs = "infinite"\nseed = "random"'
FRESH = "packs = 1\nreshuffle_when = true"

WITHOUT_SHUFFLES = 'game.without = ["shuffle"]\nhand.without = ["reshuffle"]'
NO_HOLE_CARD = """
game.without = ["shuffle"]
deal = ["player up", "dealer up", "player up"]
hand.without = ["reshuffle", "reveal hole card", "peek", "offer insurance", "pay naturals"]
hand.before.settle = ["pay naturals"]
"""

ODD = '[payouts.bonuses.odd]\nwhen = "{}"\npays = "2:1"'

GAMES: Mapping[str, Mapping[str, object]] = {
    "the dealer checks for a natural first": {"rules": "surrender = true"},
    "split again": {"hands": 3},
    "a natural takes all, after others have bust": {"rules": "hole_card = 'no peek'"},
    "a natural takes original bets": {"rules": "hole_card = 'no peek'\nnatural_takes = 'original bets'"},
    "no hole card": {"procedure": NO_HOLE_CARD},
    "no hole card, a natural takes original bets": {
        "procedure": NO_HOLE_CARD,
        "rules": "natural_takes = 'original bets'\nsurrender = true",
    },
    "the dealer stands on 20 and less, and 22 pushes": {
        "rules": '[dealer]\ndraws = "total < 15 or total == 21"\npush_on = 22\n[payouts]\ntie = "lose"',
    },
    "three cards rank above all, and the dealer plays for the bust": {
        "rules": 'charlie = { cards = 3, dealer = true }\n[dealer]\nplays = "always"',
    },
    "no hole card, all hands from splits are paid at once": {
        "procedure": NO_HOLE_CARD,
        "rules": '[payouts.bonuses.split]\nwhen = "from_split"\npays = "2:1"\nat_once = true',
    },
    "bonuses for the dealer's total": {"rules": ODD.format("dealer_total == 18")},
    "bonuses for the dealer's cards": {"rules": ODD.format("dealer_cards == 2")},
    "bonuses for the dealer's ace": {"rules": ODD.format("not dealer_soft")},
    "three cards are paid at once": {
        "rules": '[payouts.bonuses.three]\nwhen = "cards == 3"\npays = "2:1"\nat_once = true',
    },
}


def write(
    folder: Path,
    *,
    strategy: str = "splitter",
    shoe: str = ENDLESS,
    procedure: object = WITHOUT_SHUFFLES,
    hands: object = 2,
    rules: object = "",
) -> Path:
    """A table where pairs are split, with fives, tens and aces alone."""
    file = folder / "table.toml"
    text = TABLE.format(strategy=strategy, shoe=shoe, procedure=procedure, hands=hands, rules=rules)
    file.write_text(text, encoding="utf-8")
    return file


def analyze(file: Path, *, apart: bool) -> ExactPlayer:
    """The value of a hand, with hands from splits valued ``apart`` or played together."""
    checked, values = prepare(file, (), {})
    game = make_game(checked, values, fresh=False)
    explored = explore_game(game, SPEED) if apart else explore_graph(game, SPEED, chosen=True)
    assert explored.is_by_own_cards == apart
    (player,) = make_analysis(explored, values, []).players
    assert player.settled > 1.02
    return player


@pytest.mark.parametrize("name", GAMES)
def test_hands_apart_vary_as_they_do_together(name: str, tmp_path: Path) -> None:
    """In an infinite shoe the deviation is exact: that of all hands of a split played together."""
    file = write(tmp_path, **GAMES[name])  # type: ignore[arg-type]  # keywords of different types
    apart, together = (analyze(file, apart=apart) for apart in (True, False))
    assert apart.edge == pytest.approx(together.edge, abs=1e-12)
    assert together.deviation_per_wager is not None
    assert apart.deviation_per_wager == pytest.approx(together.deviation_per_wager, abs=1e-12)


@pytest.mark.parametrize(
    "rules",
    [
        'double = "cards == 2 and total == 11"',
        'double = false\nhit = "not pair or from_split"\nstand = "total > 16"',
    ],
    ids=["aces get one card", "fives are split, and bust before the dealer draws"],
)
def test_the_best_play_varies_as_it_does_together(rules: str, tmp_path: Path) -> None:
    """The deviation is also exact for a person, and if hands wait for a decision."""
    file = write(tmp_path, strategy="human", rules=f"hole_card = 'no peek'\n{rules}")
    apart, together = (analyze(file, apart=apart) for apart in (True, False))
    assert together.deviation_per_wager is not None
    assert apart.deviation_per_wager == pytest.approx(together.deviation_per_wager, abs=1e-12)


def test_of_a_fresh_shoe_the_deviation_is_close(tmp_path: Path) -> None:
    """With very few cards, the deviation is within 4%, although every second hand is split."""
    file = write(tmp_path, shoe=FRESH, procedure="", hands=3)
    apart, together = (analyze(file, apart=apart) for apart in (True, False))
    assert together.deviation_per_wager is not None
    assert apart.deviation_per_wager == pytest.approx(together.deviation_per_wager, rel=0.04)
    assert apart.deviation_per_wager != pytest.approx(together.deviation_per_wager, rel=0.001)


@pytest.mark.skipif(not has_library(), reason="needs the compiled engine")
def test_both_speeds_find_the_same_deviation(tmp_path: Path) -> None:
    """The plain and the compiled search give the same digits for hands that are split."""
    file = write(tmp_path, strategy="human", hands=3)
    plain, fast = (bj.analyze(file, engine=speed).players for speed in ("plain", "compiled"))
    assert plain == fast
    assert plain[0].deviation is not None


def test_comparisons_show_how_much_hands_vary(tmp_path: Path) -> None:
    """The difference of two deviations is printed below that of the values."""
    two, three = (bj.analyze(write(tmp_path, hands=hands), engine="plain") for hands in (2, 3))
    found = ExactComparison(two, three)
    (difference,) = found.differences
    assert difference.deviation_per_wager is not None
    assert difference.deviation_per_wager > 0.01
    last = render_comparison(found, "table").splitlines()[-2:]
    assert last[0] == "Standard deviation in wagers"
    assert last[1].split()[-1] == f"{difference.deviation_per_wager:.6f}"
