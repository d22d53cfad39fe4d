"""Why something may not be done with a hand."""

from __future__ import annotations

import pytest
from tests.cli.changed_rulesets import changed

from bj.cases.model import Case
from bj.cases.playing import play_case

REASON = {"prompts/action/not_allowed": "{action}: {reason}"}
BUYING = {"n": "stand", "h": "hit", "p": "split", "x": "double", "dd": "double", "v": "double"}


@pytest.mark.parametrize(
    ("changes", "cards", "answers", "line"),
    [
        ({}, "8 6 7 T", ["p"], "split: only when the hand is a pair"),
        ({}, "2 6 3 T 2", ["h", "d"], "double: only when the hand has 2 cards"),
        ({}, "8 6 7 T", ["r"], "surrender: the rules do not allow surrendering"),
        ({}, "8 6 8 T", ["p"], "split: there is not enough money left"),
        ({}, "5 6 4 T", ["d"], "double: there is not enough money left"),
        ({"rules/double": "upcard < 6"}, "5 6 4 T", ["d"],
         "double: only when the upcard is worth less than 6"),
        (
            {"rules/double": "total > low + 1", "arguments/low/default": 9, "arguments/low/type": "integer",
             "ruleset/usage": "bankroll hands player low"},
            "5 6 4 T", ["d"], "double: only when the total is above `low` plus 1",
        ),
        ({"rules/double": "not (total % 2 == 1)"}, "5 6 4 T", ["d"],
         "double: only when `not (total % 2 == 1)`"),
        ({"rules/split": "cards > 1"},
         "2 6 3 T 2", ["h", "p"], "split: only a hand of two cards can be split"),
        ({"prompts/action/answers": BUYING, "rules/double": "cards == 3"}, "5 6 4 T", ["v"],
         "dd: only when the hand has 3 cards"),
        ({"rules/minimum_wager": 5, "rules/hit": {"doubled": True}}, "2 6 3 T 4", ["d", "d"],
         "double: the hand has been doubled"),
    ],
)  # fmt: skip
def test_a_refusal_says_why(changes: dict[str, object], cards: str, answers: list[str], line: str) -> None:
    """A refusal names the first failed condition, with the ruleset's word for the action."""
    checked = changed("casino", {**REASON, **changes})
    wager = "5" if "rules/minimum_wager" in changes else "10"
    game = {"arguments": "10 1 human", "cards": cards, "answers": [wager, *answers], "expect": {}}
    transcript = play_case(checked, Case.model_validate(game)).transcript
    assert f"? {answers[-1]}\n{line}\n" in transcript
