"""Formulas are compared with Python itself: the same text, evaluated by both."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.compiler.formula_tables import AMOUNTS, BOOLEANS, KINDS, NUMBERS, play

from bj.catalogue.limits import LARGEST_NUMBER
from bj.engine.layout.program import DIVISION_BY_ZERO, NUMBER_TOO_LARGE
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import ValueKind, evaluate_expression

# --- Python with the engine's bound -----------------------------------------------------------------------


class Bounded(int):
    """A whole number whose results must fit in the engine's range."""

    def _bounded(self, value: int) -> Bounded:
        if abs(value) > LARGEST_NUMBER:
            raise OverflowError
        return Bounded(value)

    def __add__(self, other: int) -> Bounded:
        return self._bounded(int(self) + int(other))

    def __sub__(self, other: int) -> Bounded:
        return self._bounded(int(self) - int(other))

    def __mul__(self, other: int) -> Bounded:
        return self._bounded(int(self) * int(other))

    def __floordiv__(self, other: int) -> Bounded:
        return self._bounded(int(self) // int(other))

    def __mod__(self, other: int) -> Bounded:
        return self._bounded(int(self) % int(other))

    def __neg__(self) -> Bounded:
        return self._bounded(-int(self))

    def __abs__(self) -> Bounded:
        return self._bounded(abs(int(self)))

    def __truediv__(self, other: int) -> Fraction:  # type: ignore[override]  # exact, for ceil and floor
        return Fraction(int(self), int(other))


class Bind(ast.NodeTransformer):
    """Makes the whole numbers of a text bounded."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """A call of Bounded for a whole number."""
        if isinstance(node.value, bool) or not isinstance(node.value, int):
            return node
        return ast.Call(ast.Name("Bounded", ast.Load()), [node], [])


def python_value(text: str, values: Mapping[str, int]) -> int:
    """The value of ``text`` in Python."""
    tree = ast.fix_missing_locations(Bind().visit(ast.parse(text, mode="eval")))
    functions: dict[str, Callable[..., object]] = {
        "Bounded": Bounded,
        "min": min,
        "max": max,
        "abs": abs,
        "ceil": lambda quotient: Bounded(math.ceil(quotient)),
        "floor": lambda quotient: Bounded(math.floor(quotient)),
    }
    names = {name: bool(value) if name in BOOLEANS else Bounded(value) for name, value in values.items()}
    return int(eval(compile(tree, "text", "eval"), {"__builtins__": {}}, {**functions, **names}))  # noqa: S307 - our text


# --- random expressions ---------------------------------------------------------------------------------

LEAVES = {
    "N": (*NUMBERS, "0", "1", "2", "7", "33", "1_000_000_000"),
    "B": (*BOOLEANS, "True", "False"),
    "M": (*AMOUNTS, "2.50", "0.01", "7", "known"),
}
FORMS = {
    "N": (
        *("(N + N)", "(N - N)", "(N * N)", "(N // (N + 0))", "(N % (N + 0))", "min(N, N)", "max(N, 3, N, 1)"),
        *("ceil(N / (N - 1))", "floor(N / (N - 1))", "(-N)", "abs(N)", "(N if B else N)"),
        *("(N if not B else N)", "(N if B and B else N)", "(N if B or B else N)"),
    ),
    "B": (
        *("(N < N)", "(N <= N)", "(N > N)", "(N >= N)", "(N == N)", "(N != N)", "(N < N <= N)"),
        *("(B and B)", "(B or B)", "(not B)", "(B == B)", "(B != B)", "(B if B else B)"),
        *("(not (B and B))", "(not (B or B))", "(B if not B else B)"),
    ),
    "M": (
        *("(M + M)", "(M - M)", "min(M, M)", "max(M, 4, M)", "(M // 3 + M)", "((bankroll + M) % 0.07)"),
        *("(bankroll - M if M < minimum else 2 * M)", "ceil(M / 3)", "((bankroll + M) // minimum)"),
    ),
}


@st.composite
def texts(draw: st.DrawFn, kind: str, depth: int = 4) -> str:
    """Texts of well-typed expressions: forms with texts for their capital letters."""
    if depth == 0:
        return draw(st.sampled_from(LEAVES[kind]))
    form = draw(st.sampled_from(FORMS[kind]))
    text = re.sub(r"\b[NBM]\b", lambda letter: draw(texts(letter[0], draw(st.integers(0, depth - 1)))), form)
    assume(len(text) < 400)
    return text


VALUES = st.fixed_dictionaries(
    {name: st.integers(-60, 60) | st.sampled_from((0, 10**12, -(10**12))) for name in NUMBERS[:-1]}
    | {name: st.integers(0, 1) for name in BOOLEANS}
    | {"total": st.integers(0, 44)}
)


def agree(text: str, kind: ValueKind, values: Mapping[str, int]) -> None:
    """Compare the engine with Python."""
    value, fault = play(text, kind, values)
    try:
        expected = python_value(text, values)
    except (ZeroDivisionError, OverflowError):
        assert fault in {DIVISION_BY_ZERO, NUMBER_TOO_LARGE}
    else:
        assert (value, fault) == (expected, 0)


@settings(max_examples=50)
@given(texts("N"), VALUES)
def test_numbers_agree_with_python(text: str, values: dict[str, int]) -> None:
    """A formula for a number has the value of Python, or a fault if Python raises."""
    agree(text, ValueKind.NUMBER, values)


@settings(max_examples=50)
@given(texts("B"), VALUES)
def test_conditions_agree_with_python(text: str, values: dict[str, int]) -> None:
    """A formula for a condition has the value of Python, or a fault if Python raises."""
    agree(text, ValueKind.BOOLEAN, values)


@given(texts("M"), st.integers(-500, 500), st.integers(-500, 500), st.integers(-9, 9))
def test_money_agrees_with_the_evaluator(text: str, bankroll: int, minimum: int, known: int) -> None:
    """A formula for money in cents has the value of the pure evaluator."""
    values = {"bankroll": bankroll, "minimum": minimum, "known": known}
    value, fault = play(text, ValueKind.MONEY, values, unit=100)
    try:
        expected = evaluate_expression(parse_expression(text, KINDS, ValueKind.MONEY, 2), values, 100)
    except ZeroDivisionError:
        assert fault == DIVISION_BY_ZERO
    else:
        assert (value, fault) == (expected, 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bankroll + 1", 10_150),
        ("2 * minimum", 500),
        ("minimum // 4", 62),
        ("ceil(minimum / 4)", 63),
        ("bankroll // minimum", 4_000),
        ("bankroll % minimum", 50),
        ("max(2, minimum, 1.05)", 250),
        ("5 if bankroll > 100 else minimum", 500),
        ("-minimum", -250),
    ],
)
def test_money_is_computed_in_its_smallest_unit(text: str, expected: int) -> None:
    """A number next to money counts whole units, here a hundred cents."""
    assert play(text, ValueKind.MONEY, {"bankroll": 10_050, "minimum": 250}, unit=100) == (expected, 0)
