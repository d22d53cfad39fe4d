"""List every expression in a ruleset, with its place and the required kind of value."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

from bj.faults_and_fixes import KeyPath
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.expressions.tree import ValueKind
from bj.ruleset.model import Ruleset
from bj.ruleset.model.base import Meaning, Section
from bj.ruleset.shoe_size import RESHUFFLING, reshuffle_condition


class Use(NamedTuple):
    """An expression in a ruleset: its path, its text, its place, and the required kind of value."""

    path: KeyPath
    text: str
    place: Place
    kind: ValueKind
    in_words: bool = False
    """Whether a word or a table implies the expression.

    If so, its faults are reported for that word or table.
    """


_kept: dict[int, tuple[Ruleset, tuple[Use, ...]]] = {}
"""Caches the expressions of recently used rulesets.

The keys are the identities of the rulesets, which never change.
"""

MOST_KEPT = 8


def expressions_of(ruleset: Ruleset) -> tuple[Use, ...]:
    """Return every expression in ``ruleset``, including implied expressions. Missing sections are skipped."""
    known = _kept.get(id(ruleset))
    if known is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        known = _kept[id(ruleset)] = (ruleset, tuple(_search(ruleset)))
    return known[1]


def _search(ruleset: Ruleset) -> Iterator[Use]:
    yield from _find((), ruleset, None)
    if ruleset.dealer is not None and ruleset.dealer.draws is None:
        path: KeyPath = ("dealer", "draws")
        yield Use(path, ruleset.dealer.rule, Place.DEALER, ValueKind.BOOLEAN, in_words=True)
    yield from _charlie(ruleset)
    if ruleset.shoe is not None and ruleset.shoe.reshuffle_when is None:
        text = reshuffle_condition(ruleset)
        if text is not None:
            yield Use(RESHUFFLING, text, Place.TABLE, ValueKind.BOOLEAN, in_words=True)


def _charlie(ruleset: Ruleset) -> Iterator[Use]:
    """Yield the implied condition of a charlie that is paid as a bonus."""
    if ruleset.rules is not None and ruleset.payouts is not None:
        for name in ruleset.bonuses.keys() - ruleset.payouts.bonuses.keys():
            path: KeyPath = ("payouts", "bonuses", name, "when")
            yield Use(path, ruleset.bonuses[name].when, Place.RULE, ValueKind.BOOLEAN, in_words=True)


def _find(path: KeyPath, value: Any, meaning: Meaning | None) -> Iterator[Use]:
    """Yield every expression in ``value``, the value at ``path``.

    Text is an expression if ``meaning`` is given. The fields of inner sections have meanings of their own.
    """
    if isinstance(value, str):
        if meaning is not None:
            yield Use(path, value, *meaning)
    elif isinstance(value, Section):
        for field, key, inner in fields_with_expressions(type(value)):
            yield from _find((*path, key), value.expression(field), inner)
        for inner_path, text, place in value.meant():
            yield Use((*path, *inner_path), text, place, ValueKind.BOOLEAN, in_words=True)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _find((*path, name), item, meaning)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _find((*path, index), item, meaning)


@cache
def fields_with_expressions(section: type[Section]) -> tuple[tuple[str, str, Meaning | None], ...]:
    """Return the name, TOML key and meaning of every field that can contain expressions."""
    rows = []
    for name, field in section.model_fields.items():
        parts = [*field.metadata, *parts_of(field.annotation)]
        meaning = next((part for part in parts if isinstance(part, Meaning)), None)
        if meaning or any(isinstance(part, type) and issubclass(part, Section) for part in parts):
            rows.append((name, field.alias or name, meaning))
    return tuple(rows)


def parts_of(annotation: Any) -> Iterator[Any]:
    """Yield the type ``annotation`` and every type nested in it."""
    yield annotation
    for part in get_args(annotation):
        yield from parts_of(part)
