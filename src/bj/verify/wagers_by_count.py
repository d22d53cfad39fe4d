"""Decides whether wrong wagers come from a different count, or from a different rule for the same count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bj.verify.position import Wager


def come_of_other_counts(wagers: Sequence[Wager], at: int, expected: int) -> bool:
    """Whether no rule makes these wagers from the count, although their amounts are common.

    The common amounts are those before the offset ``at``, and the ``expected`` one there.
    """
    usual = {each.amount for each in wagers if each.at < at} | {expected}
    return usual.issuperset(each.amount for each in wagers) and not are_by_rule(wagers)


def are_by_rule(wagers: Iterable[Wager]) -> bool:
    """Whether no wager exceeds a wager with the same count and at least as much money."""
    highest: dict[int, int] = {}
    for each in sorted(wagers, key=lambda wager: (wager.bankroll, -wager.amount)):
        if highest.setdefault(each.count, each.amount) > each.amount:
            return False
        highest[each.count] = each.amount
    return True
