"""Hands against what the dealer shows: the values of all that can be done with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli_w

import bj
from bj.analysis.action_values import Positions
from bj.analysis.exact_game import ExactGame, make_game
from bj.analysis.report import render_position
from bj.errors import UsageError
from bj.session.game_plan import prepare

FEW = {"5": 1, "6": 1, "8": 1, "T": 1}
"""The cards of each suit: sixteen cards in all."""


def write(folder: Path, *, extends: str = "casino", **sections: Any) -> ExactGame:
    """A game with few cards, played by a person."""
    game = {
        "ruleset": {"title": "Few cards", "extends": extends},
        "cards": {"pack": dict.fromkeys("23456789TJQKA", 0) | FEW},
        "shoe": {"packs": 1, "reshuffle_when": True},
        **sections,
    }
    file = folder / "few.toml"
    file.write_text(tomli_w.dumps(game), encoding="utf-8")
    return make_game(*prepare(file, (), {}), fresh=True, solved=True)


def test_each_hand_of_a_split_pair_keeps_its_own_card(tmp_path: Path) -> None:
    """If suits matter, the two hands together have the value of splitting, over all their next cards."""
    bonus = {"when": "holds('8S') and total == 21", "pays": "7:1"}
    game = write(
        tmp_path,
        rules={"split": "pair and split_hands < 2", "double": False},
        payouts={"bonuses": {"spade": bonus}},
    )
    positions = Positions(game)
    left = {"5": 4, "6": 3, "8D": 2, "T": 4}
    hands = {
        first: sum(
            copies * max(positions.find([first, card], "6", [other]).actions.values())
            for card, copies in left.items()
        )
        for first, other in (("8S", "8H"), ("8H", "8S"))
    }
    assert hands["8S"] > hands["8H"] + 1
    split = positions.find(["8S", "8H"], "6").actions["split"]
    assert sum(hands.values()) / sum(left.values()) == pytest.approx(split)


def test_all_cards_of_a_dealer_who_shows_both_are_named(tmp_path: Path) -> None:
    """Against six and ten a sixteen may wait for a bust; one open card is not enough to know that."""
    positions = Positions(write(tmp_path, extends="variants/double_exposure", rules={"split": False}))
    sixteen, eleven = (positions.find("88", shown).actions["stand"] for shown in (["6", "T"], ["6", "5"]))
    left = {"5": 4, "6": 3, "8": 2, "T": 3}
    bust = left["6"] + left["8"] + left["T"]
    assert sixteen == pytest.approx((bust - left["5"]) / sum(left.values()))
    assert eleven < sixteen
    for shown in ("6", "6T5"):
        with pytest.raises(UsageError, match="needs no decision"):
            positions.find("88", shown)


def test_first_hands_have_the_mean_over_other_cards_that_lie_open(tmp_path: Path) -> None:
    """The value of standing with two eights against a six is the mean over the hole card."""
    game = write(tmp_path, extends="variants/double_exposure", rules={"split": False})
    positions, left = Positions(game), {"5": 4, "6": 3, "8": 2, "T": 4}
    mean = sum(copies * positions.find("88", f"6{card}").actions["stand"] for card, copies in left.items())
    found = bj.analyze(tmp_path / "few.toml", fresh=True).first_hands
    (eights,) = (each for each in found if (each.hand, each.upcard) == ("8 8", "6"))
    assert eights.actions["stand"] == pytest.approx(mean / sum(left.values()))


def test_a_report_says_what_a_hand_is_dealt_from(tmp_path: Path) -> None:
    """Each action has a row below the hand, the dealer's card and the shoe."""
    found = Positions(write(tmp_path, rules={"split": False, "double": False})).find("88", "6")
    head, *rows = render_position(found, "table").splitlines()
    assert head == "8 8 against 6 from a fresh shoe of 1 pack  per initial wager, exact"
    assert [row.split()[0] for row in rows[:-1]] == list(found.actions)
    assert rows[-1] == "then the best composition-dependent play"


def test_a_report_says_that_powers_move_money(tmp_path: Path) -> None:
    """The value of a hand excludes money moved by powers, with a note only if there are such powers."""
    gift = {"on": "hand over", "do": "change bankroll", "amount": 100}
    quick = {"split": False, "double": False}
    strategies = {"human": {"powers": ["gift"]}}
    noted = Positions(write(tmp_path, rules=quick, powers={"gift": gift}, strategies=strategies)).find(
        "88", "6"
    )
    plain = Positions(write(tmp_path, rules=quick)).find("88", "6")
    assert noted.actions == pytest.approx(plain.actions, abs=1e-12)
    note = "the values exclude money moved by powers, which `bj simulate` reports"
    assert render_position(noted, "table") == render_position(plain, "table") + note + "\n"
    assert "note" not in render_position(plain, "json")
