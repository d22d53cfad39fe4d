"""Exact values: those that are published, those of every single deal, and the same at both speeds."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from pathlib import Path

import pytest
from tests.analysis import games

import bj
from bj.analysis.search_graph import best_by
from bj.catalogue.limits import MOST_SEATS
from bj.engine.search.search_setup import MEASURES, places_of
from bj.native.library import has_library
from bj.ruleset.load import load_ruleset
from bj.session.engines import Speed

ODDS = Path(__file__).parents[2] / "rulesets" / "odds"

KNOWN: Mapping[str, tuple[float, float | None]] = {
    "infinite": (-2.4208121954, 98.4043),
    "infinite_double_original_bets": (-1.086742, 110.9517),
    "infinite_like_dealer": (-5.674630, None),
    "simple_infinite": (-1.760273, None),
    "simple_fresh_pack": (-1.359245, None),
    "random_infinite": (-22.29496, None),
}
"""Values and standard deviations per initial wager in percent, to their last published digit."""


NEEDS_FAST = pytest.mark.skipif(not has_library(), reason="needs the compiled engine")

CROWD = """
[ruleset]
title = "Sixty seats"
extends = "infinite_double"

[cards]
pack = { "2 3 4 5 6 7 8 9 A" = 0 }

[[players]]
name = "P0"
bankroll = 1000
strategy = "drawer"

[strategies.drawer]
wager = "2"

