"""Check expressions that are evaluated before a game: starting values, and the dealer's rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from bj.ruleset.all_expressions import Use, expressions_of
from bj.ruleset.check.arguments import range_of
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.check.expressions_and_templates import decimals_of, read_use
from bj.ruleset.expressions import tree
from bj.ruleset.expressions.tree import Expression
from bj.ruleset.model import Ruleset
from bj.ruleset.names_in_expressions import NAMES, Place
from bj.ruleset.possible_hands import Draws, any_hands, dealer_hands
from bj.text.lazy_regex import compile_later

DIVISION = compile_later("[/%]")
MOST_VARIED = 6
"""The maximum number of arguments per expression that are tried with several values."""


@needs("arguments")
def check_start_values(checking: Checking) -> None:
    """Check that starting values do not divide by zero for any argument values that are tried."""
    unit = 10 ** decimals_of(checking)
    for use in expressions_of(checking.ruleset):
        if use.place not in (Place.START, Place.MEMORY) or not DIVISION.search(use.text):
            continue
        expression = read_use(checking, use)
        if expression is None or tree.uses_chance(expression):
            continue
        for values in _trials(checking, expression, use.place):
            try:
                tree.evaluate_expression(expression, values, unit)
            except ZeroDivisionError:
                _refuse(checking, use, expression, "", values)
                break


@needs("arguments", "cards", "dealer", "members", "procedure", "rules")
def check_draws(checking: Checking) -> None:
    """Check that no drawing rule divides by zero for a hand that the dealer can have."""
    ruleset = checking.ruleset
    for use in expressions_of(ruleset):
        if use.place == Place.DEALER:
            _check_rule(checking, use, dealer_hands if use.path[0] == "dealer" else any_hands)


def _check_rule(checking: Checking, use: Use, look: Callable[[Ruleset, Draws], object]) -> None:
    ruleset, unit = checking.ruleset, 10 ** decimals_of(checking)
    rule = read_use(checking, use) if DIVISION.search(use.text) else None
    needed = ("cards", "ranks"), ("rules",), ("procedure", "deal"), ("members",)
    if rule is None or not all(checking.is_sure(*path) for path in needed):
        return
    asked = 0
    for values in _trials(checking, rule, use.place):

        def draws(soft: bool, total: int, values: Mapping[str, int] = values) -> bool:
            nonlocal asked
            asked = total
            return bool(tree.evaluate_expression(rule, {**values, "total": total, "soft": int(soft)}, unit))

        try:
            look(ruleset, draws)
        except ZeroDivisionError:
            _refuse(checking, use, rule, f" at a total of {asked}", values)
            return


def _divisors(expression: Expression) -> list[Expression]:
    return [
        tree.parts(node)[1]
        for node in tree.walk(expression)
        if (isinstance(node, tree.Arithmetic) and node.operator in ("//", "%"))
        or (isinstance(node, tree.Call) and node.function == "ceil_divide")
    ]


def _trials(checking: Checking, expression: Expression, place: Place) -> Iterator[dict[str, int]]:
    """Yield argument values for ``expression`` to try.

    In the first set, all arguments have their defaults. After that, one argument at a time has a limit or 0.
    """
    tried: dict[str, list[int]] = {}
    used = tree.names_used(expression) - NAMES[place].keys()
    for argument in checking.ruleset.command_line:
        if argument.type == "integer" and argument.name in used:
            low, high = range_of(argument)
            numbers = [number for number in (argument.default, low, high, 0) if isinstance(number, int)]
            tried[argument.name] = [number for number in numbers if low <= number <= high]
            if not tried[argument.name] or not checking.is_sure("arguments", argument.name):
                return
    usual = {name: numbers[0] for name, numbers in tried.items()}
    yield usual
    for name, numbers in islice(tried.items(), MOST_VARIED):
        yield from ({**usual, name: number} for number in numbers[1:])


def _refuse(
    checking: Checking, use: Use, expression: Expression, where: str, values: Mapping[str, int]
) -> None:
    divisors = frozenset().union(*map(tree.names_used, _divisors(expression)))
    listed = " and ".join(f"`{name}` is {value}" for name, value in values.items() if name in divisors)
    message = f"this divides by zero{where}" + (f" when {listed}" if listed else "")
    remedy = "divide by something else" + (", or narrow the range of the argument" if listed else "")
    checking.fault("BJ311", use.path, message, remedy)
