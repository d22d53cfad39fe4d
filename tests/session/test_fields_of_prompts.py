"""The fields of questions about a hand or a wager."""

from __future__ import annotations

from collections.abc import Mapping

from tests.cli.changed_rulesets import changed

from bj.cases.model import Case
from bj.cases.playing import play_case

BOTH_DOWN = ["player up", "dealer down", "player up", "dealer down"]


def played(name: str, arguments: str, changes: Mapping[str, object], cards: str, answers: list[str]) -> str:
    """The transcript of a hand of a changed ruleset."""
    case = {"arguments": arguments, "cards": cards, "answers": answers, "expect": {}}
    return play_case(changed(name, dict(changes)), Case.model_validate(case)).transcript


def test_prompts_show_the_cards_on_both_sides() -> None:
    """Questions list the hand's cards, also several times, and name the card that the dealer shows."""
    asks = {
        "prompts/action/ask": "{cards}= {total} v {upcard};{cards:>9}? ",
        "prompts/insurance/ask": "{upcard} against {cards}? ",
    }
    transcript = played("casino", "100 1 human", asks, "6 A 5 9 T", ["10", "n", "h"])
    assert "A♠ against 6♠ 5♠ ? n\n" in transcript
    assert "6♠ 5♠ = 11 v A♠;   6♠ 5♠ ? h\n" in transcript


def test_the_question_for_a_wager_shows_its_limits() -> None:
    """The largest wager is that of the table, or what the person has."""
    ask = {"prompts/wager/ask": "{minimum} to {maximum}? "}
    for limit, shown in ((50, "10 to 50? 10\n"), (500, "10 to 100? 10\n")):
        changes = {**ask, "rules/maximum_wager": limit}
        assert shown in played("casino", "100 1 human", changes, "9 9 T T", ["10", "s"])


def test_a_prompt_without_an_upcard_leaves_it_out() -> None:
    """Both cards of the dealer are face down."""
    changes = {"procedure/deal": BOTH_DOWN, "prompts/action/ask": "[{upcard}]? "}
    assert "[]? n\n" in played("infinite", "100", changes, "6 9 5 9 T T", ["10", "n"])
