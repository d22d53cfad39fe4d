"""Advice on conditions that are never true, or that never change."""

from __future__ import annotations

from bj.catalogue.expression_names import NAMES
from bj.faults_and_fixes import KeyPath
from bj.ruleset.advice.advice_state import Advising, depends_on_luck
from bj.ruleset.advice.satisfiable_conditions import may_hold
from bj.ruleset.expression_ranges import LARGEST, Interval
from bj.ruleset.expressions import tree
from bj.ruleset.expressions.tree import Expression, ValueKind, evaluate_expression
from bj.ruleset.pack import pack_of

DECISIONS = [("rules", key) for key in ("double", "split", "surrender")]
"""The paths of the conditions for doubling, splitting and surrendering."""


def advise_conditions(advising: Advising) -> None:
    """Check that every condition can be true, and that conditions of steps and reactions can also be false.

    Strategy rules and pay-table rows are skipped, because other advice covers them.
    """
    ranges = _ranges_of_names(advising)
    noted = {fault.path[:2] for places in advising.found for fault in places}
    for path, expression in advising.checked.expressions.items():
        if expression.kind != ValueKind.BOOLEAN or _is_row(path) or path[0] == "define":
            continue
        if not tree.names_used(expression) and not depends_on_luck(expression):
            _advise_constant(advising, path, expression)
        elif path[:2] not in noted:
            known = ranges | (_ranges_of_decisions(advising) if path[:2] in DECISIONS else {})
            if not may_hold(expression, known, 10**advising.model.money.decimals):
                remedy = "compare it with values that are possible, or remove the rule that it belongs to"
                advising.note("BJ915", path, "this condition is never true", remedy)


def _is_row(path: KeyPath) -> bool:
    """Whether the condition at ``path`` belongs to a list where the first true condition decides."""
    return len(path) > 3 and (path[0] == "side_bets" or path[2] in ("rules", "indices", "chart_by_total"))


def _advise_constant(advising: Advising, path: KeyPath, expression: Expression) -> None:
    """Report that ``expression`` is constant, if it is the condition of a step or a reaction."""
    if path[-1] not in ("if", "when"):
        return
    try:
        is_true = bool(evaluate_expression(expression, {}, 1))
    except ZeroDivisionError:
        is_true = False
    message = f"this condition is always {'true' if is_true else 'false'}"
    remedy = "remove the condition" if is_true else "remove the rule that it belongs to"
    advising.note("BJ915", path, message, remedy)


def _ranges_of_names(advising: Advising) -> dict[str, Interval]:
    """Return the range of each name whose values are limited.

    If there are reactions, names that describe hands are left out, because powers can change their values.
    """
    ranges: dict[str, Interval] = {name: (0, LARGEST) for name, each in NAMES.items() if each.is_count}
    if advising.reactions:
        return ranges
    pack, deal = pack_of(advising.model.cards), advising.model.procedure.deal
    worths = [pack.worths[rank] for rank in pack.ranks]
    low = max(low for low, _ in worths)
    dealt = max(sum(entry.startswith(role) for entry in deal) for role in ("player", "dealer"))
    totals = (0, max(advising.model.highest_target + low, low * dealt))
    highs = [high for _, high in worths]
    return ranges | dict.fromkeys(("total", "dealer_total"), totals) | {"upcard": (min(highs), max(highs))}


def _ranges_of_decisions(advising: Advising) -> dict[str, Interval]:
    dealt = sum(entry.startswith("player") for entry in advising.model.procedure.deal)
    cards = {} if advising.reactions else {"cards": (dealt, LARGEST)}
    return {"total": (0, advising.model.highest_target), **cards}
