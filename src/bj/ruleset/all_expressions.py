"""List every expression of a ruleset, with its place and the kind that its value must have."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

from bj.errors import KeyPath
from bj.ruleset.expressions.tree import ValueKind
from bj.ruleset.model import Ruleset
from bj.ruleset.model.base import Meaning, Section
from bj.ruleset.names import Place
from bj.ruleset.shoe_size import RESHUFFLING, reshuffle_condition


class Use(NamedTuple):
    """An expression in a ruleset: its path, its text, its place, and the kind that its value must have."""

    path: KeyPath
    text: str
    place: Place
    kind: ValueKind
    in_words: bool = False
    """Whether a word or a table implies the expression. Faults in it are then faults in the word or table."""


_kept: dict[int, tuple[Ruleset, tuple[Use, ...]]] = {}
"""Caches the expressions of recent rulesets, keyed by the identity of the ruleset. Rulesets never change."""

MOST_KEPT = 8


def expressions_of(ruleset: Ruleset) -> tuple[Use, ...]:
    """List all expressions of ``ruleset``, including those that words imply. Missing sections are skipped."""
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
    """Yield the condition of a charlie that is paid as a bonus."""
    if ruleset.rules is not None and ruleset.payouts is not None:
        for name in ruleset.bonuses.keys() - ruleset.payouts.bonuses.keys():
            path: KeyPath = ("payouts", "bonuses", name, "when")
            yield Use(path, ruleset.bonuses[name].when, Place.RULE, ValueKind.BOOLEAN, in_words=True)


def _find(path: KeyPath, value: Any, meaning: Meaning | None) -> Iterator[Use]:
    """Yield the expressions in ``value``, the value at ``path``.

    If ``meaning`` is None, strings directly in the value are not expressions.
    """
    if isinstance(value, str):
        if meaning is not None:
            yield Use(path, value, *meaning)
    elif isinstance(value, Section):
        for field, key, inner in _fields_with_expressions(type(value)):
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
def _fields_with_expressions(section: type[Section]) -> tuple[tuple[str, str, Meaning | None], ...]:
    """List the name, the TOML key and the meaning of each field that may contain expressions."""
    rows = []
    for name, field in section.model_fields.items():
        parts = [*field.metadata, *parts_of(field.annotation)]
        meaning = next((part for part in parts if isinstance(part, Meaning)), None)
        if meaning or any(isinstance(part, type) and issubclass(part, Section) for part in parts):
            rows.append((name, field.alias or name, meaning))
    return tuple(rows)


def parts_of(annotation: Any) -> Iterator[Any]:
    """Yield ``annotation``, which is a type, and all types inside it."""
    yield annotation
    for part in get_args(annotation):
        yield from parts_of(part)
