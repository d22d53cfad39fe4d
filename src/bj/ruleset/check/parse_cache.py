"""Texts that several rulesets share, parsed only once.

A parsed text never changes, so all of them can share it. A faulty text is parsed again at each place.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from bj.ruleset.expressions.parse import Expression, ValueKind, parse_expression
from bj.ruleset.names import NAMES, Place
from bj.ruleset.templates import parse_template

KEPT = 4096
"""The number of cached texts of a kind."""

parse_template_once = lru_cache(KEPT)(parse_template)


Known: TypeAlias = tuple[tuple[str, ValueKind], ...]
"""Names of a ruleset's own that expressions can use, and the kinds of their values."""


class AnyNumber(dict[str, ValueKind | Expression]):
    """Names that are only partly known: any other name counts as a number, like all arguments."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> ValueKind:
        return ValueKind.NUMBER


@lru_cache(KEPT)
def parse_expression_once(
    text: str,
    known: Known,
    are_all: bool,
    place: Place,
    expected: ValueKind | None,
    decimals: int,
    ranks: str,
    defined: tuple[tuple[str, Expression], ...] = (),
) -> Expression:
    """As ``parse_expression``, with those ``known`` among the names; others too unless ``are_all``.

    Those ``defined`` mean whole expressions.
    """
    names = {**dict(known), **dict(defined), **NAMES[place]}
    return parse_expression(text, names if are_all else AnyNumber(names), expected, decimals, ranks)
