"""Side bets are valued apart from the hand, from the ruleset's own pay tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from tests.analysis import games
from tests.analysis.test_facts import write
from tests.oracle.test_side_bet_odds import KNOWN

import bj
from bj.analysis.dealer_totals import dealer_totals
from bj.analysis.exact_game import make_game
from bj.analysis.report import render
from bj.analysis.results import SideBetValue
from bj.analysis.side_bets import side_bet_values
from bj.session.game_plan import prepare

RULESETS = Path(__file__).parents[2] / "rulesets"
FILES = {1: "one_pack", 2: "two_packs", 4: "four_packs", 6: "six_packs", 8: "eight_packs"}


def values_of(file: Path) -> Mapping[str, SideBetValue]:
    """The side bets of a ruleset by their names, on fresh shoes."""
    checked, values = prepare(file, (), {})
    game = make_game(checked, values, fresh=True)
    return {bet.name: bet for bet in side_bet_values(checked, values, game)}


@pytest.mark.parametrize("packs", FILES)
def test_published_values_are_met_to_their_last_digit(packs: int) -> None:
    """21+3, Perfect Pairs, Lucky Ladies and Royal Match have their known values."""
    found = values_of(RULESETS / "odds" / "side_bets" / f"{FILES[packs]}.toml")
    for (name, of_packs), known in KNOWN.items():
        if of_packs == packs:
            edge = found[name.replace("twenty_one_plus_three", "21+3").replace("_", " ")].edge
            assert edge is not None
            assert round(100 * edge, 6) == known


def test_shipped_side_bets_have_the_edges_that_they_state() -> None:
    """A match with the dealer, and bets on more or less than 13, have the values in their files."""
    (match,) = values_of(RULESETS / "side_bets" / "match_the_dealer.toml").values()
    over, under = values_of(RULESETS / "side_bets" / "over_under_13.toml").values()
    edges = [bet.edge for bet in (match, over, under)]
    assert [round(100 * edge, 2) for edge in edges if edge is not None] == [-4.06, -6.55, -10.07]


def with_bet(folder: Path, bet: str) -> Path:
    """One fresh pack, and a side bet."""
    file = write(folder, 1, {})
    steps = '\n[procedure.hand.before]\ndeal = ["take side bets"]\n[output]\n'
    words = "".join(f'side_bet{end} = "{{name}}{end}"\n' for end in ("", "_won", "_lost"))
    wish = "[strategies.still.side_bets]\nodd = true\n"
    file.write_text(file.read_text("utf-8") + f"\n[side_bets.odd]\n{bet}\n" + wish + steps + words, "utf-8")
    return file


def test_a_bet_on_the_dealer_is_worth_what_the_dealer_ends_with(tmp_path: Path) -> None:
    """A bet on a bust of the dealer at even money is won with the probability of a bust."""
    file = with_bet(tmp_path, 'cards = ["dealer"]\npay_table = [{ when = "total > 21", pays = "1:1" }]')
    file.write_text(file.read_text("utf-8").replace("T = 1", '"2 3 7 8 J Q" = 0'), "utf-8")
    game = make_game(*prepare(file, (), {}), fresh=True)
    assert values_of(file)["odd"].edge == pytest.approx(2 * dealer_totals(game).upcards[-1].bust - 1)


def test_a_bet_on_the_hole_card_sees_both_cards(tmp_path: Path) -> None:
    """A pair of the dealer has the probability of any pair: three of the 51 other cards."""
    row = '{ when = "same_rank", pays = "1:1" }'
    file = with_bet(tmp_path, f'cards = ["upcard", "hole card"]\npay_table = [{row}]')
    assert values_of(file)["odd"].edge == pytest.approx(2 * 3 / 51 - 1)


OTHERS = {
    "depends on how the hand is played": ('["player"]', "cards > 4"),
    "is not offered in every hand": ('["player 1"]\nwhen = "upcard == 11"', "total > 9"),
    "its pay table depends on `wager`": ('["player 1"]', "wager > 5"),
    "it depends on more than 3 cards": ('["player 1", "player 2", "upcard", "hole card"]', "suited"),
}
"""Side bets without a value, by the reason."""


@pytest.mark.parametrize("why", OTHERS)
def test_what_cannot_be_valued_is_said(why: str, tmp_path: Path) -> None:
    """A bet that depends on too many cards has a reason in place of a value."""
    looks_at, when = OTHERS[why]
    row = f'{{ when = "{when}", pays = "1:1" }}'
    found = values_of(with_bet(tmp_path, f"cards = {looks_at}\npay_table = [{row}]"))["odd"]
    assert found.edge is None
    assert why in found.why


def test_the_report_has_values_and_reasons(tmp_path: Path) -> None:
    """Side bets have a section of their own, after the hands."""
    games.load(tmp_path)
    found = bj.analyze(tmp_path / "small.toml")
    bets = [SideBetValue("pairs", -0.25, ""), SideBetValue("charlie", None, "it depends on how")]
    section = render(replace(found, side_bets=bets), "table").split("Side bets, not included in the hand")[1]
    assert [line.split() for line in section.splitlines()[1:3]] == [
        ["pairs", "-25.000000%"],
        ["charlie", "none"],
    ]
    assert "charlie: no exact value, because it depends on how" in section


@pytest.mark.parametrize("deviation", [None, 1.25])
def test_why_a_deviation_is_missing_is_said(deviation: float | None, tmp_path: Path) -> None:
    """If there is no value, the reason is printed below the wagers."""
    games.load(tmp_path)
    found = bj.analyze(tmp_path / "small.toml")
    players = [replace(found.players[0], deviation=deviation, deviation_per_wager=deviation)]
    section = (
        render(replace(found, players=players), "table").split("Wagers and deviation")[1].split("\n\n")[0]
    )
    assert section.endswith(" not known for split hands with bonuses that depend on the dealer's cards") == (
        deviation is None
    )
    assert ("1.250000" in section) == (deviation is not None)


def test_the_part_from_insurance_is_below_the_value_that_it_is_part_of(tmp_path: Path) -> None:
    """Values of hands and side bets are per initial wager. The value per unit wagered follows."""
    games.load(tmp_path)
    found = bj.analyze(tmp_path / "small.toml")
    players = [replace(found.players[0], edge=-0.02, insurance=-0.005)]
    lines = render(replace(found, players=players), "table").splitlines()
    first = lines.index(" per initial wager")
    assert [line.split()[-1] for line in lines[first + 1 : first + 5 : 2]] == ["-2.000000%", "-0.500000%"]
    assert lines[first + 2] == " from insurance, included above"


def test_games_without_side_bets_say_nothing_of_them(tmp_path: Path) -> None:
    """The section is printed only if there are side bets."""
    games.load(tmp_path)
    found = bj.analyze(tmp_path / "small.toml")
    assert found.side_bets == []
    assert "Side bets" not in render(found, "table")
