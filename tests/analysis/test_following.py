"""Tests that the analysis follows every rule: it finds the result of every deal with each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.analysis import games

import bj
from bj.analysis.exact_game import make_game
from bj.analysis.results import Solution
from bj.analysis.solver_choice import Explored, explore_game
from bj.catalogue.house_rules import ALLOWANCES, RULES
from bj.engine.search.search_setup import MEASURES, places_of
from bj.errors import UsageError
from bj.native.library import has_library
from bj.session.engines import Speed
from bj.session.game_plan import prepare

TABLE = """
[ruleset]
title = "A table with few cards"
extends = "casino"
usage = "hands"
without = ["strategies.basic", "strategies.human", "shoe", "prompts"]

[example]
arguments = "5"

[[players]]
name = "Player"
bankroll = {bankroll}
strategy = "odd"

[shoe]
packs = 1
reshuffle_when = true

[cards]
pack = {{ "2 3 4 6 7 8 9 J Q K" = 0, "5 A" = 1, T = 2 }}

[strategies.odd]
wager = "10"
insurance = "total < 15"

[strategies.odd.chart]
columns = "5 T A"

[strategies.odd.chart.rows]
"hard ..11" = "D"
"hard 12..14" = "H"
"hard 15" = "Rh Rh H"
"hard 16..20" = "S"
"hard 21" = "H"
"soft ..15" = "H"
"soft 16..20" = "Ds"
"soft 21" = "H"
"pair 5 A" = "Pd"
"pair T" = "R P S"

[procedure.hand]
before."peek" = ["offer surrender"]
without = [{without}]

