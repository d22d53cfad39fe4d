"""Scopes: the names that expressions can use in a place, and what definitions mean there.

Parsed text never changes, so rulesets that contain the same text share its tree or its faults.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple, TypeAlias

from bj.errors import TextFaults
from bj.faults_and_fixes import TextFault
from bj.ruleset.allowed_names_by_place import NAMES, Place
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import Expression, ValueKind

KEPT = 4096
"""The number of parsed texts to cache."""

Meanings: TypeAlias = Mapping[str, Expression | TextFaults]
"""Maps each definition to its meaning in a place: an expression, or the faults that it has in that place."""


class Scope(NamedTuple):
    """The names and ranks that expressions in a place can use, and the number of decimals in an amount."""

    place: Place
    known: tuple[tuple[str, ValueKind], ...]
    """The names that the ruleset defines, each with the kind of its value."""
    are_all: bool
    """Whether ``known`` is complete. If not, names in faulty parts may be missing."""
    decimals: int
    ranks: str


class AnyNumber(dict[str, ValueKind | Expression]):
    """The names in an incomplete scope. Any unknown name is assumed to be a number."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> ValueKind:
        return ValueKind.NUMBER


def names_in(definitions: Mapping[str, str], text: str) -> set[str]:
    """Return the names of all definitions that are used in ``text``."""
    return definitions.keys() & re.findall(r"\w+", text) if definitions else set()


def find_cycle(definitions: Mapping[str, str]) -> Sequence[str]:
    """Return the names of definitions that form a cycle, or an empty sequence.

    The first name is repeated at the end.
    """
    try:
        _in_order(definitions)
    except CycleError as error:
        circle: Sequence[str] = error.args[1]
        return circle
    return ()


def _in_order(definitions: Mapping[str, str]) -> list[str]:
    """Return the names of the definitions, sorted so that each definition uses only earlier ones.

    Raises CycleError if definitions use each other in a circle.
    """
    uses = {name: sorted(names_in(definitions, text)) for name, text in definitions.items()}
    return list(TopologicalSorter(uses).static_order())


def find_meanings(definitions: Mapping[str, str], scope: Scope) -> Meanings:
    """Map each definition to its meaning in ``scope``. If definitions form a cycle, the map is empty."""
    found: dict[str, Expression | TextFaults] = {}
    for name in () if find_cycle(definitions) else _in_order(definitions):
        try:
            found[name] = parse_defined(definitions, found, scope, definitions[name], None)
        except TextFaults as faults:
            found[name] = faults
    return found


def parse_defined(
    definitions: Mapping[str, str], found: Meanings, scope: Scope, text: str, expected: ValueKind | None
) -> Expression:
    """Parse ``text``. It can use the definitions whose meaning in ``found`` is an expression.

    Raises TextFaults if ``text`` has faults, or if it does not yield a value of kind ``expected``.
    """

    def parse(among: str) -> Expression:
        names = sorted(names_in(definitions, among))
        meant = ((name, found.get(name)) for name in names)
        defined = tuple((name, each) for name, each in meant if each and not isinstance(each, TextFaults))
        parsed = _parse_once(text, scope, expected, defined)
        if isinstance(parsed, tuple):
            raise TextFaults(parsed)
        return parsed

    try:
        return parse(text)
    except TextFaults:
        return parse(" ".join(definitions))  # for remedies that suggest all names


@lru_cache(KEPT)
def _parse_once(
    text: str, scope: Scope, expected: ValueKind | None, defined: tuple[tuple[str, Expression], ...]
) -> Expression | tuple[TextFault, ...]:
    """Parse ``text`` like ``parse_expression``, but return faults instead of raising them."""
    names = {**dict(scope.known), **dict(defined), **NAMES[scope.place]}
    among = names if scope.are_all else AnyNumber(names)
    try:
        return parse_expression(text, among, expected, scope.decimals, scope.ranks)
    except TextFaults as error:
        return error.faults
