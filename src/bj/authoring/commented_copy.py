"""Writes a self-contained copy of a shipped ruleset, with comments that explain every key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bj.authoring.base_ruleset import Base, Changes, lay_over
from bj.authoring.toml_lines import (
    comment,
    rule_off,
    switch_off,
    write_entry,
    write_preamble,
)
from bj.describe.merged_ruleset import INHERITANCE, without_inheritance
from bj.ruleset.documents import rivals_of
from bj.ruleset.model import Ruleset
from bj.ruleset.model_fields import is_model, kinds_of
from bj.ruleset.toml.reading_and_writing import write_key

IN_ONE_LINE = ("ranks",)
"""Tables in which every entry is a small table that fits on one line."""

OFFERED = ("cards", "money", "rules", "payouts", "prompts", "shoe", "dealer", "example")
"""Sections that are always written, because all of their keys have defaults to show."""


def write_complete(name: str, title: str, base: Base, changes: Changes) -> str:
    """Return the text of a self-contained ruleset: a copy of ``base`` with ``changes``.

    ``name`` and ``title`` are those of the new ruleset.
    """
    data = without_inheritance(lay_over(base.data, {**changes, ("ruleset", "title"): title}))
    lines = write_preamble(
        name,
        f"A self-contained copy of {base.name}, with every rule and its meaning.",
        "A line that starts with `#` and no space shows the default of a key that is not set.",
    )
    for key, field in Ruleset.model_fields.items():
        if data.get(key) or key in OFFERED:
            lines += ["", rule_off(f"{key}: {_first_words(field)}")]
            lines += _section(key, field, data.get(key, {}))
        else:
            lines += ["", rule_off(f"{key}: {_first_words(field)}"), *comment("Not used here.")]
    return "\n".join(lines) + "\n"


def _first_words(field: FieldInfo) -> str:
    """Return the beginning of a section's description, in lowercase because it follows the section's name."""
    words = (field.description or "").partition(";")[0].partition(". ")[0].removesuffix(".")
    return words[:1].lower() + words[1:]


def _section(key: str, field: FieldInfo, value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from ("", f"[[{key}]]")
            yield from _keys((key,), item, _model_of(field), taught=index > 0, offered=False)
    else:
        yield ""
        yield from _tables((key,), field, value, taught=False, offered=key in OFFERED)


def _tables(
    path: tuple[str, ...], field: FieldInfo, value: Mapping[str, Any], *, taught: bool, offered: bool
) -> Iterator[str]:
    model = _model_of(field)
    if model is None or path[-1] in IN_ONE_LINE or any(map(is_model, kinds_of(field.annotation))):
        inner = None if path[-1] in IN_ONE_LINE else model
        yield from _table(path, value, inner, taught=taught, offered=offered)
        return
    plain = {name: item for name, item in value.items() if not isinstance(item, dict)}
    if plain:
        yield from _table(path, plain, None, taught=taught, offered=False)
    for index, name in enumerate(name for name in value if name not in plain):
        yield from [""] if plain or index else []
        yield from _table((*path, name), value[name], model, taught=taught or index > 0, offered=False)


def _table(
    path: tuple[str, ...],
    value: Mapping[str, Any],
    model: type[BaseModel] | None,
    *,
    taught: bool,
    offered: bool,
) -> Iterator[str]:
    header = f"[{write_key(*path)}]"
    is_idle = not value and path[0] == "prompts" and len(path) > 1
    yield from switch_off([header]) if is_idle else [header]
    yield from _keys(path, value, model, taught=taught, offered=offered)


def _keys(
    path: tuple[str, ...],
    value: Mapping[str, Any],
    model: type[BaseModel] | None,
    *,
    taught: bool,
    offered: bool,
) -> Iterator[str]:
    """Yield the lines for the keys in a table. Keys whose values are tables come last.

    Comments explain every key, including missing ones, unless ``taught`` is true, because an earlier table of
    the same kind explains them. If ``offered`` is true, missing keys are shown with their defaults.
    """
    tables: list[tuple[FieldInfo, str, Any]] = []
    usual: list[tuple[FieldInfo, str]] = []
    if model is None:
        for key, item in value.items():
            yield from write_entry(key, item)
        return
    for name, field in model.model_fields.items():
        key = field.alias or name
        if key in INHERITANCE and path == ("ruleset",):
            continue
        is_table = key == "rows" or _model_of(field) is not None
        if key in value and isinstance(value[key], dict) and is_table:
            tables.append((field, key, value[key]))
        elif key in value:
            yield from [] if taught else comment(field.description or "")
            yield from write_entry(key, value[key])
        elif offered and is_model(field.annotation):
            tables.append((field, key, {}))
        elif offered and isinstance(field.default, dict):
            usual.append((field, key))
        elif not taught:
            has_rival = any(rival in value for rival in rivals_of((*path, key)))
            yield from _mention(key, field, offered=offered and not has_rival)
    for field, key in usual:
        yield from ("", *comment(field.description or ""))
        yield from switch_off([f"[{write_key(*path, key)}]"])
        for name, item in field.default.items():
            yield from switch_off(write_entry(name, item))
    for field, key, item in tables:
        yield ""
        yield from [] if taught else comment(field.description or "")
        yield from _tables((*path, key), field, item, taught=taught, offered=offered)


def _mention(key: str, field: FieldInfo, *, offered: bool) -> Iterator[str]:
    """Yield a comment about a missing key, with its default if ``offered`` is true."""
    default = None if field.is_required() else field.get_default(call_default_factory=True)
    if offered and default is not None:
        yield from comment(field.description or "")
        yield from switch_off(write_entry(key, default))
    else:
        yield from comment(f"{key}: {field.description}")


def _model_of(field: FieldInfo) -> type[BaseModel] | None:
    """Return the model of a field's value or of its items, or None if there is no model."""
    for kind in kinds_of(field.annotation):
        inner = get_args(kind)[-1] if get_origin(kind) in (list, dict) else kind
        for found in kinds_of(inner):
            if is_model(found):
                model: type[BaseModel] = found
                return model
    return None
