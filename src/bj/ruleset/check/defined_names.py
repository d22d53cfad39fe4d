"""Names of a ruleset's own for expressions, and their meanings at each place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import TypeAlias

from bj.errors import TextFaults
from bj.ruleset.check.parse_cache import Known, parse_expression_once
from bj.ruleset.expressions.parse import Expression, ValueKind
from bj.ruleset.names import Place

Meanings: TypeAlias = Mapping[str, Expression | TextFaults]
"""The meaning of each definition at a place: an expression, or the faults that it has there."""


def names_in(definitions: Mapping[str, str], text: str) -> set[str]:
    """The names among those defined that appear in a text."""
    return definitions.keys() & re.findall(r"\w+", text) if definitions else set()


def find_circle(definitions: Mapping[str, str]) -> Sequence[str]:
    """Names that are defined by each other, the first of them again at the end; empty without a cycle."""
    try:
        _in_order(definitions)
    except CycleError as error:
        circle: Sequence[str] = error.args[1]
        return circle
    return ()


def _in_order(definitions: Mapping[str, str]) -> list[str]:
    """The names, each after those that it uses. Raises CycleError."""
    uses = {name: sorted(names_in(definitions, text)) for name, text in definitions.items()}
    return list(TopologicalSorter(uses).static_order())


def parse_defined(
    definitions: Mapping[str, str],
    found: Meanings,
    text: str,
    known: Known,
    are_all: bool,
    place: Place,
    expected: ValueKind | None,
    decimals: int,
    ranks: str,
) -> Expression:
    """As ``parse_expression_once``, with the definitions that have a meaning."""

    def parse(among: str) -> Expression:
        names = sorted(names_in(definitions, among))
        meant = ((name, found.get(name)) for name in names)
        defined = tuple((name, each) for name, each in meant if each and not isinstance(each, TextFaults))
        return parse_expression_once(text, known, are_all, place, expected, decimals, ranks, defined)

    try:
        return parse(text)
    except TextFaults:
        return parse(" ".join(definitions))  # for remedies that know all names


def meanings(
    definitions: Mapping[str, str],
    place: Place,
    known: Known,
    are_all: bool,
    decimals: int,
    ranks: str,
) -> Meanings:
    """The meaning of each definition at a place: an expression, or the faults that it has there.

    The other arguments are those of ``parse_expression_once``. Names in a circle have no meaning.
    """
    found: dict[str, Expression | TextFaults] = {}
    for name in () if find_circle(definitions) else _in_order(definitions):
        try:
            found[name] = parse_defined(
                definitions, found, definitions[name], known, are_all, place, None, decimals, ranks
            )
        except TextFaults as faults:
            found[name] = faults
    return found
