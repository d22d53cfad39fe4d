from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.simulating import report

SIDES = ("compare", "classic", "classic", "--left", "player=simple", "--right", "player=counting")
POOR = '[ruleset]\ntitle = "Naturals pay 6:5"\nextends = "classic"\nformat = 1\n[payouts]\nnatural = "6:5"\n'


def test_two_strategies_are_compared() -> None:
    """The report has both sides, the difference with its interval, and the gain of pairing."""
    text = report(*SIDES, "100", "--hands", "2000")
    assert text.startswith(
        "left:  Classic two-party blackjack; bankroll 100, minimum 5, hands 3, player\n       simple\n"
        "right: Classic two-party blackjack; bankroll 100, minimum 5, hands 3, player\n       counting\n"
        "2,000 and 2,000 hands at the table, seed 0\n"
        "both sides restart with the same seed every 100 hands\n"
    )
    assert "Value per initial wager" in text
    assert "right - left  std. error" in text


def test_two_rulesets_differ_by_their_rules(tmp_path: Path) -> None:
    """The cost of a lower payout for naturals has a very small error."""
    poor = tmp_path / "poor.toml"
    poor.write_text(POOR, "utf-8")
    told = json.loads(report("compare", "classic", poor, "1000", "50", "--hands", "4k", "--format", "json"))
    (found,) = [each for each in told["differences"] if each["quantity"] == "value per initial wager"]
    naturals = [told[side]["players"][0]["outcomes"]["won by a natural"] / 4000 for side in ("left", "right")]
    assert naturals[0] == naturals[1]
    assert found["difference"]["value"] == pytest.approx(-0.3 * naturals[0])
    assert found["reduction"] > 50


def test_games_are_compared_one_by_one() -> None:
    """With --games every game is a pair, and bankrolls, ruin and lengths are compared, too."""
    text = report(*SIDES, "20", "--games", "200")
    assert "both sides start every game with the same seed\n" in text
    for head in ("Bankroll at the end of a game, in money", "Probability of ruin", "Hands per game"):
        assert head in text


def test_tournaments_are_compared_by_their_winners() -> None:
    """A comparison of tournaments has the probability of winning, team by team."""
    text = report("compare", "sos_vs_sc", "sos_vs_sc_revised", "--games", "20")
    assert "Probability of winning a game" in text
    assert "none at all" in text
