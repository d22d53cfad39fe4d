"""Compiles checked expressions into formulas that the engine can evaluate."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from bj.compiler.constant_folding import MOST_CACHED, OPPOSITES, fold
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
"""Maps each comparison to its operation, with a flag for whether to swap the operands."""

UNLESS = {operator: COMPARISONS[opposite] for operator, opposite in OPPOSITES.items()}
"""Maps each comparison to the operation for its opposite, with a flag for whether to swap the operands."""

SCANS = frozenset((f.HOLDS, f.NUMBER_OF, *range(f.PAIR, f.SEAT + 1)))
"""The operations that may have to read every card in a hand, or every hand at the table."""

SCAN = 8
"""The extra work counted for each operation in ``SCANS``."""

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
    """A value that the engine derives from the number at an address."""

    operation: int
    address: int


class Instruction(NamedTuple):
    """One instruction in a formula, as four numbers.

    In a jump, ``second`` is the number of instructions to skip. A comparison with a negative ``result`` is
    also a jump, which is taken if the comparison is false: -1 skips no instructions, -2 skips one, and so on.
    """

    operation: int
    first: int
    second: int = f.LITERAL
    result: int = 0


class Label:
    """A target for jumps, which may be written before its position is known."""

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
    """Compile ``expression`` into a formula, a list of instructions with four numbers each.

    ``addresses`` says where the engine finds the value for each name: at an operand address, as LITERAL + n
    for a known value n, or derived from another number. Booleans at these addresses are 0 or 1. ``unit`` is
    the number of smallest units in one unit of money. Raises KeyError if a name has no address.

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
    """Do the work of ``compile_expression``, with hashable arguments so that the result can be cached."""
    known = dict(addresses)
    formula = _Formula(known, unit)
    formula.finish(fold(expression, known_values(known), unit))
    return tuple(number for instruction in formula.instructions for number in instruction)


def work_of(formula: Sequence[int]) -> int:
    """Return the most work that evaluating a formula can take, in units of the engine's budget.

    This is the work of executing every instruction.
    """
    operations = formula[::4]
    return 1 + len(operations) + SCAN * sum(operation in SCANS for operation in operations)


class _Formula:
    """Writes the instructions for one formula.

    The value of a sub-expression goes to the register ``free``; intermediate values may use the registers
    after it. The operand that needs more registers is computed first, so an expression with n names and
    literals needs at most log2(n) + 1 registers. The largest expression that ``parse_expression`` accepts
    needs seven, and there are SCRATCH_SIZE.
    """

    def __init__(self, addresses: Mapping[str, int | Derived], unit: int) -> None:
        self.addresses = addresses
        self.unit = unit
        self.instructions: list[Instruction] = []
        self._registers: dict[int, tuple[Expression, int]] = {}
        """Maps the identity of each expression to the expression and the number of registers it needs."""

    def add(self, operation: int, first: int, second: int = f.LITERAL, result: int = 0) -> int:
        """Add an instruction, and return the register for its result.

        Raises ValueError if the registers are used up.
        """
        if result >= SCRATCH + SCRATCH_SIZE:
            raise ValueError("a formula needs too many registers")
        self.instructions.append(Instruction(operation, first, second, result))
        return result

    def jump(self, operation: int, condition: int, label: Label) -> None:
        """Add a jump to a label whose position is set later."""
        label.jumps.append(len(self.instructions))
        self.add(operation, condition)

    def place(self, label: Label, at: int) -> None:
        """Make the jumps to ``label`` lead to the instruction at index ``at``."""
        for jump in label.jumps:
            if self.instructions[jump].operation <= f.NOT_EQUAL:
                self.instructions[jump] = self.instructions[jump]._replace(result=jump - at)
            else:
                self.instructions[jump] = self.instructions[jump]._replace(second=at - jump - 1)

    def place_here(self, label: Label) -> None:
        """Make the jumps to ``label`` lead to the next instruction."""
        self.place(label, len(self.instructions))

    def finish(self, node: Expression) -> None:
        """Add instructions that end the formula, with the value of ``node`` as the result."""
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
        """Add instructions that jump to ``target`` if the condition ``node`` evaluates to ``when``."""
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
        """Add instructions that compute ``node``, and return the address of the result.

        The address is ``free`` if any instructions are needed.
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
        """Add instructions that store the value of ``node`` in the register ``free``."""
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
        """Add instructions for an operation with two operands, and store its value in ``result``."""
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
        if self.needs_no_instruction(node):
            return 0
        inner = [self.registers(part) for part in tree.parts(node)]
        if (
            isinstance(node, tree.Arithmetic | tree.Compare | tree.Call)
            and len(inner) == 2
            and inner[0] == inner[1]
        ):
            return inner[0] + 1
        return max(inner, default=1) or 1

    def needs_no_instruction(self, node: Expression) -> bool:
        """Return whether the value of ``node`` can be read without any instructions."""
        return isinstance(node, tree.Literal) or (
            isinstance(node, tree.NamedValue) and isinstance(self.addresses[node.name], int)
        )
