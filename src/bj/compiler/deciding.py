"""Decides in advance: evaluates a strategy's rules and chart for every possible hand.

Everything known about a hand (its total, its softness and the dealer's upcard) is filled into the rules
before the game. Usually, only one action remains. If other facts matter, some rules remain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TypeAlias

from bj.catalogue.actions import PASSED_OVER
from bj.compiler.folding import fold, is_harmless
from bj.ruleset.expressions.tree import Call, Expression, Literal, NamedValue, ValueKind, walk

Rule: TypeAlias = tuple[Expression, int]
"""A condition, and the preference of the rule. The first rule with a true condition applies."""

WRITING = 15
"""The work of writing a part of a condition, as a multiple of the work of evaluating it."""

ALWAYS = Literal(1, ValueKind.BOOLEAN)


def decisions(
    rules: Sequence[Rule],
    chart: Sequence[int],
    hands: Sequence[Mapping[str, int]],
    worths: Sequence[int],
    unit: int,
) -> Iterator[tuple[Rule, ...]]:
    """The remaining rules for each of the ``hands`` and each rank of the upcard, in that order.

    ``hands`` holds the facts about each hand that conditions can name. ``worths`` holds the upcard's value by
    rank. ``chart`` holds the preference for each hand and rank if no rule decides. If ``chart`` is empty, a
    rule must decide every hand. ``unit`` is the number of smallest units of money in one unit.
    """
    for index, hand in enumerate(hands):
        of_hand = _remaining_rules(rules, hand, unit)
        asks = _asks_for_upcard(of_hand)
        found: dict[object, tuple[Rule, ...]] = {}
        for rank, worth in enumerate(worths):
            last = chart[index * len(worths) + rank] if chart else None
            key = (worth if asks else None, last)
            if key not in found:
                behind = [] if last is None else [(ALWAYS, last)]
                found[key] = _remaining_rules([*of_hand, *behind], {"upcard": worth} if asks else {}, unit)
            yield found[key]


def work_of(rules: Sequence[Rule], known: Set[str], cells: tuple[int, int]) -> int:
    """The most work of ``decisions`` for this many hands and upcards, in parts of conditions.

    A condition that uses a name outside ``known`` remains, and is written for every cell.
    """
    hands, upcards = cells
    work = 0
    for condition, _ in rules:
        nodes = list(walk(condition))
        names = {node.name for node in nodes if isinstance(node, NamedValue)}
        is_left = not names <= known or any(isinstance(node, Call) for node in nodes)
        per_hand = upcards if "upcard" in names else 1
        work += len(nodes) * hands * per_hand * (WRITING if is_left else 1)
    return work


def _asks_for_upcard(rules: Sequence[Rule]) -> bool:
    return any(
        isinstance(node, NamedValue) and node.name == "upcard"
        for condition, _ in rules
        for node in walk(condition)
    )


def _remaining_rules(rules: Sequence[Rule], known: Mapping[str, int], unit: int) -> tuple[Rule, ...]:
    """The rules that may be the first to decide, without redundant rules."""
    left: list[Rule] = []
    for condition, action in rules:
        folded = fold(condition, known, unit) if known else condition
        if folded == ALWAYS:
            while left and left[-1][1] == action and is_harmless(left[-1][0]):
                left.pop()
            left.append((ALWAYS, action))
            if action not in PASSED_OVER:
                break
        elif not isinstance(folded, Literal):
            left.append((folded, action))
    return tuple(left)
