"""The tree of an expression that has been checked and has no faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import wraps
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub
from typing import ClassVar, TypeAlias, TypeVar, dataclass_transform
from typing import Literal as OneOf

ArithmeticOperator: TypeAlias = OneOf["+", "-", "*", "//", "%"]
Comparison: TypeAlias = OneOf["<", "<=", ">", ">=", "==", "!="]
Function: TypeAlias = OneOf["min", "max", "abs", "ceil_divide", "holds", "number_of", "chance", "random"]

ASKING_FOR_CARDS = frozenset(("holds", "number_of"))
"""The functions that look for cards in a hand.

Their argument is a number that ``bj.cards.parse_wanted`` returns.
"""

OPERATIONS: Mapping[ArithmeticOperator | Comparison, Callable[[int, int], int]] = {
    **{"+": add, "-": sub, "*": mul, "//": floordiv, "%": mod},
    **{"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne},
}


class ValueKind(Enum):
    """The kind of an expression's value: a count, an amount of money, or a truth value.

    All three are computed as whole numbers. Money counts the ruleset's smallest unit. A boolean is 0 or 1.
    """

    NUMBER = "number"
    MONEY = "money"
    BOOLEAN = "boolean"


@dataclass_transform(frozen_default=True)
class ExpressionNode:
    """A part of an expression. Parts are equal if they have the same class and equal fields.

    The class works like a frozen dataclass, but imports in a tenth of the time and computes its hash only
    once.
    """

    __slots__ = ("__dict__", "_hash")
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        names = (name for name in cls.__annotations__ if name not in vars(cls))
        cls.__match_args__ = tuple(names)  # type: ignore[misc]  # mypy takes it for a constant

    def __init__(self, *parts: object) -> None:
        vars(self).update(zip(self.__match_args__, parts, strict=True))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} does not change")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        try:
            found: int = object.__getattribute__(self, "_hash")
        except AttributeError:
            found = hash((type(self), *vars(self).values()))
            object.__setattr__(self, "_hash", found)
        return found

    def __getstate__(self) -> dict[str, object]:
        return vars(self)  # without the hash, which differs between processes

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, vars(self).values()))})"


class Literal(ExpressionNode):
    """A literal value. An amount of money is in smallest units."""

    value: int
    kind: ValueKind


class NamedValue(ExpressionNode):
    """A value that is looked up by its name."""

    name: str
    kind: ValueKind


class Negate(ExpressionNode):
    """``-operand``."""

    operand: Expression

    @property
    def kind(self) -> ValueKind:
        """The kind of the operand."""
        return self.operand.kind


class Arithmetic(ExpressionNode):
    """``left operator right``. Division rounds down, and the remainder has the sign of the divisor."""

    operator: ArithmeticOperator
    left: Expression
    right: Expression
    kind: ValueKind


class Compare(ExpressionNode):
    """``left operator right`` for two values of the same kind."""

    kind: ClassVar[ValueKind] = ValueKind.BOOLEAN
    operator: Comparison
    left: Expression
    right: Expression


class Logic(ExpressionNode):
    """``left and right`` or ``left or right``.

    The right side is computed only if the left side does not decide the result.
    """

    kind: ClassVar[ValueKind] = ValueKind.BOOLEAN
    operator: OneOf["and", "or"]
    left: Expression
    right: Expression


class Not(ExpressionNode):
    """``not operand``."""

    kind: ClassVar[ValueKind] = ValueKind.BOOLEAN
    operand: Expression


class Conditional(ExpressionNode):
    """``yes if condition else no``. Only one of the two values is computed."""

    condition: Expression
    yes: Expression
    no: Expression

    @property
    def kind(self) -> ValueKind:
        """The kind that both values have."""
        return self.yes.kind


class Call(ExpressionNode):
    """A call of a function. ``ceil_divide`` is a division that rounds up.

    The argument of a function in ASKING_FOR_CARDS is a number that ``bj.cards.parse_wanted`` returns.
    """

    function: Function
    arguments: tuple[Expression, ...]
    kind: ValueKind


class ToMoney(ExpressionNode):
    """A number of whole units of money, converted to an amount of money."""

    kind: ClassVar[ValueKind] = ValueKind.MONEY
    operand: Expression


Expression: TypeAlias = (
    Literal | NamedValue | Negate | Arithmetic | Compare | Logic | Not | Conditional | Call | ToMoney
)


def parts(expression: Expression) -> tuple[Expression, ...]:
    """Return the direct parts of an expression in the order of computation, from left to right."""
    match expression:
        case Negate(operand) | Not(operand) | ToMoney(operand):
            return (operand,)
        case Arithmetic(_, left, right) | Compare(_, left, right) | Logic(_, left, right):
            return (left, right)
        case Conditional(condition, yes, no):
            return (condition, yes, no)
        case Call(_, arguments):
            return arguments
    return ()


def walk(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all its parts, each before the parts inside it."""
    waiting = [expression]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(parts(node)))


