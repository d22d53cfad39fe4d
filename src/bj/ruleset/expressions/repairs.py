"""Repairs expressions that may have several syntax faults."""

from __future__ import annotations

from bj.errors import TextFaults
from bj.faults_and_fixes import Fix
from bj.ruleset.expressions.python_syntax_tree import read_syntax

MOST_REPAIRS = 5


def repair_condition(text: str) -> str:
    """Convert ``text``, a condition in words, to an expression by fixing its syntax faults.

    If a fault has no automatic fix, return ``text`` unchanged.

    >>> repair_condition("when total is 11 or less"), repair_condition("I feel lucky")
    ('total <= 11', 'I feel lucky')
    """
    repaired = text
    for _ in range(MOST_REPAIRS):
        try:
            read_syntax(repaired)
        except TextFaults as error:
            offset, length, fix = error.faults[0].offset, error.faults[0].length, error.faults[0].remedy
            if not isinstance(fix, Fix):
                return text
            start, length = fix.span or (offset, length)
            repaired = repaired[:start] + fix.text + repaired[start + length :]
        else:
            return repaired
    return text


def is_expression(text: str) -> bool:
    """Return whether ``text`` has the syntax of an expression.

    >>> is_expression("total == 20"), is_expression("double after a loss")
    (True, False)
    """
    try:
        read_syntax(text)
    except TextFaults:
        return False
    return True
