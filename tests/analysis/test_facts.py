"""Tests facts that hold for any shoe with a number of packs: naturals, insurance, the dealer's totals."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import bj
from bj.analysis.action_values import Positions, parse_seen
from bj.analysis.dealer_totals import dealer_totals
from bj.analysis.exact_game import make_game
from bj.errors import UsageError
from bj.native.library import has_library
from bj.session.game_plan import prepare

pytestmark = pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")

NATURALS, INSURANCE, SIX_TO_FIVE = 0.048265, -0.05882353, 0.01394773
"""One pack: the probability of a natural, the value of insurance, and the cost of naturals at 6:5."""

FROM_A_SIX = {17: 0.166948, 18: 0.106454, 19: 0.107192, 20: 0.100705, 21: 0.097878}
BUST_FROM_A_SIX = 0.420823
"""The chances of the dealer's totals from a six of one pack with S17.

The published value for 21 is 0.097879, but with it the chances add up to 1.000001.
"""


def write(folder: Path, packs: int, payouts: Mapping[str, Any], tens: int = 1) -> Path:
    """A fresh shoe of some packs; the player stands and insures."""
    game = {
        "ruleset": {
            "title": "Facts",
            "extends": "casino",
            "usage": "hands",
            "without": ["strategies", "prompts"],
        },
        "arguments": {"hands": {"default": 5}},
        "example": {"arguments": "5"},
        "players": [{"name": "Player", "bankroll": 1_000_000, "strategy": "still"}],
        "cards": {"pack": {"T": tens}},
        "shoe": {"packs": packs, "reshuffle_when": True},
        "rules": {"minimum_wager": 1000, "split": False, "double": False},
        "payouts": payouts,
        "strategies": {"still": {"wager": "minimum", "insurance": True, "rules": [{"do": "stand"}]}},
    }
    file = folder / "facts.toml"
    file.write_text(tomli_w.dumps(game), encoding="utf-8")
    return file


def test_naturals_insurance_and_their_payout_are_as_published(tmp_path: Path) -> None:
    """Naturals have their known probability; insurance and naturals at 6:5 have their known cost."""
    (usual,) = bj.analyze(write(tmp_path, 1, {})).players
    (short,) = bj.analyze(write(tmp_path, 1, {"natural": "6:5"})).players
    assert usual.shares["naturals"] == pytest.approx(NATURALS, abs=5e-7)
    assert usual.insurance * 2 * 13 == pytest.approx(INSURANCE, abs=5e-9)  # half a wager, against aces
    assert usual.edge - short.edge == pytest.approx(SIX_TO_FIVE, abs=5e-9)


def test_hands_that_stand_are_worth_what_the_dealer_ends_with(tmp_path: Path) -> None:
    """Two standing tens against a six of one pack have the value of the dealer's known totals.

    A pack with eight tens has those of one pack after the player's two tens and two others.
    """

    def stand(payouts: Mapping[str, Any]) -> float:
        """The value of two standing tens."""
        checked, values = prepare(write(tmp_path, 1, payouts, tens=2), (), {})
        game = make_game(checked, values, fresh=True, solved=True, seen=parse_seen(checked, "T T"))
        return Positions(game).find("TT", "6").actions["stand"]

    usual, with_bonus, with_ties_lost = (
        stand(payouts)
        for payouts in (
            {},
            {"bonuses": {"more": {"when": "dealer_total == 17", "pays": "2:1"}}},
            {"tie": "lose"},
        )
    )
    found = {17: with_bonus - usual, 20: usual - with_ties_lost}
    found[21] = (1 - found[20] - usual) / 2
    assert {total: round(chance, 6) for total, chance in found.items()}.items() <= FROM_A_SIX.items()


def test_report_names_the_cards_that_are_missing(tmp_path: Path) -> None:
    """Cards seen earlier are named with the shoe; an infinite shoe misses none."""
    checked, values = prepare(write(tmp_path, 1, {}, tens=2), (), {})
    game = make_game(checked, values, fresh=True, solved=True, seen=parse_seen(checked, "5 T 5"))
    assert Positions(game).find("TT", "6").shoe == "a fresh shoe of 1 pack without 5 T 5"
    endless, values = prepare("infinite", (), {})
    game = make_game(endless, values, fresh=False, solved=True, seen=parse_seen(endless, "5"))
    assert Positions(game).find("TT", "6").shoe == "an infinite shoe"


def test_a_game_in_which_no_two_cards_are_below_the_target_is_refused(tmp_path: Path) -> None:
    """The dealer's totals assume players who stand on two cards below the target."""
    file = tmp_path / "tens.toml"
    pack = ", ".join(f"{rank} = 0" for rank in "23456789A")
    head = '[ruleset]\ntitle = "Tens"\nextends = "infinite"\n'
    file.write_text(f"{head}[rules]\ntarget = 12\n[cards]\npack = {{ {pack} }}\n", encoding="utf-8")
    checked, values = prepare(file, (), {})
    with pytest.raises(UsageError, match="every two-card hand reaches the target"):
        dealer_totals(make_game(checked, values, fresh=False))
