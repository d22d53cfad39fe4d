"""The nodes of an expression's tree, and functions that examine and evaluate it.

Trees are built only from expressions that have been checked, so they contain no faults.
"""

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

Their argument is the number that ``bj.cards.parse_wanted`` returns for a card, a rank or a suit.
"""

OPERATIONS: Mapping[ArithmeticOperator | Comparison, Callable[[int, int], int]] = {
    **{"+": add, "-": sub, "*": mul, "//": floordiv, "%": mod},
    **{"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne},
}


class ValueKind(Enum):
    """The kind of value that an expression yields.

    Values of every kind are whole numbers. Money counts the ruleset's smallest unit, and a boolean is 0 or 1.
    """

    NUMBER = "number"
    MONEY = "money"
    BOOLEAN = "boolean"


@dataclass_transform(frozen_default=True)
class ExpressionNode:
    """A node in an expression's tree. Nodes are equal if they have the same class and equal fields.

    The class behaves like a frozen dataclass, but it takes a tenth of the time to import, and it computes its
    hash only once.
    """

    __slots__ = ("__dict__", "_hash")
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        names = (name for name in cls.__annotations__ if name not in vars(cls))
        cls.__match_args__ = tuple(names)  # type: ignore[misc]  # mypy considers it constant

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
    """A reference to a value by its name."""

    name: str
    kind: ValueKind


class Negate(ExpressionNode):
    """The negation ``-operand``."""

    operand: Expression

    @property
    def kind(self) -> ValueKind:
        """The operand's kind."""
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

    The right side is evaluated only if the left side does not decide the result.
    """

    kind: ClassVar[ValueKind] = ValueKind.BOOLEAN
    operator: OneOf["and", "or"]
    left: Expression
    right: Expression


class Not(ExpressionNode):
    """The condition ``not operand``."""

    kind: ClassVar[ValueKind] = ValueKind.BOOLEAN
    operand: Expression


class Conditional(ExpressionNode):
    """``yes if condition else no``. Only one of the two branches is evaluated."""

    condition: Expression
    yes: Expression
    no: Expression

    @property
    def kind(self) -> ValueKind:
        """The kind of both branches."""
        return self.yes.kind


class Call(ExpressionNode):
    """A function call. The function ``ceil_divide`` is a division that rounds up.

    If the function is in ASKING_FOR_CARDS, its argument is a number that ``bj.cards.parse_wanted`` returned.
    """

    function: Function
    arguments: tuple[Expression, ...]
    kind: ValueKind


class ToMoney(ExpressionNode):
    """A whole number of money units, converted to an amount of money."""

    kind: ClassVar[ValueKind] = ValueKind.MONEY
    operand: Expression


Expression: TypeAlias = (
    Literal | NamedValue | Negate | Arithmetic | Compare | Logic | Not | Conditional | Call | ToMoney
)


def parts(expression: Expression) -> tuple[Expression, ...]:
    """Return the direct parts of an expression, in the order in which they are evaluated."""
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
    """Yield ``expression`` and all nodes inside it. Each node comes before its own parts."""
    waiting = [expression]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(parts(node)))


def to_money(expression: Expression) -> Expression:
    """Convert ``expression`` to an amount of money. A number counts whole units of money."""
    return ToMoney(expression) if expression.kind == ValueKind.NUMBER else expression


def in_one_kind(values: list[Expression]) -> list[Expression]:
    """Return ``values``. If any of them is money, convert all numbers to money."""
    if any(value.kind == ValueKind.MONEY for value in values):
        return [to_money(value) for value in values]
    return values


def join(operator: OneOf["and", "or"], conditions: Sequence[Expression | None]) -> Expression | None:
    """Join ``conditions`` with ``operator`` into one expression that is nested as little as possible.

    Return None if any condition is None.
    """
    if len(conditions) == 1:
        return conditions[0]
    middle = len(conditions) // 2
    left, right = join(operator, conditions[:middle]), join(operator, conditions[middle:])
    return None if left is None or right is None else Logic(operator, left, right)


def operands(expression: Expression, operator: OneOf["and", "or"]) -> list[Expression]:
    """Return the operands joined by ``operator`` in ``expression``, from left to right.

    If ``operator`` is not the outermost operator, return only ``expression`` itself.
    """
    if isinstance(expression, Logic) and expression.operator == operator:
        return operands(expression.left, operator) + operands(expression.right, operator)
    return [expression]


def literal_value(expression: Expression) -> int | None:
    """Return the value of a literal, which may have a minus sign. Return None for any other expression.

    An amount of money is in smallest units.
    """
    match expression:
        case Literal(value):
            return value
        case Negate(Literal(value)):
            return -value
    return None


Answer = TypeVar("Answer")

KEPT = 4096
"""The number of results to cache for each function with ``once_per_tree``."""


def once_per_tree(question: Callable[[Expression], Answer]) -> Callable[[Expression], Answer]:
    """Decorate the function ``question``, which takes a tree, so that its results are cached.

    The cache is keyed by the identity of the tree, because comparing two trees takes as long as computing
    most results. Trees never change, and rulesets that share a condition share its tree.
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
    """Return the names whose values may be needed to evaluate ``expression``."""
    return frozenset(node.name for node in walk(expression) if isinstance(node, NamedValue))


@once_per_tree
def count_parts(expression: Expression) -> int:
    """Return the number of nodes in the tree of ``expression``."""
    return sum(1 for _ in walk(expression))


@once_per_tree
def uses_chance(expression: Expression) -> bool:
    """Return whether evaluating ``expression`` may draw random numbers."""
    return any(isinstance(node, Call) and node.function in ("chance", "random") for node in walk(expression))


def evaluate_expression(expression: Expression, values: Mapping[str, int], unit: int) -> int:
    """Evaluate an expression that depends on neither chance nor cards. A condition yields 0 or 1.

    ``values`` maps names to values, and ``unit`` is the number of smallest units in one unit of money. All
    amounts of money are in smallest units. Numbers may be arbitrarily large. Raises KeyError if a name has no
    value, ValueError if a function depends on chance or cards, and ZeroDivisionError if an expression divides
    by zero.

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