[rules]
{rules}
"""
"""Sixteen cards: four fives, four aces and eight tens; the player takes any legal action."""


ONCE = 'split = "once"'
USUAL = f"{ONCE}\ndouble = true"


class Switch(NamedTuple):
    """A rule to change, on a table where it matters."""

    rules: str
    beside: str = USUAL
    """The other rules of the table."""
    without: str = ""
    """Removed steps."""
    bankroll: int = 1000
    before: str = ""
    """The old rules that the changed one replaces."""


SWITCHES: Mapping[str, Switch] = {
    "dealer_natural": Switch("dealer_natural = false"),
    "stand_on_target": Switch("stand_on_target = true"),
    "original_bets_only": Switch("natural_takes = 'original bets'", f"{USUAL}\nhole_card = 'no peek'"),
    "credit": Switch("credit = true", bankroll=15),
    "double_for_less": Switch("double = { for_less = true }", ONCE, bankroll=15),
    "split_naturals": Switch("split_naturals = true"),
    "player_natural": Switch(
        "player_natural = true", f"{USUAL}\nstand_on_target = true", without='"pay naturals"'
    ),
    "charlie": Switch("charlie = 3"),
    "charlie at once": Switch("charlie = { cards = 3, at_once = true, after_split = false, pays = '2:1' }"),
    "charlie of more cards than any rule names": Switch("charlie = 4"),
    "dealer_charlie": Switch("charlie.dealer = true", f"{USUAL}\ncharlie.cards = 3"),
    "hit": Switch("hit = false"),
    "hit aces": Switch('split = { hands = 2, aces = "hit" }', "double = true", before=ONCE),
    "hit doubled": Switch('hit = { doubled = true, when = "cards == 2 or doubled > 0" }'),
    "stand": Switch("stand = false"),
    "double": Switch("double = false", ONCE),
    "double again": Switch('double = { cards = "any", times = 2, when = "cards < 5" }', ONCE),
    "double_adds": Switch(
        'adds = "wager // (doubled + 1)"',
        f'{ONCE}\nhit = {{ doubled = true, when = "cards == 2 or doubled > 0" }}\n'
        '[rules.double]\ncards = "any"\ntimes = 3\nwhen = "cards < 5"',
    ),
    "split": Switch(ONCE, "double = true", before="split = false"),
    "free_double": Switch("free_double = true"),
    "free_split": Switch("free_split = true"),
    "surrender": Switch("surrender = true"),
    "surrender after splits": Switch("surrender = 'cards == 2'"),
    "no hole card, surrender after splits": Switch(
        "hole_card = 'no peek'\n[procedure]\ndeal = ['player up', 'dealer up', 'player up']",
        f"{USUAL}\nsurrender = 'cards == 2'",
    ),
    "early_surrender": Switch('surrender = { early = "total == 15", late = false }'),
    "insurance": Switch("insurance = false"),
    "insurance always": Switch('insurance = "against any upcard"'),
    "hole_card": Switch("hole_card = 'no peek'"),
    "peek at aces": Switch('hole_card = "upcard == 11"'),
    "H17": Switch('[dealer]\ndraws = "total < 17 or soft and total == 17"'),
    "win": Switch('[payouts]\nwin = "3:2"'),
    "natural": Switch('[payouts]\nnatural = "6:5"'),
    "ties": Switch('[payouts]\ntie = "lose"'),
    "tied totals": Switch('[payouts]\ntied_totals = { 20 = "lose", 21 = "win" }'),
    "tied naturals": Switch('[payouts]\ntied_naturals = "win"'),
    "22 pushes": Switch("[dealer]\npush_on = 22"),
    "surrender costs more": Switch('[payouts]\nsurrender = "3:4"', f"{USUAL}\nsurrender = true"),
    "insurance pays more": Switch('[payouts]\ninsurance = "3:1"'),
    "bonus": Switch("[payouts.bonuses]\nten = { when = 'holds(\"T\") and dealer_total > 16', pays = '2:1' }"),
    "bonus at once": Switch(
        "[payouts.bonuses]\nten = { when = 'total == 16', pays = '2:1', at_once = true }"
    ),
}
"""Changes of every rule and allowance of the catalogue, and of payouts."""

NOT_FELT = {
    "switched_naturals": "where cards are switched, hands depend on each other",
    "double_face_down": "the player does not decide about a doubled hand",
    "sit_out": "nobody sits out the only hand",
}

found: dict[Switch, float] = {}
"""The known values of tables before a change."""


def explore(
    folder: Path,
    switch: Switch,
    *,
    engine: Speed = "plain",
    solved: bool = False,
    measures: Sequence[str] = ("received",),
) -> Explored:
    """The explored table with a changed rule; if it will be ``solved``, the player is asked."""
    file = folder / "table.toml"
    rules = f"{switch.beside}\n{switch.rules}"
    if "stand_on_target" not in rules:
        rules = f"stand_on_target = false\n{rules}"
    file.write_text(TABLE.format(**switch._asdict() | {"rules": rules}), encoding="utf-8")
    checked, arguments = prepare(file, (), {})
    game = make_game(checked, arguments, fresh=False, solved=solved)
    return explore_game(game, engine, None, measures)


def value(explored: Explored) -> float:
    """The value of a hand by analysis, in smallest units."""
    return explored.means()[0]["received"]


@pytest.mark.parametrize("name", SWITCHES)
def test_the_analysis_follows_every_rule_of_the_catalogue(name: str, tmp_path: Path) -> None:
    """With each change, the value equals that of every order of the cards, including splits."""
    switch = SWITCHES[name]
    explored = explore(tmp_path, switch)
    game = explored.game
    (played,) = games.play_every_deal(game, places_of(game.program, game.table, 0)["received"])
    assert value(explored) == pytest.approx(played, abs=1e-10)
    before = switch._replace(rules=switch.before)
    if before not in found:
        found[before] = value(explore(tmp_path, before))
    assert value(explored) != pytest.approx(found[before])


@pytest.mark.parametrize(
    "name", ["surrender", "insurance always", "original_bets_only", "charlie", "bonus at once"]
)
def test_all_that_is_counted_is_counted_as_often_as_it_happens(name: str, tmp_path: Path) -> None:
    """Outcomes, naturals, busts and doubles have their probabilities over every order of the cards."""
    measures = [each for each in MEASURES if each not in ("hands", "squares", "initial")]  # of hands dealt
    explored = explore(tmp_path, SWITCHES[name], measures=measures)
    game = explored.game
    assert explored.is_by_own_cards
    places = places_of(game.program, game.table, 0)
    counted = [explored.means()[0][measure] for measure in measures]
    assert counted == pytest.approx(
        games.play_every_deal(game, *map(places.__getitem__, measures)), abs=1e-10
    )


def test_no_rule_of_the_catalogue_is_left_out() -> None:
    """Every rule has a table here that depends on it, or a reason."""
    assert {*RULES, *ALLOWANCES} <= SWITCHES.keys() | NOT_FELT.keys()


def test_first_hands_are_those_that_were_dealt(tmp_path: Path) -> None:
    """A pair has two cards also for a strategy that splits it before the next card."""
    explore(tmp_path, Switch(""))
    hands = [each.hand for each in bj.analyze(tmp_path / "table.toml", engine="plain").first_hands]
    assert set(hands) == {"5 5", "5 T", "5 A", "T T", "T A", "A A"}


MANY_SPLITS = Switch('surrender = true\nsplit = { hands = 2, aces = "hit" }', "double = true")


@pytest.mark.skipif(not has_library(), reason="needs the compiled engine")
def test_both_speeds_value_splits_with_the_same_digits(tmp_path: Path) -> None:
    """Hands from splits, insurance and surrender have equal values at both speeds, to the last bit."""
    plain, fast = (
        explore(tmp_path, MANY_SPLITS, engine=engine, solved=True) for engine in ("plain", "compiled")
    )
    assert plain.is_by_own_cards
    assert plain.means() == fast.means()
    assert plain.states == fast.states


def test_a_chart_with_pairs_is_compared_as_it_is_played(tmp_path: Path) -> None:
    """A pair that may not be split is played by its total, in comparisons and in games."""
    file = tmp_path / "table.toml"
    rules = f"{USUAL}\nsurrender = true\ninsurance = false"
    text = TABLE.format(rules=rules, bankroll=1000, without='"reshuffle"').replace('"Pd"', '"P"')
    text = text.replace("packs = 1\nreshuffle_when = true", 'packs = "infinite"')
    text = text.replace("[procedure.hand]\n", '[procedure]\ngame.without = ["shuffle"]\n[procedure.hand]\n')
    file.write_text(text, encoding="utf-8")
    found = bj.solve(file, against="odd", engine="plain")
    assert found.against_value == pytest.approx(bj.analyze(file, engine="plain").players[0].edge, abs=1e-12)


FEW_RANKS = """
[ruleset]
title = "Pairs of eights, from an infinite shoe"
extends = "casino"

