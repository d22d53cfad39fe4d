"""Simplifies expressions by filling in known values, a technique called constant folding.

Folding never changes what a formula does. Divisions by zero and numbers that are too large are left in place,
because they are faults only if the game reaches them. A part that may draw a random number is not removed
either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bj.catalogue.limits import LARGEST_NUMBER
from bj.ruleset.expressions.tree import (
    ASKING_FOR_CARDS,
    Arithmetic,
    Call,
    Compare,
    Comparison,
    Conditional,
    Expression,
    Literal,
    Logic,
    NamedValue,
    Negate,
    Not,
    ToMoney,
    evaluate_expression,
    once_per_tree,
    parts,
    walk,
)

MOST_CACHED = 2048
"""The number of expressions whose simplified or compiled forms are cached.

Rulesets that differ in a single rule, as in a search, share all their other expressions.
"""

OPPOSITES: Mapping[Comparison, Comparison] = {
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
    "==": "!=",
    "!=": "==",
}


def fold(expression: Expression, known: Mapping[str, int], unit: int) -> Expression:
    """Simplify an expression by filling in the values in ``known``.

    For ``holds`` conditions, ``known`` contains the keys that ``held`` returns. A call with more than two
    arguments becomes nested calls with two arguments each. ``not`` remains only where a condition has no
    opposite. ``unit`` is the number of smallest units in one unit of money. Parts that do not change are
    returned as the same objects, so that anything cached for them stays valid.
    """
    return _FOLDING[type(expression)](expression, known, unit)


def held(wanted: int) -> str:
    """Return the key in ``known`` that records whether the hand holds the ``wanted`` card."""
    return f"holds {wanted}"


@once_per_tree
def is_harmless(expression: Expression) -> bool:
    """Return whether an expression can be evaluated without risking a fault or drawing a random number."""
    return all(
        isinstance(node, Literal | NamedValue | Compare | Logic | Not | Conditional)
        or (isinstance(node, Call) and node.function in ("min", "max", *ASKING_FOR_CARDS))
        for node in walk(expression)
    )


def _keep(literal: Literal, known: Mapping[str, int], unit: int) -> Expression:
    return literal


def _fold_name(name: NamedValue, known: Mapping[str, int], unit: int) -> Expression:
    return Literal(known[name.name], name.kind) if name.name in known else name


def _fold_logic(logic: Logic, known: Mapping[str, int], unit: int) -> Expression:
    left = fold(logic.left, known, unit)
    decisive = int(logic.operator == "or")
    if isinstance(left, Literal):
        return left if left.value == decisive else fold(logic.right, known, unit)
    right = fold(logic.right, known, unit)
    if isinstance(right, Literal):
        if right.value != decisive:
            return left
        if is_harmless(left):
            return right
    return logic if left is logic.left and right is logic.right else Logic(logic.operator, left, right)


def _fold_conditional(conditional: Conditional, known: Mapping[str, int], unit: int) -> Expression:
    test = fold(conditional.condition, known, unit)
    if isinstance(test, Literal):
        return fold(conditional.yes if test.value else conditional.no, known, unit)
    return Conditional(test, fold(conditional.yes, known, unit), fold(conditional.no, known, unit))


def _fold_not(negation: Not, known: Mapping[str, int], unit: int) -> Expression:
    return _opposite(fold(negation.operand, known, unit))


def _fold_operation(operation: Arithmetic | Compare, known: Mapping[str, int], unit: int) -> Expression:
    left, right = fold(operation.left, known, unit), fold(operation.right, known, unit)
    if left is operation.left and right is operation.right:
        return _compute(operation, unit)
    if isinstance(operation, Compare):
        return _compute(Compare(operation.operator, left, right), unit)
    return _compute(Arithmetic(operation.operator, left, right, operation.kind), unit)


def _fold_negative(negative: Negate, known: Mapping[str, int], unit: int) -> Expression:
    return _compute(Negate(fold(negative.operand, known, unit)), unit)


def _fold_money(money: ToMoney, known: Mapping[str, int], unit: int) -> Expression:
    """Fold a conversion from a plain number to money. With a ``unit`` of 1, nothing needs converting."""
    operand = fold(money.operand, known, unit)
    return operand if unit == 1 else _compute(ToMoney(operand), unit)


def _fold_call(call: Call, known: Mapping[str, int], unit: int) -> Expression:
    function, arguments, kind = call.function, call.arguments, call.kind
    if function == "holds" and isinstance(arguments[0], Literal) and held(arguments[0].value) in known:
        return Literal(known[held(arguments[0].value)], kind)
    if function in ("min", "max") and len(arguments) > 2:
        middle = len(arguments) // 2
        halves = (arguments[:middle], arguments[middle:])
        pair = tuple(half[0] if len(half) == 1 else Call(function, half, kind) for half in halves)
        return fold(Call(function, pair, kind), known, unit)
    return _compute(Call(function, tuple(fold(part, known, unit) for part in arguments), kind), unit)


_FOLDING: Mapping[type[Any], Callable[[Any, Mapping[str, int], int], Expression]] = {
    Literal: _keep,
    NamedValue: _fold_name,
    Logic: _fold_logic,
    Conditional: _fold_conditional,
    Not: _fold_not,
    Arithmetic: _fold_operation,
    Compare: _fold_operation,
    Negate: _fold_negative,
    ToMoney: _fold_money,
    Call: _fold_call,
}


def _compute(expression: Expression, unit: int) -> Expression:
    """Evaluate an expression if all of its parts are literals.

    Otherwise, or if only the engine can evaluate it, return it unchanged.
    """
    if not all(isinstance(part, Literal) for part in parts(expression)):
        return expression
    if isinstance(expression, Call) and expression.function in (*ASKING_FOR_CARDS, "chance", "random"):
        return expression
    try:
        value = evaluate_expression(expression, {}, unit)
    except ZeroDivisionError:
        return expression
    return Literal(value, expression.kind) if abs(value) <= LARGEST_NUMBER else expression


def _opposite(operand: Expression) -> Expression:
    match operand:
        case Literal(value, kind):
            return Literal(1 - value, kind)
        case Not(inner):
            return inner
        case Compare(operator, left, right):
            return Compare(OPPOSITES[operator], left, right)
        case Logic(operator, left, right):
            return Logic("or" if operator == "and" else "and", _opposite(left), _opposite(right))
    return Not(operand)
