"""Decides whether a condition can be true, given the possible values of its names."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from bj.ruleset.expression_ranges import ANY, EITHER, Interval, find_interval
from bj.ruleset.expressions import tree
from bj.ruleset.expressions.tree import Expression, ValueKind

MOST_CASES = 2_000
"""The maximum number of combinations of values to try. Conditions with more are assumed to be satisfiable."""


def may_hold(condition: Expression, known: Mapping[str, Interval], unit: int) -> bool:
    """Whether ``condition`` can be true if the values of its names are in the ``known`` ranges.

    If a name is compared only with numbers, values around these numbers are tried. ``unit`` is the number of
    smallest units in one unit of money.

    >>> total = tree.NamedValue("total", ValueKind.NUMBER)
    >>> low, high = (tree.Compare(sign, total, tree.Literal(17, ValueKind.NUMBER)) for sign in ("<", ">"))
    >>> may_hold(tree.Logic("and", low, high), {}, 1), may_hold(tree.Logic("or", low, high), {}, 1)
    (False, True)
    """
    named = by_name(condition)
    if not find_interval(named, known, unit)[1]:
        return False
    values = _values_of(named, known)
    cases = 1
    for each in values.values():
        cases *= len(each)
    if not values or cases > MOST_CASES:
        return True
    for case in product(*values.values()):
        exact = {name: (value, value) for name, value in zip(values, case, strict=True)}
        if find_interval(named, {**known, **exact}, unit)[1]:
            return True
    return False


def _values_of(condition: Expression, known: Mapping[str, Interval]) -> dict[str, list[int]]:
    """Map each boolean, and each name that is compared only with numbers, to the values to try."""
    compared: dict[str, set[int]] = {}
    uses: dict[str, int] = {}
    booleans: dict[str, list[int]] = {}
    for node in tree.walk(condition):
        match node:
            case tree.NamedValue(name, ValueKind.BOOLEAN):
                booleans[name] = list(EITHER)
            case tree.NamedValue(name):
                uses[name] = uses.get(name, 0) + 1
            case tree.Compare(_, tree.NamedValue(name, ValueKind.NUMBER), tree.Literal(value)) | tree.Compare(
                _, tree.Literal(value), tree.NamedValue(name, ValueKind.NUMBER)
            ):
                compared.setdefault(name, set()).update((value - 1, value, value + 1))
                uses[name] = uses.get(name, 0) - 1
    numbers = {}
    for name, values in compared.items():
        least, greatest = known.get(name, ANY)
        within = [value for value in sorted(values) if least <= value <= greatest]
        if uses[name] == 0:  # the name is only compared
            numbers[name] = [*within, *(end for end in (least, greatest) if end not in within)]
    return booleans | numbers


def by_name(condition: Expression) -> Expression:
    """Replace calls to `holds` and `number_of` with names, so that equal calls always get the same value."""
    match condition:
        case tree.Call("holds" | "number_of" as function, (tree.Literal(wanted),), kind):
            return tree.NamedValue(f"{function} {wanted}", kind)
        case tree.Negate(operand) | tree.Not(operand) | tree.ToMoney(operand):
            return type(condition)(by_name(operand))
        case tree.Compare(comparison, left, right):
            return tree.Compare(comparison, by_name(left), by_name(right))
        case tree.Logic(operator, left, right):
            return tree.Logic(operator, by_name(left), by_name(right))
        case tree.Arithmetic(sign, left, right, kind):
            return tree.Arithmetic(sign, by_name(left), by_name(right), kind)
        case tree.Conditional(test, yes, no):
            return tree.Conditional(by_name(test), by_name(yes), by_name(no))
        case tree.Call(function, arguments, kind):
            return tree.Call(function, tuple(map(by_name, arguments)), kind)
    return condition
