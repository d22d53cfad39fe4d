"""Whether a condition can hold, compared with all values of its names."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from bj.ruleset.advice.satisfiable_conditions import may_hold
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import ValueKind, evaluate_expression

NAMES = {"total": ValueKind.NUMBER, "cards": ValueKind.NUMBER, "soft": ValueKind.BOOLEAN}
KNOWN = {"total": (0, 25), "cards": (2, 6), "soft": (0, 1)}
CASES = [dict(zip(KNOWN, case, strict=True)) for case in product(range(26), range(2, 7), range(2))]

COMPARISONS = st.builds(
    "{} {} {}".format,
    st.sampled_from(["total", "cards"]),
    st.sampled_from(["<", "<=", "==", "!=", ">", ">="]),
    st.integers(0, 30),
)
CONDITIONS = st.recursive(
    st.just("soft") | COMPARISONS | st.builds("total + cards > {}".format, st.integers(0, 40)),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner)
        | st.builds("not ({})".format, inner)
    ),
    max_leaves=5,
)


@given(text=CONDITIONS)
def test_a_condition_that_holds_in_some_case_may_hold(text: str) -> None:
    """No condition is called impossible if some values make it true; without sums, the converse holds."""
    condition = parse_expression(text, NAMES, ValueKind.BOOLEAN)
    holds = any(evaluate_expression(condition, case, 1) for case in CASES)
    found = may_hold(condition, KNOWN, 1)
    assert found >= holds
    assert "+" in text or found == holds
