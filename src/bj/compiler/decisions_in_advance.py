"""Evaluates a strategy in advance, for every possible hand.

Each rule is simplified using what is known about a hand: its total, whether it is soft, and the dealer's
upcard. Usually, this leaves a single action. If the rules depend on anything else, some of them remain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TypeAlias

from bj.catalogue.actions import PASSED_OVER
from bj.compiler.constant_folding import fold, is_harmless
from bj.ruleset.expressions.tree import Call, Expression, Literal, NamedValue, ValueKind, walk

Rule: TypeAlias = tuple[Expression, int]
"""A condition, and the preference that applies when it is true. The first rule that applies decides."""

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
    """Yield the rules that remain for each of the ``hands`` against each rank of upcard, hand by hand.

    Each item in ``hands`` maps the names that conditions can use to facts about the hand. ``worths`` lists
    the value of each rank of upcard. ``chart`` lists the preference for each hand and rank if no rule
    applies; it may be empty if the rules cover every hand. ``unit`` is the number of smallest units in one
    unit of money.
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
    """Return an upper limit for the work done by ``decisions``, counted in parts of conditions.

    ``cells`` contains the number of hands and the number of upcards. If a condition uses a name that is not
    in ``known``, it cannot be simplified away, so it is written out for every cell.
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
    """Return the rules that could still be the first to apply, given the ``known`` values.

    Redundant rules are left out.
    """
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
