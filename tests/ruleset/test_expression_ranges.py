"""Bounds on the value of an expression that are known before the game."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bj.ruleset.expression_ranges import ANY, EITHER, find_interval
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import (
    Arithmetic,
    Call,
    Compare,
    Conditional,
    Expression,
    Literal,
    Logic,
    NamedValue,
    Negate,
    Not,
    ToMoney,
    ValueKind,
    evaluate_expression,
)

NAMES = {"a": (-3, 4), "b": (0, 2), "c": (5, 5)}

NUMBERS: st.SearchStrategy[Expression] = st.one_of(
    st.builds(Literal, st.integers(-6, 6), st.just(ValueKind.NUMBER)),
    st.builds(NamedValue, st.sampled_from(sorted(NAMES)), st.just(ValueKind.NUMBER)),
)


def conditions(numbers: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    """Conditions about these numbers."""
    compared = st.builds(Compare, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), numbers, numbers)
    return st.one_of(
        compared,
        st.builds(Not, compared),
        st.builds(Logic, st.sampled_from(["and", "or"]), compared, compared),
    )


def larger(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    """Numbers computed from other numbers."""
    number = st.just(ValueKind.NUMBER)
    two = st.tuples(inner, inner)
    return st.one_of(
        st.builds(Negate, inner),
        st.builds(ToMoney, inner),
        st.builds(Arithmetic, st.sampled_from(["+", "-", "*", "//", "%"]), inner, inner, number),
        st.builds(Conditional, conditions(inner), inner, inner),
        st.builds(Call, st.sampled_from(["min", "max", "ceil_divide"]), two, number),
        st.builds(Call, st.just("abs"), st.tuples(inner), number),
    )


ANYTHING = st.one_of(
    st.recursive(NUMBERS, larger, max_leaves=8), conditions(st.recursive(NUMBERS, larger, max_leaves=5))
)
VALUES = st.fixed_dictionaries({name: st.integers(*ends) for name, ends in NAMES.items()})


@given(ANYTHING, VALUES)
@settings(max_examples=80, deadline=None)
def test_values_lie_in_their_interval(expression: Expression, values: dict[str, int]) -> None:
    """For any values of its names, an expression is within its interval."""
    try:
        value = evaluate_expression(expression, values, 10)
    except ZeroDivisionError:
        assume(False)
    least, greatest = find_interval(expression, NAMES, 10)
    assert least <= value <= greatest


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("a", ValueKind.NUMBER, (-3, 4)),
        ("a * a", ValueKind.NUMBER, (-12, 16)),
        ("a // b", ValueKind.NUMBER, (-3, 4)),
        ("1 // (c - 5)", ValueKind.NUMBER, ANY),
        ("a % c", ValueKind.NUMBER, (0, 4)),
        ("b if a < 9 else 100", ValueKind.NUMBER, (0, 2)),
        ("random(a, b)", ValueKind.NUMBER, (-3, 4)),
        ("other", ValueKind.NUMBER, ANY),
        ("a > 4 or b < 0", ValueKind.BOOLEAN, (0, 0)),
        ("a <= 4 and c == 5", ValueKind.BOOLEAN, (1, 1)),
        ("b == 2", ValueKind.BOOLEAN, EITHER),
        ("chance(0)", ValueKind.BOOLEAN, (0, 0)),
        ("chance(a)", ValueKind.BOOLEAN, EITHER),
        ('holds("7C")', ValueKind.BOOLEAN, EITHER),
    ],
)
def test_intervals_are_as_narrow_as_possible(text: str, kind: ValueKind, expected: tuple[int, int]) -> None:
    """The interval of an expression follows from those of its names."""
    names = dict.fromkeys([*NAMES, "other"], ValueKind.NUMBER)
    assert find_interval(parse_expression(text, names, kind), NAMES, 1) == expected
