"""Parses expressions when a ruleset is loaded, and checks them.

In a tree that ``parse_expression`` returns, every name exists, and every operand has a suitable kind.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite

from bj.cards import RANKS
from bj.catalogue.limits import LARGEST_RANGE
from bj.errors import TextFaults
from bj.faults_and_fixes import Fix, Remedy
from bj.ruleset.expressions import tree
from bj.ruleset.expressions.literals_and_names import LARGEST_LITERAL, ValueChecker
from bj.ruleset.expressions.python_syntax_tree import MOST_NODES, read_syntax, size_fault
from bj.ruleset.expressions.supported_syntax import (
    ARGUMENTS,
    ARITHMETIC,
    COMPARISONS,
    FUNCTIONS_REMEDY,
    IN_WORDS,
    MISFITS,
    REFUSED_NODES,
    REFUSED_OPERATORS,
    USAGE,
)
from bj.ruleset.expressions.tree import ArithmeticOperator, Comparison, Expression, ValueKind
from bj.ruleset.suggestions import find_meant
from bj.text.lazy_regex import compile_later


def parse_expression(
    text: str,
    names: Mapping[str, ValueKind | Expression],
    expected: ValueKind | None,
    decimals: int = 0,
    ranks: str = RANKS,
) -> Expression:
    """Parse and check the expression ``text``.

    ``names`` maps each name that the expression can use to the kind of its value, or to the expression that
    defines it. If ``expected`` is given, it is the kind of value that ``text`` must yield. ``decimals`` is
    the number of decimal places in an amount of money. ``ranks`` contains the code of each rank in the
    ruleset. Raises TextFaults if ``text`` is not valid.

    >>> parse_expression("hand < 5", {"hand": ValueKind.NUMBER}, ValueKind.BOOLEAN).operator
    '<'
    """
    root, source = read_syntax(text)
    checker = _Checker(source, names, decimals, ranks)
    expression = checker.check_kind(root, expected) if expected else checker.check(root)
    if checker.faults or expression is None:
        raise TextFaults(sorted(checker.faults, key=lambda fault: fault.offset))
    if checker.is_expanded and sum(1 for _ in tree.walk(expression)) > MOST_NODES:
        raise TextFaults([size_fault(source, ", including the definitions of its names")])
    return expression


THOUSANDS = compile_later(r"(?<![\w.,])[0-9]{1,3}(?:,[0-9]{3})+(?![\w.,])")


def is_decimal(node: ast.expr) -> bool:
    """Return whether ``node`` is a number with a fractional part."""
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(value, float) and isfinite(value) and not value.is_integer()


class _Checker(ValueChecker):
    """Converts syntax trees to expressions. A faulty part becomes None."""

    def check_kind(self, node: ast.expr, needed: ValueKind) -> Expression | None:
        """Convert ``node`` to an expression that yields a value of the ``needed`` kind.

        If money is needed, a number is converted to money. For any other mismatch, record a fault and return
        None.
        """
        found = self.check(node)
        if found is None or found.kind == needed:
            return found
        if (found.kind, needed) == (ValueKind.NUMBER, ValueKind.MONEY):
            return tree.ToMoney(found)
        if needed == ValueKind.BOOLEAN and isinstance(node, ast.Constant):
            remedy: Remedy = self.compare_remedy(node)
        elif needed == ValueKind.BOOLEAN:
            remedy = self.range_remedy(node)
        elif found.kind == ValueKind.BOOLEAN:
            remedy = self.number_remedy(node)
        else:
            remedy = f"divide it by an amount, as in `{self.source.excerpt(node, operand=True)} // 1.0`"
        message = f"`{self.source.excerpt(node)}` is {IN_WORDS[found.kind]}, but {IN_WORDS[needed]} is needed"
        self.refuse("BJ310", node, message, remedy)
        return None

    def check_joined(self, node: ast.expr, before: ast.expr | None) -> Expression | None:
        """Convert ``node``, a condition joined to others by `and` or `or`.

        If ``node`` is a bare number, it probably continues the condition ``before`` it, as in `upcard == 2 or
        3`. The remedy then repeats the start of that condition.
        """
        is_number = isinstance(node, ast.Constant) and type(node.value) is int
        if is_number and isinstance(before, ast.Compare) and isinstance(before.left, ast.Name):
            number, offset = self.source.excerpt(node), self.source.span(before)[0]
            end = self.source.span(before.comparators[0])[0]
            fix = Fix(f"{self.source.text[offset:end].strip()} {number}")
            self.refuse("BJ310", node, f"`{number}` is a number, but a condition is needed", fix)
            return None
        return self.check_kind(node, ValueKind.BOOLEAN)

    def check(self, node: ast.expr) -> Expression | None:
        match node:
            case ast.Constant():
                return self.check_constant(node)
            case ast.Name(id=name):
                return self.check_name(node, name)
            case ast.UnaryOp():
                return self.check_sign(node)
            case ast.BinOp(left=left, op=operator, right=right):
                if type(operator) in ARITHMETIC:
                    return self.check_arithmetic(node, ARITHMETIC[type(operator)], left, right)
                self.refuse_operator(left, operator)
                self.check(left)
                self.check(right)
                return None
            case ast.BoolOp(op=joint, values=values):
                pairs = zip(values, [None, *values], strict=False)
                conditions = [self.check_joined(value, before) for value, before in pairs]
                return tree.join("and" if isinstance(joint, ast.And) else "or", conditions)
            case ast.Compare():
                return self.check_comparison(node)
            case ast.IfExp(test=test, body=yes, orelse=no):
                condition = self.check_kind(test, ValueKind.BOOLEAN)
                outcomes = self.alike(node, [yes, no])
                return tree.Conditional(condition, *outcomes) if condition and outcomes else None
            case ast.Call(func=ast.Name(id=function)):
                return self.check_call(node, function)
            case ast.Call(func=function_node):
                self.refuse("BJ307", function_node, "only functions can be called", FUNCTIONS_REMEDY)
                return None
            case ast.Tuple() if (number := THOUSANDS.search(self.source.written(node))) is not None:
                place = self.source.span(node)[0] + number.start(), len(number[0])
                plain = Fix(number[0].replace(",", "_"))
                self.refuse("BJ309", place, f"`{number[0]}` is not a number", plain)
                return None
        what, remedy = REFUSED_NODES.get(type(node), ("this", "write names, numbers and operators only"))
        self.refuse("BJ309", node, f"{what} is not available in expressions", remedy)
        return None

    # --- operators -------------------------------------------------------------------------------------

    def check_sign(self, node: ast.UnaryOp) -> Expression | None:
        if isinstance(node.op, ast.Not):
            condition = self.check_kind(node.operand, ValueKind.BOOLEAN)
            return None if condition is None else tree.Not(condition)
        if isinstance(node.op, ast.USub):
            operand = self.amount(node.operand)
            return None if operand is None else tree.Negate(operand)
        symbol, remedy = REFUSED_OPERATORS[type(node.op)]
        self.refuse("BJ305", (self.source.span(node)[0], 1), f"`{symbol}` is not available here", remedy)
        self.check(node.operand)
        return None

    def amount(self, node: ast.expr) -> Expression | None:
        """Convert ``node`` to a number or an amount of money.

        If it is a condition, record a fault and return None.
        """
        found = self.check(node)
        if found is None or found.kind != ValueKind.BOOLEAN:
            return found
        message = f"`{self.source.excerpt(node)}` is a condition, but a number is needed"
        self.refuse("BJ310", node, message, self.number_remedy(node))
        return None

    def number_remedy(self, node: ast.expr) -> Remedy:
        """Suggest a number to replace the condition ``node``."""
        if isinstance(node, ast.Constant):
            return f"write `{int(bool(node.value))}`"
        return f"write `1 if {self.source.excerpt(node)} else 0`"

    def alike(self, place: ast.expr, nodes: Sequence[ast.expr]) -> list[Expression] | None:
        """Convert ``nodes`` to expressions of the same kind. If any is money, convert numbers to money too.

        If conditions are mixed with numbers, record a fault at ``place`` and return None.
        """
        found = [self.check(node) for node in nodes]
        values = [value for value in found if value is not None]
        kinds = {value.kind for value in values}
        if ValueKind.BOOLEAN in kinds and len(kinds) > 1:
            message = "a condition and a number cannot be mixed"
            self.refuse("BJ310", place, message, "make them all conditions or all numbers")
            return None
        if len(values) < len(found):
            return None
        return tree.in_one_kind(values)

    def check_arithmetic(
        self,
        node: ast.expr,
        operator: ArithmeticOperator,
        left: ast.expr,
        right: ast.expr,
        *,
        in_floor: bool = False,
    ) -> Expression | None:
        """Convert ``left operator right``, where each side must be a number or an amount of money.

        ``in_floor`` is true if the operation is inside a function that rounds.
        """
        shares = [each for each in (left, right) if operator == "*" and is_decimal(each)]
        found = {each: self.amount(each) for each in (left, right) if each not in shares}
        for share, (amount, value) in zip(shares, found.items(), strict=False):
            if value is not None and value.kind == ValueKind.MONEY:
                message, remedy = MISFITS["*", True, True]
                share_of = self.share_remedy(share, amount, in_floor=in_floor)
                self.refuse("BJ310", node, message, share_of or remedy)
                return None
        first, second = (found[each] if each in found else self.amount(each) for each in (left, right))
        if first is None or second is None:
            return None
        if operator in ("//", "%") and isinstance(second, tree.Literal) and second.value == 0:
            self.refuse("BJ311", right, "division by zero", "divide by a number other than 0")
            return None
        kinds = (first.kind == ValueKind.MONEY, second.kind == ValueKind.MONEY)
        if operator in ("+", "-") and any(kinds):
            return tree.Arithmetic(operator, tree.to_money(first), tree.to_money(second), ValueKind.MONEY)
        if (operator, *kinds) in MISFITS:
            self.refuse("BJ310", node, *MISFITS[operator, *kinds])
            return None
        is_money = any(kinds) and (operator, *kinds) != ("//", True, True)
        return tree.Arithmetic(operator, first, second, ValueKind.MONEY if is_money else ValueKind.NUMBER)

    def share_remedy(self, share: ast.expr, amount: ast.expr, *, in_floor: bool) -> Fix | None:
        """Suggest a division to replace the product of ``amount`` and the decimal number ``share``.

        The division uses `/` if ``in_floor`` is true, and `//` otherwise. Return None if ``share`` has too
        many digits.
        """
        part = Fraction(self.source.written(share).replace("_", ""))
        if max(part.numerator, part.denominator) > LARGEST_LITERAL:
            return None
        written = self.source.written(amount)
        written = written if isinstance(amount, ast.Name | ast.Call) else f"({written})"
        times = f"{part.numerator} * " if part.numerator != 1 else ""
        return Fix(f"{times}{written} {f'/ {part.denominator}.0' if in_floor else f'// {part.denominator}'}")

    def check_comparison(self, node: ast.Compare) -> Expression | None:
        """Convert a comparison, which may be a chain such as `1 < hand < 5`.

        In a chain, each value is compared with the next one.
        """
        nodes = [node.left, *node.comparators]
        known = [True, *(type(operator) in COMPARISONS for operator in node.ops)]
        values = [self.check(operand) if ok else None for operand, ok in zip(nodes, known, strict=True)]
        links: list[Expression | None] = []
        for i, operator in enumerate(node.ops):
            first, second = values[i], values[i + 1]
            if not known[i + 1]:
                if not self.refuse_membership(node):
                    self.refuse_operator(nodes[i], operator)
                links.append(None)
            elif first is None or second is None:
                links.append(None)
            else:
                links.append(self.compare(nodes[i : i + 2], COMPARISONS[type(operator)], first, second))
        for inner, value in zip(nodes[1:-1], values[1:-1], strict=True):
            if value is not None and tree.uses_chance(value):
                message = "a random value cannot be in the middle of a chained comparison"
                self.refuse("BJ314", inner, message, "write a single comparison")
                return None
        chain = tree.join("and", links)
        if chain is not None and sum(1 for _ in tree.walk(chain)) > MOST_NODES:
            raise TextFaults([size_fault(self.source)])
        return chain

    def compare(
        self, nodes: Sequence[ast.expr], operator: Comparison, first: Expression, second: Expression
    ) -> Expression | None:
        """Convert ``first operator second``. For conditions, the operator must be `==` or `!=`."""
        conditions = [value.kind == ValueKind.BOOLEAN for value in (first, second)]
        if not any(conditions):
            return tree.Compare(operator, *tree.in_one_kind([first, second]))
        if all(conditions) and operator in ("==", "!="):
            return tree.Compare(operator, first, second)
        for node, is_condition in zip(nodes, conditions, strict=True):
            if is_condition:
                remedy = f"write `1 if {self.source.excerpt(node)} else 0`, or join conditions with `and`"
                message = f"`{self.source.excerpt(node)}` is a condition, but this comparison needs a number"
                self.refuse("BJ310", node, message, remedy)
        return None

    # --- functions -------------------------------------------------------------------------------------

    def check_call(self, node: ast.Call, function: str) -> Expression | None:
        if function not in USAGE:
            remedy = self.find_name(node) or find_meant(function, list(USAGE)) or FUNCTIONS_REMEDY
            self.refuse("BJ307", node.func, f"unknown function `{function}`", remedy)
            for argument in node.args:
                is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                if not is_text and not isinstance(argument, ast.Starred):
                    self.check(argument)
            return None
        for keyword in node.keywords:
            self.refuse(
                "BJ308", keyword, "functions do not take named arguments", f"write `{USAGE[function]}`"
            )
        if node.keywords:
            return None
        least, most = ARGUMENTS[function]
        if not least <= len(node.args) <= most:
            count = f"{least}" if least == most else f"{least} to {most}"
            plural = "" if most == 1 else "s"
            message = f"`{function}` takes {count} argument{plural}, not {len(node.args)}"
            self.refuse("BJ308", node, message, f"write `{USAGE[function]}`")
            return None
        match function:
            case "ceil" | "floor":
                return self.check_rounding(node.args[0], function)
            case "holds":
                return self.check_cards(node.args[0], "holds", ValueKind.BOOLEAN)
            case "number_of":
                return self.check_cards(node.args[0], "number_of", ValueKind.NUMBER)
            case "rank" | "suit":
                return self.check_code(node.args[0], function)
            case "chance":
                return self.check_chance(node.args[0])
            case "abs":
                operand = self.amount(node.args[0])
                return None if operand is None else tree.Call("abs", (operand,), operand.kind)
        values = [self.amount(argument) for argument in node.args]
        operands = tree.in_one_kind([value for value in values if value is not None])
        if len(operands) < len(values):
            return None
        if function == "random":
            return self.check_random(node, operands)
        return tree.Call("min" if function == "min" else "max", tuple(operands), operands[0].kind)

    def check_rounding(self, node: ast.expr, function: str) -> Expression | None:
        """Convert ``ceil(a / b)`` or ``floor(a / b)``. The operator ``/`` is not available anywhere else."""
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
                value = self.check_arithmetic(node, "*", node.left, node.right, in_floor=True)
            else:
                value = self.check(node)
            if value is not None:
                message = f"`{function}` can only round a division"
                self.refuse("BJ308", node, message, f"write `{USAGE[function]}`")
            return None
        quotient = self.check_arithmetic(node, "//", node.left, node.right)
        if function == "floor" or not isinstance(quotient, tree.Arithmetic):
            return quotient
        return tree.Call("ceil_divide", (quotient.left, quotient.right), quotient.kind)

    def check_chance(self, node: ast.expr) -> Expression | None:
        """Convert ``chance(80)``, which is true with a probability of 80%."""
        cases = self.check_kind(node, ValueKind.NUMBER)
        if cases is None:
            return None
        known = tree.literal_value(cases)
        if known is None or 0 <= known <= 100:
            return tree.Call("chance", (cases,), ValueKind.BOOLEAN)
        self.refuse(
            "BJ314", node, f"a chance of {known} in 100 is impossible", "write a number from 0 to 100"
        )
        return None

    def check_random(self, node: ast.Call, bounds: Sequence[Expression]) -> Expression | None:
        """Convert ``random(low, high)``, which draws uniformly from ``low`` to ``high`` inclusive."""
        low, high = (tree.literal_value(bound) for bound in bounds)
        if low is not None and high is not None and low > high:
            message = f"the range from {low} to {high} is empty"
            self.refuse("BJ314", node, message, Fix(f"random({high}, {low})"))
        elif low is not None and high is not None and high - low >= LARGEST_RANGE:
            message = f"`random` chooses among at most {LARGEST_RANGE} values"
            self.refuse("BJ314", node, message, "bring the bounds closer together")
        else:
            return tree.Call("random", tuple(bounds), bounds[0].kind)
        return None