def to_money(expression: Expression) -> Expression:
    """Convert ``expression`` to an amount of money. A number counts whole units of money."""
    return ToMoney(expression) if expression.kind == ValueKind.NUMBER else expression


def in_one_kind(values: list[Expression]) -> list[Expression]:
    """Convert the numbers among ``values`` to money if one of the values is money."""
    if any(value.kind == ValueKind.MONEY for value in values):
        return [to_money(value) for value in values]
    return values


def join(operator: OneOf["and", "or"], conditions: Sequence[Expression | None]) -> Expression | None:
    """Join ``conditions`` with ``operator`` into one expression, nested no deeper than necessary.

    Return None if one of the conditions is None.
    """
    if len(conditions) == 1:
        return conditions[0]
    middle = len(conditions) // 2
    left, right = join(operator, conditions[:middle]), join(operator, conditions[middle:])
    return None if left is None or right is None else Logic(operator, left, right)


def operands(expression: Expression, operator: OneOf["and", "or"]) -> list[Expression]:
    """List the operands that ``operator`` joins in ``expression``, from left to right.

    If ``expression`` has a different operator or none, it is the only operand.
    """
    if isinstance(expression, Logic) and expression.operator == operator:
        return operands(expression.left, operator) + operands(expression.right, operator)
    return [expression]


def literal_value(expression: Expression) -> int | None:
    """Return the value of a literal, with or without a minus sign, in the literal's own unit.

    Return None for other expressions.
    """
    match expression:
        case Literal(value):
            return value
        case Negate(Literal(value)):
            return -value
    return None


Answer = TypeVar("Answer")

KEPT = 4096
"""The maximum number of answers to cache for each question about trees."""


def once_per_tree(question: Callable[[Expression], Answer]) -> Callable[[Expression], Answer]:
    """Cache the answers to ``question``, a function of a tree.

    The cache is keyed by the identity of the tree, because comparing two trees takes as long as most answers.
    Trees never change, and rulesets with a common condition share its tree.
    """
    answers: dict[int, tuple[Expression, Answer]] = {}

    @wraps(question)
    def ask(expression: Expression) -> Answer:
        known = answers.get(id(expression))
        if known is None:
            if len(answers) == KEPT:
                answers.clear()
            known = answers[id(expression)] = (expression, question(expression))
        return known[1]

    return ask


@once_per_tree
def names_used(expression: Expression) -> frozenset[str]:
    """Return the names whose values ``expression`` may need."""
    return frozenset(node.name for node in walk(expression) if isinstance(node, NamedValue))


@once_per_tree
def count_parts(expression: Expression) -> int:
    """Return the number of parts of ``expression``, including itself."""
    return sum(1 for _ in walk(expression))


@once_per_tree
def uses_chance(expression: Expression) -> bool:
    """Whether computing ``expression`` may draw random numbers."""
    return any(isinstance(node, Call) and node.function in ("chance", "random") for node in walk(expression))


def evaluate_expression(expression: Expression, values: Mapping[str, int], unit: int) -> int:
    """Compute an expression that depends on neither chance nor cards. A condition gives 0 or 1.

    ``values`` maps names to values, with money in smallest units. ``unit`` is how many of the smallest units
    make one unit of money. Numbers are unbounded. Raises KeyError for a name without a value, ValueError for
    a function that depends on chance or cards, and ZeroDivisionError for a division by zero.

    >>> evaluate_expression(Negate(NamedValue("count", ValueKind.NUMBER)), {"count": 3}, 1)
    -3
    """
    match expression:
        case Literal(value):
            return value
        case NamedValue(name):
            return values[name]
        case Logic(operator, left, right):
            first = evaluate_expression(left, values, unit)
            return first if bool(first) == (operator == "or") else evaluate_expression(right, values, unit)
        case Conditional(condition, yes, no):
            chosen = yes if evaluate_expression(condition, values, unit) else no
            return evaluate_expression(chosen, values, unit)
        case _:
            operands = [evaluate_expression(part, values, unit) for part in parts(expression)]
            return _operate(expression, operands, unit)


def _operate(expression: Expression, operands: list[int], unit: int) -> int:
    match expression:
        case Negate():
            return -operands[0]
        case Not():
            return 1 - operands[0]
        case ToMoney():
            return operands[0] * unit
        case Arithmetic(operator) | Compare(operator):
            return int(OPERATIONS[operator](*operands))
        case Call("min" | "max" as function):
            return min(operands) if function == "min" else max(operands)
        case Call("abs"):
            return abs(operands[0])
        case Call("ceil_divide"):
            return -(-operands[0] // operands[1])
        case Call(function):
            raise ValueError(f"{function} has no value outside of a game")
    raise AssertionError(expression)
