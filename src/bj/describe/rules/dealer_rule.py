"""Describe the dealer's drawing rule."""

from __future__ import annotations

from bj.describe.rules.possible_in_game import high_ranks, targets
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import evaluate_expression, names_used
from bj.text.sentences import consecutive_runs


def drawing(checked: Checked, path: KeyPath, text: str) -> str:
    """Return a clause that says when the dealer draws, such as ``draws below 17, hard or soft``."""
    said = _when(checked, path, text)
    return f"{said} draws" if said in ("always", "never") else f"draws {said}"


def _when(checked: Checked, path: KeyPath, text: str) -> str:
    """Describe when the dealer draws, by totals if possible, and otherwise by quoting the rule."""
    expression = checked.expressions[path]
    if not names_used(expression) <= {"total", "soft"}:
        return f"while `{text}`"
    totals = range(2, max(targets(checked)) + 1)
    try:
        hard, soft = (
            [
                total
                for total in totals
                if evaluate_expression(expression, {"total": total, "soft": is_soft}, 1)
            ]
            for is_soft in (0, 1)
        )
    except (ValueError, ZeroDivisionError):
        return f"while `{text}`"
    can_be_soft = bool(high_ranks(checked))
    if hard == soft or not can_be_soft:
        limit = _below(hard, totals) or f"while `{text}`"
        return f"{limit}, hard or soft" if limit.startswith("below") and can_be_soft else limit
    limits = _below(hard, totals), _below(soft, totals)
    if None in limits:
        return f"while `{text}`"
    only = sorted(set(soft) - set(hard))
    if len(consecutive_runs(only)) == 1 and set(hard) <= set(soft):
        return f"{limits[0]}, and on soft {_span(only)}"
    return f"{limits[0]} with a hard hand, and {limits[1]} with a soft one"


def _below(drawn: list[int], totals: range) -> str | None:
    """Describe the ``drawn`` totals by their limit. Return None if they are not all totals below a limit."""
    if drawn != list(totals[: len(drawn)]):
        return None
    if len(drawn) in (0, len(totals)):
        return "always" if drawn else "never"
    return f"below {totals[len(drawn)]}"


def _span(numbers: list[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
