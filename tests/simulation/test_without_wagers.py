"""Games without wagers: hands are compared, and no money moves."""

from __future__ import annotations

from typing import Any

import pytest

import bj
from bj.errors import RulesetError, UsageError

BONUS = {"when": "cards >= 5", "pays": "1:1", "at_once": True}


def for_points(extends: str = "classic", **sections: Any) -> dict[str, Any]:
    """A ruleset without wagers."""
    rules = {**sections.pop("rules", {}), "minimum_wager": 0}
    return {"ruleset": {"title": "For points", "extends": extends}, "rules": rules, **sections}


def test_no_line_is_about_a_wager_and_no_money_moves() -> None:
    """The transcript is that of the game with wagers, except for lines about money."""
    output = {"player_bets": "a wager", "player_wins": "won {bankroll}", "paid": "paid"}
    values = {"hands": 20}
    lines = bj.State(for_points(output=output), values, seed=1).transcript.splitlines()
    assert "a wager" not in lines
    assert "paid" not in lines
    assert {line for line in lines if line.startswith("won")} == {"won 100"}
    usual = bj.State({"ruleset": {"title": "", "extends": "classic"}, "output": output}, values, seed=1)
    cards = [line for line in usual.transcript.splitlines() if " dealt " in line]
    assert [line for line in lines if " dealt " in line][: len(cards)] == cards


def test_a_person_is_asked_only_about_hands() -> None:
    """The first question is about a hand, which can neither be doubled nor split."""
    state = bj.State(for_points("casino"), {"player": "human", "hands": 1}, seed=5)
    assert state.view.question is not None
    assert {state.action_name(action) for action in state.legal_actions()} == {"hit", "stand"}


def test_a_player_with_debts_plays_on() -> None:
    """No player needs money, also after a power has taken it."""
    fine = {
        "memory": {"points": 0},
        "reactions": [{"on": "hand lost", "do": "change bankroll", "amount": -9}],
    }
    rules = for_points(strategies={"simple": fine}, procedure={"game": {"while": {"hand": "hand < hands"}}})
    state = bj.State(rules, {"bankroll": 1, "hands": 9}, seed=1)
    assert state.view.hand_number == 9
    assert state.view.bankroll(0) < 0


def test_occasions_and_counts_are_those_of_the_game_with_wagers() -> None:
    """A power reacts to a hand that is won, and a simulation counts it."""
    words = {"hand won": "W", "hand lost": "L", "push": "P"}
    told = {"reactions": [{"on": on, "say": word} for on, word in words.items()]}
    more: dict[str, Any] = {"strategies": {"simple": told}, "output": {"player_says": "{words}"}}
    usual = {"ruleset": {"title": "For money", "extends": "classic"}, **more}
    values = {"bankroll": 10_000, "minimum": 10, "hands": 60}
    said = [
        [line for line in bj.State(ruleset, values, seed=2).transcript.splitlines() if line in "WLP"]
        for ruleset in (for_points(**more), usual)
    ]
    assert said[0] == said[1]
    assert {*said[0]} == {*"WLP"}
    shares = [
        bj.to_text(bj.simulate(ruleset, values, games=50)).partition("Share of all hands")[2]
        for ruleset in (for_points(), usual)
    ]
    assert shares[0] == shares[1]


def test_there_is_no_value_to_analyse() -> None:
    """A hand without a wager has no value."""
    with pytest.raises(UsageError, match="this game has no wagers"):
        bj.analyze(for_points(), fresh=True)


@pytest.mark.parametrize(
    ("sections", "what"),
    [
        ({"rules": {"charlie": {"cards": 5, "at_once": True}}}, "`at_once`"),
        ({"payouts": {"bonuses": {"long": BONUS}}}, "`at_once`"),
        ({"procedure": {"hand": {"after": {"deal": ["betting round"]}}}}, "a betting round"),
        ({"strategies": {"simple": {"reactions": [{"on": "bust", "do": "win hand"}]}}}, "`win hand`"),
    ],
)
def test_a_rule_that_needs_wagers_is_refused(sections: dict[str, Any], what: str) -> None:
    """Such a rule would have no effect, or the wrong one."""
    with pytest.raises(RulesetError) as error:
        bj.load_ruleset(for_points(**sections))
    message = f"{what} needs wagers, but this game has none: `minimum_wager` is 0"
    assert message in [finding.message for finding in error.value.findings]


def test_a_wager_of_a_strategy_is_a_mistake() -> None:
    """A strategy that always wagers something contradicts the rule."""
    findings = bj.validate(for_points(strategies={"simple": {"wager": 10}}))
    assert "`simple` has a wager, but this game has no wagers" in str(findings)
