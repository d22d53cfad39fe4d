"""Parses the expression that groups the hands in a simulation. It is not part of a ruleset."""

from __future__ import annotations

from bj.errors import TextFaults, UsageError
from bj.faults_and_fixes import KeyPath
from bj.ruleset.all_expressions import Use
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.check.check_state import Checked, Checking
from bj.ruleset.check.expressions_and_templates import find_amounts, parse_use
from bj.ruleset.expressions.tree import Expression, ValueKind, names_used, uses_chance

OPTION: KeyPath = ("by",)


def parse_grouping(checked: Checked, text: str) -> Expression:
    """Parse ``text``, an expression whose value at the time of the wager decides the group of a hand.

    Raises UsageError if ``text`` is neither a number nor a condition.
    """
    if not isinstance(text, str):
        raise UsageError(f"by: this is {type(text).__name__}", "pass a name or an expression as a string")
    checking = Checking(checked.model)
    find_amounts(checking)
    try:
        expression = parse_use(checking, Use(OPTION, text, Place.WAGER, ValueKind.NUMBER), None)
    except TextFaults as error:
        fault = error.faults[0]
        raise UsageError(f"by: {fault.message}", fault.remedy) from None
    if expression.kind == ValueKind.MONEY:
        remedy = "divide it by another amount, as in `bankroll // minimum`"
        raise UsageError("by: this is an amount of money", remedy)
    if uses_chance(expression):
        raise UsageError("by: a number that depends on chance cannot group hands", "remove the function")
    if checked.model.shoe.is_infinite and "cards_left" in names_used(expression):
        raise UsageError(
            "by: `cards_left` does not exist in an infinite shoe", "write a different expression"
        )
    return expression
