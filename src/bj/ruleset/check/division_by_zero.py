"""Check that the drawing rules of dealers do not divide by zero."""

from __future__ import annotations

from collections.abc import Callable

from bj.ruleset.all_expressions import Use, expressions_of
from bj.ruleset.allowed_names_by_place import NAMES, Place
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.check.expressions_and_templates import decimals_of, read_use
from bj.ruleset.expressions.tree import evaluate_expression, names_used
from bj.ruleset.model import Ruleset
from bj.ruleset.possible_hands import Draws, any_hands, dealer_hands
from bj.text.lazy_regex import compile_later

DIVISION = compile_later("[/%]")


@needs("arguments", "cards", "dealer", "members", "procedure", "rules")
def check_draws(checking: Checking) -> None:
    """Check that no drawing rule divides by zero for a hand that the dealer can have.

    Arguments are assumed to have their defaults.
    """
    for use in expressions_of(checking.ruleset):
        if use.place == Place.DEALER and DIVISION.search(use.text):
            _check_rule(checking, use, dealer_hands if use.path[0] == "dealer" else any_hands)


def _check_rule(checking: Checking, use: Use, look: Callable[[Ruleset, Draws], object]) -> None:
    ruleset, unit = checking.ruleset, 10 ** decimals_of(checking)
    rule = read_use(checking, use)
    numbers = {each.name: each.default for each in ruleset.command_line if isinstance(each.default, int)}
    needed = ("arguments",), ("cards", "ranks"), ("rules",), ("procedure", "deal"), ("members",)
    if rule is None or not all(checking.is_sure(*path) for path in needed):
        return
    if not names_used(rule) <= {*numbers, *NAMES[Place.DEALER]}:
        return
    asked = 0

    def draws(soft: bool, total: int) -> bool:
        nonlocal asked
        asked = total
        return bool(evaluate_expression(rule, {**numbers, "total": total, "soft": int(soft)}, unit))

    try:
        look(ruleset, draws)
    except ZeroDivisionError:
        message = f"this divides by zero at a total of {asked}"
        checking.fault("BJ311", use.path, message, "divide by a value that is never 0")
