"""Find the range of values that an expression can have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from bj.ruleset.expressions import tree
from bj.ruleset.expressions.tree import ArithmeticOperator, Comparison, Expression, ValueKind

Interval: TypeAlias = tuple[int, int]
"""The smallest and the largest possible value."""

LARGEST = 1 << 64
"""A number that is larger than any number in a game."""

ANY: Interval = (-LARGEST, LARGEST)
EITHER: Interval = (0, 1)


def find_interval(expression: Expression, known: Mapping[str, Interval], unit: int) -> Interval:
    """Return the smallest and the largest possible value of ``expression``. Conditions have the value 0 or 1.

    A name that is not ``known`` can have any value. ``unit`` is the number of smallest units in one unit of
    money.

    >>> hand, zero = tree.NamedValue("hand", ValueKind.NUMBER), tree.Literal(0, ValueKind.NUMBER)
    >>> find_interval(tree.Compare("<", hand, zero), {"hand": (0, 9)}, 1)
    (0, 0)
    """
    match expression:
        case tree.Literal(value):
            return value, value
        case tree.NamedValue(name, kind):
            return known.get(name, EITHER if kind == ValueKind.BOOLEAN else ANY)
        case tree.Conditional(condition, yes, no):
            test = find_interval(condition, known, unit)
            chosen = [part for part, is_so in ((yes, 1), (no, 0)) if test[0] <= is_so <= test[1]]
            return _around(*(find_interval(part, known, unit) for part in chosen))
        case tree.Negate(operand):
            least, greatest = find_interval(operand, known, unit)
            return -greatest, -least
        case tree.Not(operand):
            least, greatest = find_interval(operand, known, unit)
            return 1 - greatest, 1 - least
        case tree.ToMoney(operand):
            least, greatest = find_interval(operand, known, unit)
            return least * unit, greatest * unit
        case tree.Logic(operator, left, right):
            first, second = find_interval(left, known, unit), find_interval(right, known, unit)
            choose = max if operator == "or" else min
            return choose(first[0], second[0]), choose(first[1], second[1])
        case tree.Compare(comparison, left, right):
            return _compare(comparison, find_interval(left, known, unit), find_interval(right, known, unit))
        case tree.Arithmetic(operator, left, right):
            return _compute(operator, find_interval(left, known, unit), find_interval(right, known, unit))
        case tree.Call(function, arguments):
            return _call(function, [find_interval(argument, known, unit) for argument in arguments])


def _around(*intervals: Interval) -> Interval:
    return min(least for least, _ in intervals), max(greatest for _, greatest in intervals)


def _compare(operator: Comparison, first: Interval, second: Interval) -> Interval:
    match operator:
        case ">" | ">=":
            return _compare("<" if operator == ">" else "<=", second, first)
        case "<":
            return int(first[1] < second[0]), int(first[0] < second[1])
        case "<=":
            return int(first[1] <= second[0]), int(first[0] <= second[1])
    same = int(first[0] == first[1] == second[0] == second[1])
    may_be = int(first[0] <= second[1] and second[0] <= first[1])
    return (same, may_be) if operator == "==" else (1 - may_be, 1 - same)


def _compute(operator: ArithmeticOperator, first: Interval, second: Interval) -> Interval:
    """Return the interval of ``first operator second``, ignoring division by zero."""
    match operator:
        case "+":
            return first[0] + second[0], first[1] + second[1]
        case "-":
            return first[0] - second[1], first[1] - second[0]
        case "*":
            corners = [a * b for a in first for b in second]
            return min(corners), max(corners)
        case "//":
            quotients = [a // b for a in first for b in _divisors(second)]
            return (min(quotients), max(quotients)) if quotients else ANY
    return min(0, second[0] + 1), max(0, second[1] - 1)


def _divisors(interval: Interval) -> list[int]:
    """Return the divisors in ``interval`` that can give the smallest or the largest quotient."""
    least, greatest = interval
    return [
        *({least, min(greatest, -1)} if least < 0 else ()),
        *({max(least, 1), greatest} if greatest > 0 else ()),
    ]


def _call(function: str, arguments: list[Interval]) -> Interval:
    match function, arguments:
        case "min" | "max" as name, _:
            choose = min if name == "min" else max
            return choose(least for least, _ in arguments), choose(greatest for _, greatest in arguments)
        case "abs", [(least, greatest)]:
            furthest = max(-least, greatest)
            return (0 if least <= 0 <= greatest else min(abs(least), abs(greatest))), furthest
        case "ceil_divide", [(least, greatest), divisor]:
            low, high = _compute("//", (-greatest, -least), divisor)
            return -high, -low
        case "chance", [(least, greatest)]:
            return int(least >= 100), int(greatest > 0)
        case "random", [(least, lowest), (_, greatest)]:
            return least, max(lowest, greatest)
    return EITHER  # the hand may hold the card or not
