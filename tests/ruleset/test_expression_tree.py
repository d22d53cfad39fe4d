from __future__ import annotations

import pickle

import pytest

from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import ValueKind, evaluate_expression, names_used, uses_chance

NUMBER, MONEY, BOOLEAN = ValueKind.NUMBER, ValueKind.MONEY, ValueKind.BOOLEAN
NAMES = {"hand": NUMBER, "count": NUMBER, "bankroll": MONEY, "minimum": MONEY, "soft": BOOLEAN}


def test_what_an_expression_needs_is_known() -> None:
    """Names and random numbers in an expression are found at any depth."""
    expression = parse_expression("hand < 3 or (chance(5) if soft else count > 1)", NAMES, BOOLEAN)
    assert names_used(expression) == {"hand", "soft", "count"}
    assert uses_chance(expression)
    assert not uses_chance(parse_expression('holds("7C") or hand < 3', NAMES, BOOLEAN))


def test_a_pickled_expression_has_no_hash() -> None:
    """A pickled expression has no hash, because the hashes of strings differ between processes."""
    expression = parse_expression("hand < 3", NAMES, BOOLEAN)
    before = pickle.dumps(expression)
    assert {expression: 1}[pickle.loads(before)] == 1  # noqa: S301  # our own
    assert pickle.dumps(expression) == before


@pytest.mark.parametrize(
    ("text", "expected", "value"),
    [
        ("bankroll + 1", MONEY, 1150),
        ("-hand // 2", NUMBER, -4),
        ("-hand % 5", NUMBER, 3),
        ("ceil(hand / 2)", NUMBER, 4),
        ("max(hand, 3) - min(1, abs(count), 5)", NUMBER, 6),
        ("hand > 3 and not soft", BOOLEAN, 1),
        ("not soft or hand // count > 3", BOOLEAN, 1),
        ("minimum if bankroll < 10 else 2 * minimum", MONEY, 500),
    ],
)
def test_expressions_are_evaluated(text: str, expected: ValueKind, value: int) -> None:
    """The pure evaluator uses whole numbers, money in the smallest unit, and short-circuit evaluation."""
    values = {"bankroll": 1050, "minimum": 250, "hand": 7, "count": -1, "soft": 0}
    assert evaluate_expression(parse_expression(text, NAMES, expected, 2), values, 100) == value


@pytest.mark.parametrize("text", ["chance(5)", "random(1, 2) > 1", 'holds("7C")'])
def test_chance_and_cards_have_no_value_outside_of_a_game(text: str) -> None:
    """The pure evaluator refuses parts that need a game."""
    with pytest.raises(ValueError, match="outside of a game"):
        evaluate_expression(parse_expression(text, NAMES, BOOLEAN), {}, 1)


def test_a_division_by_zero_passes_through() -> None:
    """The pure evaluator raises ZeroDivisionError as Python does."""
    with pytest.raises(ZeroDivisionError):
        evaluate_expression(parse_expression("1 // hand", NAMES, NUMBER), {"hand": 0}, 1)
