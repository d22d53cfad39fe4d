"""Compiles a checked expression into the instructions of a formula for the engine."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from bj.compiler.folding import MOST_CACHED, OPPOSITES, fold
from bj.engine.layout import formula_operations as f
from bj.engine.layout.table import SCRATCH, SCRATCH_SIZE
from bj.ruleset.expressions import tree
from bj.ruleset.expressions.tree import Comparison, Expression, Function, ValueKind, names_used

ARITHMETIC = {
    "+": f.ADD,
    "-": f.SUBTRACT,
    "*": f.MULTIPLY,
    "//": f.FLOOR_DIVIDE,
    "%": f.REMAINDER,
}
COMPARISONS: Mapping[Comparison, tuple[int, bool]] = {
    "<": (f.LESS, False),
    "<=": (f.LESS_EQUAL, False),
    ">": (f.LESS, True),
    ">=": (f.LESS_EQUAL, True),
    "==": (f.EQUAL, False),
    "!=": (f.NOT_EQUAL, False),
}
"""Maps each comparison to its operation, and to whether its sides must be swapped."""

UNLESS = {operator: COMPARISONS[opposite] for operator, opposite in OPPOSITES.items()}
"""Maps each comparison to the operation for its opposite, and to whether its sides must be swapped."""

SCANS = frozenset((f.HOLDS, f.NUMBER_OF, *range(f.PAIR, f.SEAT + 1)))
"""The operations that may read all cards of a hand, or all hands."""

SCAN = 8
"""The work that an operation in ``SCANS`` takes in addition to that of other operations."""

TRUTH_VALUES = (tree.Literal(1, ValueKind.BOOLEAN), tree.Literal(0, ValueKind.BOOLEAN))

CALLS: Mapping[Function, int] = {
    "min": f.LEAST,
    "max": f.GREATEST,
    "abs": f.ABSOLUTE,
    "ceil_divide": f.CEIL_DIVIDE,
    "holds": f.HOLDS,
    "number_of": f.NUMBER_OF,
    "chance": f.CHANCE,
    "random": f.RANDOM,
}


class Derived(NamedTuple):
    """A value that an operation of the engine computes from the number at an address."""

    operation: int
    address: int


class Instruction(NamedTuple):
    """Four numbers that form one instruction of a formula.

    The second operand of a jump is the number of instructions to skip. A comparison can also be a jump, which
    skips instructions if the comparison does not hold. Its ``result`` is then negative, and -1 means to skip
    none.
    """

    operation: int
    first: int
    second: int = f.LITERAL
    result: int = 0


class Label:
    """A target of jumps. It is placed after the jumps to it have been written."""

    def __init__(self) -> None:
        self.jumps: list[int] = []


def known_values(addresses: Mapping[str, int | Derived]) -> dict[str, int]:
    """Map each name whose address is a literal to the value of the literal."""
    return {
        name: address - f.LITERAL
        for name, address in addresses.items()
        if isinstance(address, int) and address > f.LEAST_LITERAL
    }


def compile_expression(
    expression: Expression, addresses: Mapping[str, int | Derived], unit: int
) -> list[int]:
    """Compile ``expression`` into a formula: instructions of four numbers each.

    ``addresses`` maps each name to where its value is in the engine: an operand address, LITERAL + n for a
    known value, or the source of a derived value. Booleans at these addresses are 0 or 1. ``unit`` is how
    many of the smallest units make one unit of money. Raises KeyError if a name has no address.

    >>> hand = tree.NamedValue("hand", ValueKind.NUMBER)
    >>> compile_expression(hand, {"hand": 5}, 1) == [f.RESULT, 5, f.LITERAL, 0]
    True
    """
    used = names_used(expression)
    return [*_compile(expression, tuple((name, addresses[name]) for name in used if name in addresses), unit)]


@lru_cache(maxsize=MOST_CACHED)
def _compile(
    expression: Expression, addresses: tuple[tuple[str, int | Derived], ...], unit: int
) -> tuple[int, ...]:
    """Compile with hashable arguments, for the cache of ``compile_expression``."""
    known = dict(addresses)
    formula = _Formula(known, unit)
    formula.finish(fold(expression, known_values(known), unit))
    return tuple(number for instruction in formula.instructions for number in instruction)


def work_of(formula: Sequence[int]) -> int:
    """Return the maximum work of a formula, in units of the engine's budget.

    The maximum is reached if all instructions are executed.
    """
    operations = formula[::4]
    return 1 + len(operations) + SCAN * sum(operation in SCANS for operation in operations)


class _Formula:
    """Writes the instructions of one formula.

    The value of a sub-expression goes to the register ``free``. Computing it may use the registers after
    ``free``. The operand that needs more registers is computed first, so an expression of n names and
    literals needs at most log2(n) + 1 registers. The largest expression from ``parse_expression`` needs seven
    out of SCRATCH_SIZE.
    """

    def __init__(self, addresses: Mapping[str, int | Derived], unit: int) -> None:
        self.addresses = addresses
        self.unit = unit
        self.instructions: list[Instruction] = []
        self._registers: dict[int, tuple[Expression, int]] = {}
        """Maps the identity of each expression to the expression and its number of registers."""

    def add(self, operation: int, first: int, second: int = f.LITERAL, result: int = 0) -> int:
        """Add an instruction, and return the register of its result.

        Raises ValueError if no register is left.
        """
        if result >= SCRATCH + SCRATCH_SIZE:
            raise ValueError("a formula needs too many registers")
        self.instructions.append(Instruction(operation, first, second, result))
        return result

    def jump(self, operation: int, condition: int, label: Label) -> None:
        """Add a jump to a label that is placed later."""
        label.jumps.append(len(self.instructions))
        self.add(operation, condition)

    def place(self, label: Label, at: int) -> None:
        """Point the jumps to ``label`` at the instruction ``at``."""
        for jump in label.jumps:
            if self.instructions[jump].operation <= f.NOT_EQUAL:
                self.instructions[jump] = self.instructions[jump]._replace(result=jump - at)
            else:
                self.instructions[jump] = self.instructions[jump]._replace(second=at - jump - 1)

    def place_here(self, label: Label) -> None:
        """Point the jumps to ``label`` at the next instruction."""
        self.place(label, len(self.instructions))

    def finish(self, node: Expression) -> None:
        """Add instructions that end the formula with the value of ``node``."""
        match node:
            case tree.Compare():
                self.compute_pair(node, SCRATCH, f.ANSWER_HERE)
            case tree.Conditional(condition, yes, no):
                otherwise = Label()
                self.branch(condition, otherwise, False, SCRATCH)
                self.finish(yes)
                self.place_here(otherwise)
                self.finish(no)
            case tree.Not(operand):
                self.add(f.EQUAL, self.compute(operand, SCRATCH), f.LITERAL, f.ANSWER_HERE)
            case tree.Logic(operator):
                decided = Label()
                last: Expression = node
                while isinstance(last, tree.Logic) and last.operator == operator:
                    self.branch(last.left, decided, operator == "or", SCRATCH)
                    last = last.right
                self.finish(last)
                self.place_here(decided)
                self.add(f.RESULT, f.LITERAL + (operator == "or"))
            case _:
                self.add(f.RESULT, self.compute(node, SCRATCH))

    def branch(self, node: Expression, target: Label, when: bool, free: int) -> None:
        """Add instructions that jump to ``target`` if the value of the condition ``node`` is ``when``."""
        match node:
            case tree.Not(operand):
                self.branch(operand, target, not when, free)
            case tree.Logic(operator, left, right) if when == (operator == "or"):
                self.branch(left, target, when, free)
                self.branch(right, target, when, free)
            case tree.Logic(_, left, right):
                passed = Label()
                self.branch(left, passed, not when, free)
                self.branch(right, target, when, free)
                self.place_here(passed)
            case tree.Compare():
                self.compute_pair(node, free, f.ANSWER_HERE, UNLESS if when else COMPARISONS)
                target.jumps.append(len(self.instructions) - 1)
            case _:
                self.jump(f.JUMP_IF_TRUE if when else f.JUMP_IF_FALSE, self.compute(node, free), target)

    def compute(self, node: Expression, free: int) -> int:
        """Add instructions that compute ``node``. Return the address of its value.

        The address is ``free``, unless the value is available without instructions.
        """
        match node:
            case tree.Literal(value):
                return f.LITERAL + value
            case tree.NamedValue(name):
                address = self.addresses[name]
                if isinstance(address, int):
                    return address
                return self.add(address.operation, address.address, result=free)
            case tree.Negate(operand):
                return self.add(f.SUBTRACT, f.LITERAL, self.compute(operand, free), free)
            case tree.ToMoney(operand):
                return self.add(f.MULTIPLY, self.compute(operand, free), f.LITERAL + self.unit, free)
            case tree.Not(operand):
                return self.add(f.EQUAL, self.compute(operand, free), f.LITERAL, free)
            case tree.Call(function, (operand,)):
                return self.add(CALLS[function], self.compute(operand, free), result=free)
            case tree.Logic():
                return self.compute(tree.Conditional(node, *TRUTH_VALUES), free)
            case tree.Conditional(condition, yes, no):
                otherwise, end = Label(), Label()
                self.branch(condition, otherwise, False, free)
                self.compute_into(yes, free)
                self.jump(f.JUMP, f.LITERAL, end)
                self.place_here(otherwise)
                self.compute_into(no, free)
                self.place_here(end)
                return free
            case tree.Arithmetic() | tree.Compare() | tree.Call():
                return self.compute_pair(node, free, free)

    def compute_into(self, node: Expression, free: int) -> None:
        """Add instructions that leave the value of ``node`` in the register ``free``."""
        address = self.compute(node, free)
        if address != free:
            self.add(f.COPY, address, result=free)

    def compute_pair(
        self,
        node: tree.Arithmetic | tree.Compare | tree.Call,
        free: int,
        result: int,
        comparisons: Mapping[Comparison, tuple[int, bool]] = COMPARISONS,
    ) -> int:
        """Add instructions that compute an operation with two operands, with its result in ``result``."""
        left, right = tree.parts(node)
        if self.registers(left) >= self.registers(right):
            first = self.compute(left, free)
            second = self.compute(right, free + (first == free))
        else:
            second = self.compute(right, free)
            first = self.compute(left, free + (second == free))
        if isinstance(node, tree.Compare):
            operation, swapped = comparisons[node.operator]
            return self.add(operation, *((second, first) if swapped else (first, second)), result)
        operation = CALLS[node.function] if isinstance(node, tree.Call) else ARITHMETIC[node.operator]
        return self.add(operation, first, second, result)

    def registers(self, node: Expression) -> int:
        """Return the number of registers that ``compute`` needs for ``node``."""
        if id(node) not in self._registers:
            self._registers[id(node)] = (node, self._count_registers(node))
        return self._registers[id(node)][1]

    def _count_registers(self, node: Expression) -> int:
        """Count the registers that ``compute`` needs for ``node``.

        Call ``registers`` instead, which caches the result.
        """
        if self.is_at_hand(node):
            return 0
        inner = [self.registers(part) for part in tree.parts(node)]
        if (
            isinstance(node, tree.Arithmetic | tree.Compare | tree.Call)
            and len(inner) == 2
            and inner[0] == inner[1]
        ):
            return inner[0] + 1
        return max(inner, default=1) or 1

    def is_at_hand(self, node: Expression) -> bool:
        """Return whether the value of ``node`` is available without instructions."""
        return isinstance(node, tree.Literal) or (
            isinstance(node, tree.NamedValue) and isinstance(self.addresses[node.name], int)
        )