[shoe]
packs = "infinite"
reshuffle_when = true

[cards]
pack = {{ "2 3 4 5 6 7 9 J Q K" = 0 }}

[rules]
insurance = false
surrender = true
split = "once"

[strategies.basic.chart.rows]
"hard 16" = "{sixteen}"
"pair 8" = "{eights}"

[output]
player_surrenders = "{{name}} surrenders."
lost_by_surrender = "{{name}} loses {{amount}}."
"""


def compare_pairs(folder: Path, *, sixteen: str, eights: str = "P") -> tuple[Solution, float]:
    """The best play compared with a chart, and the value of this chart."""
    file = folder / "eights.toml"
    file.write_text(FEW_RANKS.format(sixteen=sixteen, eights=eights), encoding="utf-8")
    words = ["1000", "1"]
    found = bj.solve(file, [*words, "human"], against="basic", engine="plain")
    return found, bj.analyze(file, [*words, "basic"], engine="plain").players[0].edge


def test_a_second_choice_that_is_illegal_after_a_split_is_skipped(tmp_path: Path) -> None:
    """A pair that may not be split again stands where its total surrenders or stands."""
    found, value = compare_pairs(tmp_path, sixteen="Rs")
    assert found.against_value == pytest.approx(value, abs=1e-12)


def test_a_chart_with_choices_that_no_code_has_is_not_compared(tmp_path: Path) -> None:
    """Such a chart is refused, because its value would be wrong."""
    with pytest.raises(UsageError, match="no single code describes the chart's choices for pair 8"):
        compare_pairs(tmp_path, sixteen="Ds")


def test_the_cost_of_a_pair_is_the_difference_of_both_charts(tmp_path: Path) -> None:
    """A pair that is no longer split leaves no pairs that may not be split again."""
    found, value = compare_pairs(tmp_path, sixteen="H")
    (deviation,) = (each for each in found.deviations if (each.hand, each.upcard) == ("pair 8", "A"))
    assert (deviation.does, deviation.best) == ("Ph", "Rs")
    _, better = compare_pairs(tmp_path, sixteen="H", eights="P P P P P P P P P Rs")
    assert deviation.cost == pytest.approx(better - value, abs=1e-12)


HIDDEN = """
[ruleset]
title = "Few ranks, and no card of the dealer's seen"
extends = "variants/british_pontoon"

[shoe]
packs = 8

[cards]
pack = { "2 3 4 6 7 8 9 J Q K" = 0, "5 A" = 1, T = 2 }

[rules]
double = false
split.hands = 2
"""


def explore_hidden(folder: Path, more: str = "", engine: Speed = "plain") -> Explored:
    """The game with hidden cards and ``more`` of a ruleset, explored for its best play."""
    file = folder / "hidden.toml"
    file.write_text(HIDDEN + more, encoding="utf-8")
    checked, arguments = prepare(file, (), {})
    return explore_game(make_game(checked, arguments, fresh=False, solved=True), engine, None, ("received",))


@pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")
def test_suits_that_pay_nothing_change_nothing(tmp_path: Path) -> None:
    """Suits count while rules read them, and values are those of a game without suits."""
    bonus = "[payouts.bonuses]\nclubs = { when = \"holds('C') and suited and cards == 2\", pays = '1:1' }\n"
    more = 'player_natural = false\n[payouts]\nnatural = "1:1"\n'
    plain, told = (explore_hidden(tmp_path, more + each, "compiled") for each in ("", bonus))
    assert len(told.game.kinds) > len(plain.game.kinds)
    assert value(told) == pytest.approx(value(plain), abs=1e-12)
    assert told.states < 100 * plain.states
