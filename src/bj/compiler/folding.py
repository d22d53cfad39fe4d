"""Folding: simplifying an expression by its known values.

Folding never changes what a formula does: a division by zero or a number that is too large stays, because
it is a fault only when the game gets there, and nothing that may draw random numbers is removed.
"""

from __future__ import annotations

from collections.abc import Mapping

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
    Name,
    Negate,
    Not,
    ToMoney,
    evaluate_expression,
    parts,
    walk,
)

OPPOSITES: Mapping[Comparison, Comparison] = {
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
    "==": "!=",
    "!=": "==",
}


def fold(expression: Expression, known: Mapping[str, int], unit: int) -> Expression:
    """The expression with the values of the names in ``known``, and everything computed as far as possible.

    The result of ``holds`` has the name that ``held`` makes of its argument.
    Functions of many arguments become calls with two, and ``not`` stands only before what has no opposite.
    ``unit`` is how many of the smallest units of money make one unit.
    """
    folded = expression
    match expression:
        case Name(name, kind) if name in known:
            return Literal(known[name], kind)
        case Call("holds", (Literal(wanted),), kind) if held(wanted) in known:
            return Literal(known[held(wanted)], kind)
        case Literal() | Name():
            return expression
        case Logic(operator, left, right):
            return _fold_logic(Logic(operator, fold(left, known, unit), fold(right, known, unit)))
        case Conditional(condition, yes, no):
            test = fold(condition, known, unit)
            if isinstance(test, Literal):
                return fold(yes if test.value else no, known, unit)
            return Conditional(test, fold(yes, known, unit), fold(no, known, unit))
        case Not(operand):
            return _fold_not(fold(operand, known, unit))
        case Call("min" | "max" as function, arguments, kind) if len(arguments) > 2:
            middle = len(arguments) // 2
            halves = (arguments[:middle], arguments[middle:])
            pair = tuple(half[0] if len(half) == 1 else Call(function, half, kind) for half in halves)
            return fold(Call(function, pair, kind), known, unit)
        case Negate(operand):
            folded = Negate(fold(operand, known, unit))
        case ToMoney(operand):
            if unit == 1:
                return fold(operand, known, unit)
            folded = ToMoney(fold(operand, known, unit))
        case Arithmetic(operator, left, right, kind):
            folded = Arithmetic(operator, fold(left, known, unit), fold(right, known, unit), kind)
        case Compare(operator, left, right):
            folded = Compare(operator, fold(left, known, unit), fold(right, known, unit))
        case Call(function, arguments, kind):
            folded = Call(function, tuple(fold(part, known, unit) for part in arguments), kind)
    return _compute(folded, unit)


def held(wanted: int) -> str:
    """The name in ``known`` for whether a hand holds the ``wanted`` card."""
    return f"holds {wanted}"


def is_harmless(expression: Expression) -> bool:
    """Whether computing an expression can neither end in a fault nor draw a random number."""
    return all(
        isinstance(node, Literal | Name | Compare | Logic | Not | Conditional)
        or (isinstance(node, Call) and node.function in ("min", "max", *ASKING_FOR_CARDS))
        for node in walk(expression)
    )


def _compute(expression: Expression, unit: int) -> Expression:
    """The value of an expression of literals, or the expression if the engine has to compute it."""
    if not all(isinstance(part, Literal) for part in parts(expression)):
        return expression
    if isinstance(expression, Call) and expression.function in (*ASKING_FOR_CARDS, "chance", "random"):
        return expression
    try:
        value = evaluate_expression(expression, {}, unit)
    except ZeroDivisionError:
        return expression
    return Literal(value, expression.kind) if abs(value) <= LARGEST_NUMBER else expression


def _fold_logic(expression: Logic) -> Expression:
    """``and`` and ``or`` without irrelevant sides."""
    left, right = expression.left, expression.right
    decisive = int(expression.operator == "or")
    if isinstance(left, Literal):
        return left if left.value == decisive else right
    if isinstance(right, Literal):
        if right.value != decisive:
            return left
        if is_harmless(left):
            return right
    return expression


def _fold_not(operand: Expression) -> Expression:
    """The opposite of a condition."""
    match operand:
        case Literal(value, kind):
            return Literal(1 - value, kind)
        case Not(inner):
            return inner
        case Compare(operator, left, right):
            return Compare(OPPOSITES[operator], left, right)
        case Logic(operator, left, right):
            return Logic("or" if operator == "and" else "and", _fold_not(left), _fold_not(right))
    return Not(operand)
