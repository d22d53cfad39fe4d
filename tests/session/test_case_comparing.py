from __future__ import annotations

from pathlib import Path

import pytest
from tests.session.cases_of_classic import TIE, write

from bj.cases.running import Outcome, run_cases


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("hands = 2", "hands: expected 2, got 1"),
        ("rounds = 1", "rounds: expected 1, got 0"),
        ("lines = 17", "lines: expected 17, got 18"),
        ('winner = "sc"', "winner: expected `sc`, got ``"),
        ('ends = "unanswered"', "ends: expected `unanswered`, got `over`"),
        ("bankrolls = { Player = 100.5 }", "bankrolls: expected 100.5, got 100"),
        (
            "bankrolls = { Dealr = 0 }",
            "bankrolls: no person is called `Dealr`\n    help: did you mean `Dealer`?",
        ),
        ('says = ["# A tie", "cut at 39"]', "says: `cut at 39` is not printed after `# A tie`"),
        ('says = ["# A ties"]', "says: `# A ties` is not printed\n    help: there is `# A tie`"),
        ('times = { "cut at 38" = 3 }', "times: `cut at 38` is printed 2 times, expected 3 times"),
        ('error = "x"', "error: expected the error `x`, got none"),
        (
            'never_says = ["cut at 38"]',
            "never_says: line 6 is `cut at 38`\n    made by [output] cut (",
        ),
    ],
)
def test_facts_that_are_otherwise_are_told(tmp_path: Path, fact: str, message: str) -> None:
    """Every kind of expectation fails with what was expected and what was got, at its place."""
    (outcome,) = run_cases(write(tmp_path, f"{TIE}expect.{fact}\n"))
    assert f"{tmp_path}/cases/mine.toml:5: {message}" in "\n".join(outcome.failure)


@pytest.mark.parametrize(
    "fact",
    [
        "hands = 1",
        "rounds = 0",
        "lines = 18",
        'winner = ""',
        'ends = "over"',
        "bankrolls = { Player = 100.0, Dealer = 0 }",
        'says = ["cut at 38", "cut at 38", "# A tie"]',
        'times = { "cut at 38" = 2, "no" = 0 }',
        'never_says = ["# Push"]',
    ],
)
def test_facts_that_hold_pass(tmp_path: Path, fact: str) -> None:
    """Every kind of expectation passes when the game is like that."""
    assert run_cases(write(tmp_path, f"{TIE}expect.{fact}\n")) == [Outcome("tie")]
