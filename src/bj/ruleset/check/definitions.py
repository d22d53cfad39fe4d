"""Names of a ruleset's own for expressions, and what they mean at each place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import TypeAlias

from bj.errors import TextFaults
from bj.ruleset.check.parsed import parse_expression_once
from bj.ruleset.expressions.parse import Expression
from bj.ruleset.names import Place

Defined: TypeAlias = tuple[tuple[str, Expression], ...]
"""Names, and the expressions that they stand for."""


def names_in(definitions: Mapping[str, str], text: str) -> set[str]:
    """The names among those defined that appear in a text."""
    return set(re.findall(r"[a-z][a-z0-9_]*", text)) & definitions.keys()


def find_circle(definitions: Mapping[str, str]) -> Sequence[str]:
    """Names that are defined by each other, the first of them again at the end; empty without any."""
    try:
        _in_order(definitions)
    except CycleError as error:
        circle: Sequence[str] = error.args[1]
        return circle
    return ()


def _in_order(definitions: Mapping[str, str]) -> list[str]:
    """The names, each behind those that it uses. Raises CycleError."""
    uses = {name: sorted(names_in(definitions, text)) for name, text in definitions.items()}
    return list(TopologicalSorter(uses).static_order())


def meanings(
    definitions: Mapping[str, str],
    place: Place,
    numbers: tuple[str, ...],
    are_all: bool,
    decimals: int,
    ranks: str,
) -> dict[str, Expression | TextFaults]:
    """What each definition means at a place: an expression, or the faults that it has there.

    The other arguments are those of ``parse_expression_once``. Nothing is defined by names in a circle.
    """
    found: dict[str, Expression | TextFaults] = {}
    for name in () if find_circle(definitions) else _in_order(definitions):
        text = definitions[name]
        used = {other: found[other] for other in sorted(names_in(definitions, text))}
        try:
            found[name] = parse_expression_once(
                text, numbers, are_all, place, None, decimals, ranks, known_among(used)
            )
        except TextFaults as faults:
            found[name] = faults
    return found


def known_among(found: Mapping[str, Expression | TextFaults]) -> Defined:
    """Those that mean something."""
    return tuple((name, meaning) for name, meaning in found.items() if not isinstance(meaning, TextFaults))
