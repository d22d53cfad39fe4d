"""Indistinguishable cards, and hands of such cards, are merged."""

from __future__ import annotations

from pathlib import Path

import pytest

import bj
from bj.analysis.action_values import kinds_named
from bj.analysis.exact_game import make_game
from bj.analysis.names_in_reports import code_of
from bj.errors import UsageError
from bj.native.library import has_library
from bj.session.game_plan import prepare

FEW = """
[ruleset]
title = "Few totals"
extends = "casino"
usage = "hands"
without = ["strategies", "prompts", "shoe"]

[example]
arguments = "5"

[[players]]
name = "Player"
bankroll = 1000
strategy = "still"

[strategies.still]
wager = "10"
rules = [{ do = "stand" }]

[shoe]
packs = "infinite"

[cards]
pack = { "2 3 7 8 9 T J Q K A" = 0 }

[dealer]
draws = "total < 11"

[rules]
target = 15
split = "pair and split_hands < 3"

[procedure]
game.without = ["shuffle"]
hand.without = ["reshuffle"]
"""
"""Fours, fives and sixes: a pair of fives counts as much as a four and a six."""


def kinds(folder: Path, when: str, more: str = "") -> list[str]:
    """The kinds of cards of a usual pack with a conditional bonus."""
    file = folder / "kinds.toml"
    head = '[ruleset]\ntitle = "Kinds"\nextends = "casino"\n'
    bonus = f"[payouts.bonuses]\nodd = {{ when = \"{when}\", pays = '2:1' }}\n"
    file.write_text(head + more + bonus + "[output]\nplayer_bonus = '!'\n", encoding="utf-8")
    game = make_game(*prepare(file, (), {}), fresh=True)
    return [code_of(game, kind) for kind in range(len(game.kinds))]


USUAL = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"]


@pytest.mark.parametrize(
    ("when", "apart"),
    [
        ("total == 20", set()),
        ("suited and cards == 2 and total == 21", {"T", "A"}),
        ("suited and cards == 3 and total == 21 and holds('7') and same_rank", {"7"}),
        ("holds('8') and cards == 2 and same_colour and total == 16", {"8"}),
        ("suited and cards == 2 and total > 40", set()),
        ("holds('9S') and cards == 2", {"9"}),
        ("suited and total == 21", {*USUAL}),
        ("suited and cards >= 5", {*USUAL}),
    ],
)
def test_suits_are_distinguished_where_a_hand_can_have_them(
    when: str, apart: set[str], tmp_path: Path
) -> None:
    """Ranks in hands whose suits do not matter have one kind each."""
    found = kinds(tmp_path, when)
    assert {code for code in found if len(code) == 1} >= {*USUAL} - apart - {"9"}
    assert {code[0] for code in found if len(code) == 2} == apart


@pytest.mark.parametrize(
    ("when", "tens"),
    [
        ("same_rank and cards == 2 and total == 20", ["T", "J", "Q", "K"]),
        ("same_rank and cards == 2 and total == 16", ["T"]),
        ("same_rank and cards == 3", ["T", "J", "Q", "K"]),
        ("holds('J') and cards == 2", ["T", "J"]),
        ("holds('J')", ["T", "J"]),
    ],
)
def test_ranks_are_distinguished_where_a_hand_can_have_them(
    when: str, tens: list[str], tmp_path: Path
) -> None:
    """Tens and faces are of one kind unless a rule distinguishes them."""
    assert [code for code in kinds(tmp_path, when) if code[0] in "TJQK"] == tens


@pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")
def test_a_bonus_that_is_never_paid_changes_nothing(tmp_path: Path) -> None:
    """Cards of different suits stay pairs in hands from splits, whose suits do not matter."""
    values = []
    for bonus in ("", "bonuses.odd = { when = 'suited and not from_split and upcard > 11', pays = '2:1' }"):
        file = tmp_path / "few.toml"
        text = FEW.replace("hands < 3", "hands < 2").replace("= 15", "= 13").replace("3 7", "3 4 7")
        file.write_text(f"{text}[payouts]\n{bonus}\n", encoding="utf-8")
        values.append(bj.solve(file).by_composition)
    assert values[0] == pytest.approx(values[1], abs=1e-12)


def test_it_matters_which_card_of_a_pair_is_played_first(tmp_path: Path) -> None:
    """The first hand is split more often, but a bonus for either suit has the same value."""
    hits = '{ when = "total == 10", do = "hit" }'
    plays = f'rules = [{{ when = "pair", do = "split" }}, {hits}, {{ do = "stand" }}]'
    found = []
    for card in ("5S", "5C"):
        file = tmp_path / "few.toml"
        bonus = f"[payouts]\nbonuses.odd = {{ when = \"cards == 3 and holds('{card}')\", pays = '9:1' }}\n"
        file.write_text(FEW.replace('rules = [{ do = "stand" }]', plays) + bonus, encoding="utf-8")
        found.append(bj.analyze(file, engine="plain").players[0].edge)
    assert found[0] == pytest.approx(found[1], abs=1e-12)


def test_a_chart_with_a_row_for_jacks_alone_goes_by_the_first_card(tmp_path: Path) -> None:
    """With tens and faces only, one pair in four begins with a jack and is split."""
    file = tmp_path / "jacks.toml"
    chart = '[strategies.still.chart.rows]\n"hard ..24" = "S"\n"pair J" = "P"\n"pair T Q K" = "S"\n'
    text = FEW.replace('rules = [{ do = "stand" }]', "").replace("2 3 7 8 9 T J Q K A", "2 3 4 5 6 7 8 9 A")
    text = text.replace("target = 15", "target = 24").replace("split_hands < 3", "split_hands < 2")
    file.write_text(text + chart, encoding="utf-8")
    (player,) = bj.analyze(file, engine="plain").players
    assert player.settled == pytest.approx(1 + 1 / 4)


def test_a_rank_named_twice_has_two_suits_if_these_matter(tmp_path: Path) -> None:
    """One pack has a pair of aces, but neither two aces of spades nor five aces."""
    kinds(
        tmp_path,
        "suited and cards == 2 and total == 12 and soft",
        "[shoe]\npacks = 1\n[rules]\nsplit = false\n",
    )
    checked, values = prepare(tmp_path / "kinds.toml", (), {})
    game = make_game(checked, values, fresh=True, solved=True)
    assert [code_of(game, kind) for kind in kinds_named(game, ["A", "A", "AD", "T"])] == [
        "AS",
        "AH",
        "AD",
        "T",
    ]
    with pytest.raises(UsageError, match="the shoe does not contain enough `A` cards"):
        kinds_named(game, ["A"] * 5)
    with pytest.raises(UsageError, match="the shoe does not contain enough `AS` cards"):
        kinds_named(game, ["AS", "AS"])