"""
"""A table where every card is a ten."""


@pytest.mark.parametrize("name", KNOWN)
def test_published_values_are_met_to_their_last_digit(name: str) -> None:
    """The analysis has the known value and standard deviation of a ruleset."""
    if not has_library() and name not in ("infinite", "simple_infinite"):
        pytest.skip("takes too long without the compiled engine")
    file = ODDS / f"{name}.toml"
    (player,) = bj.analyze(file if file.exists() else name).players
    value, deviation = KNOWN[name]
    digits = len(str(value).partition(".")[2])
    assert round(100 * player.edge, digits) == value
    if deviation is not None:
        assert player.deviation_per_wager is not None
        assert round(100 * player.deviation_per_wager, 4) == deviation


def test_custom_ranks_have_the_value_of_those_that_they_replace(tmp_path: Path) -> None:
    """Four ranks worth 10 in place of the tens change no digit."""
    file = tmp_path / "own.toml"
    ranks = "\n".join(f"{code} = {{ name = '{code}', value = 10 }}" for code in "BPUZ")
    cards = f"[cards]\npack = {{ 'T J Q K' = 0 }}\n[cards.ranks]\n{ranks}\n"
    file.write_text(f"[ruleset]\ntitle = 'Own'\nextends = 'infinite'\n{cards}", "utf-8")
    assert bj.analyze(file).players[0].edge == pytest.approx(KNOWN["infinite"][0] / 100)


@pytest.mark.parametrize("rules", ["", "[dealer]\nplays = 'when needed'", "[payouts]\nnatural = '2:1'"])
def test_values_are_those_of_every_single_deal(rules: str, tmp_path: Path) -> None:
    """Merged states change no value: every order of the cards gives the same."""
    explored = games.explore(games.load(tmp_path, more=rules))
    game = explored.game
    mean = explored.mean(explored.values(best_by(explored.place("received"))))
    places = places_of(game.program, game.table, 0)
    counted = [name for name in MEASURES if name != "squares"]
    played = games.play_every_deal(game, *(places[name] for name in counted))
    for name, number in zip(counted, played, strict=True):
        assert mean[MEASURES.index(name)] == pytest.approx(number, abs=1e-12), name


@pytest.mark.skipif(not has_library(), reason="needs the compiled engine")
@pytest.mark.parametrize("strategy", ["drawer", "human"])
def test_both_speeds_find_the_same_digits(strategy: str, tmp_path: Path) -> None:
    """The plain and the compiled search give the same numbers, to the last bit."""
    plain, fast = (games.explore(games.load(tmp_path, strategy), speed) for speed in ("plain", "compiled"))
    choose = best_by(plain.place("received"))
    assert plain.values(choose) == fast.values(choose)
    assert plain.states == fast.states


def test_shares_are_of_all_hands(tmp_path: Path) -> None:
    """Hands are won, pushed or lost; doubled wagers count in full; the deviation is that of the payouts."""
    games.load(tmp_path)
    (player,) = bj.analyze(tmp_path / "small.toml").players
    shares = player.shares
    assert shares["won"] + shares["pushed"] + shares["lost"] == pytest.approx(1)
    assert shares["doubles"] > 0
    assert player.per_staked == pytest.approx(player.edge / (1 + shares["doubles"]))
    assert player.average_wager == pytest.approx(2)
    assert player.per_hand == pytest.approx(2 * player.edge)
    assert player.deviation is not None
    assert player.deviation_per_wager is not None
    assert player.deviation == pytest.approx(2 * player.deviation_per_wager)
    doubled = games.explore(games.load(tmp_path))
    squares = doubled.mean(doubled.values(best_by(1)))[MEASURES.index("squares")]
    assert 100 * player.deviation == pytest.approx(sqrt(squares - (100 * player.per_hand) ** 2))


def test_first_hands_make_up_the_whole_game(tmp_path: Path) -> None:
    """The probabilities of all first hands add up to 1, and their values to the value of the game."""
    games.load(tmp_path, "human")
    found = bj.analyze(tmp_path / "small.toml")
    assert sum(each.chance for each in found.first_hands) == pytest.approx(1)
    mean = sum(each.chance * each.value for each in found.first_hands)
    assert mean == pytest.approx(found.players[0].edge)
    (five_five,) = (each for each in found.first_hands if (each.hand, each.upcard) == ("5 5", "5"))
    assert five_five.chance == pytest.approx(4 / 20 * 3 / 19 * 2 / 18)
    assert set(five_five.actions) == {"hit", "stand", "double"}
    assert five_five.value == max(five_five.actions.values())


def test_no_player_looks_under_a_card(tmp_path: Path) -> None:
    """The best play does not know the face-down card: an open one is worth more."""
    hidden = games.explore(games.load(tmp_path, "human"))
    shown = "\n[procedure]\ndeal = ['player up', 'dealer up', 'player up', 'dealer up']\n"
    text = games.SMALL.replace("[procedure.hand]", shown + "[procedure.hand]")
    file = tmp_path / "shown.toml"
    file.write_text(text.format(strategy="human"), encoding="utf-8")
    open_ = games.explore(load_ruleset(file))
    low, high = (each.mean(each.values(best_by(1)))[1] for each in (hidden, open_))
    assert low < high


@pytest.mark.parametrize("engine", ["plain", pytest.param("compiled", marks=NEEDS_FAST)])
def test_every_seat_of_the_table_has_its_numbers(engine: Speed, tmp_path: Path) -> None:
    """At a full table each player has the value of a single one, if all draw to 21."""
    seats = "".join(
        f'[[players]]\nname = "P{seat}"\nbankroll = 1000\nstrategy = "drawer"\n'
        for seat in range(1, MOST_SEATS)
    )
    more = f'rules = [{{ when = "total < 21", do = "hit" }}, {{ do = "stand" }}]\n{seats}'
    file = tmp_path / "crowd.toml"
    file.write_text(CROWD + more, encoding="utf-8")
    explored = games.explore(load_ruleset(file), engine)
    mean = explored.mean(explored.values(best_by(0)))
    found = [explored.of_person(mean, seat) for seat in range(MOST_SEATS)]
    assert found == [found[0]] * MOST_SEATS
    assert {name: found[0][name] for name in ("hands", "received", "squares", "busts")} == pytest.approx(
        {"hands": 1, "received": -200, "squares": 200 * 200, "busts": 1}
    )
