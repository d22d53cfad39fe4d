"""Looks up which keys and values the language allows at a path in a ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from bj.catalogue.events import LINE_FIELDS, OUTPUT_FIELDS
from bj.faults_and_fixes import KeyPath
from bj.ruleset.all_expressions import parts_of
from bj.ruleset.check.expressions_and_templates import shows_memories
from bj.ruleset.model.base import Meaning
from bj.ruleset.model.procedure import LISTS
from bj.ruleset.model.prompts import PROMPT_FIELDS
from bj.ruleset.model_fields import fields_at
from bj.ruleset.schema.document import MEANINGS, make_schema
from bj.ruleset.schema.table_requirements import CARD_FIELDS, Schema

ANY = "*"
"""Represents any name or index in the pattern of a path."""


class Slot(NamedTuple):
    """A key or an array item that the language allows, with the values that it can have."""

    pattern: KeyPath
    """The path of the slot, with ANY in place of names and indices that the user can choose."""
    about: str
    """The description of the key.

    For a name that the user can choose, the description of the enclosing table.
    """
    forms: tuple[Schema, ...]
    """The alternative schemas for the value, with references resolved."""

    @property
    def keys(self) -> dict[str, Schema]:
        """The predefined keys if the value can be a table, each with its schema."""
        return {key: value for form in self.forms for key, value in form.get("properties", {}).items()}

    @property
    def key_words(self) -> list[str]:
        """The words that can be keys of the table, if its keys must come from a fixed set of words."""
        return [word for form in self.forms for word in form.get("propertyNames", {}).get("enum", ())]

    @property
    def words(self) -> dict[str, str]:
        """The allowed words and their meanings, if the value must come from a fixed set of words."""
        words = [word for form in self.forms for word in form.get("enum", ())]
        words += [form["const"] for form in self.forms if "const" in form]
        known = [str(word) for word in words]
        meanings = next((table for table in MEANINGS if known and table.keys() >= set(known)), {})
        return {word: meanings.get(word, "") for word in known}

    @property
    def is_truth(self) -> bool:
        """Whether the value can be true or false."""
        return any(form.get("type") == "boolean" for form in self.forms)

    @property
    def is_table(self) -> bool:
        """Whether the value can be a table or an array of tables."""
        return any(_is_table(form) for form in self.forms) or any(
            _is_table(inner) for form in self.forms for inner in _forms(form.get("items", {}))
        )

    @property
    def examples(self) -> list[Any]:
        """Example values."""
        return [example for form in self.forms for example in form.get("examples", ())]


@cache
def slot_at(path: KeyPath) -> Slot | None:
    """Return the slot at ``path``, or None if the language does not allow this path."""
    schema = _schema()
    slot = Slot((), schema["description"], (schema,))
    for step in path:
        inner = _step_into(slot, step)
        if inner is None:
            return None
        slot = inner
    return slot


def _step_into(slot: Slot, step: str | int) -> Slot | None:
    """Return the slot for the key or index ``step`` in ``slot``, or None if ``step`` is not allowed there."""
    name: str | int = step
    found: list[Schema] = []
    for form in slot.forms:
        others = form.get("additionalProperties")
        if step in form.get("properties", {}):
            found.append(form["properties"][step])
        elif isinstance(step, int) and "items" in form:
            name = ANY
            found.append(form["items"])
        elif isinstance(step, str) and isinstance(others, dict) and "properties" not in form:
            name = ANY
            found.append(others)
    about = next((each["description"] for each in found if "description" in each), "")
    forms = tuple(form for each in found for form in _forms(each))
    about = about or next((form["description"] for form in forms if "description" in form), slot.about)
    return Slot((*slot.pattern, name), about, forms) if found else None


def meaning_at(path: KeyPath) -> Meaning | None:
    """Return the kind of expression that is expected at ``path``, and the names that it can use.

    Returns None if no expression is expected there.
    """
    match path:
        case ("procedure", _, "while" | "if", *_):
            path = ("procedure", LISTS[0], 0, str(path[2]))
        case ("procedure", name, "before" | "after" | "instead_of", _, *rest):
            path = ("procedure", name, *rest)
    for depth in range(len(path), 0, -1):
        field = fields_at(path[: depth - 1]).get(str(path[depth - 1]))
        if field is not None:
            parts = [*field.metadata, *parts_of(field.annotation)]
            return next((part for part in parts if isinstance(part, Meaning)), None)
    return None


def fields_of_template(path: KeyPath) -> tuple[str, ...]:
    """Return the names of the fields that the template at ``path`` can use.

    Returns an empty tuple if no template is expected there.
    """
    match path:
        case ("output", str(key)):
            return OUTPUT_FIELDS.get(key, ())
        case ("prompts", str(name), str(key)):
            return PROMPT_FIELDS.get(name, {}).get(key, ())
        case ("cards", str(key)):
            return CARD_FIELDS.get(key, ())
        case ("cards", "ranks", _, "card"):
            return ("rank", "suit")
    return LINE_FIELDS if shows_memories(path) else ()


@cache
def _schema() -> Schema:
    return make_schema()


def _forms(schema: Mapping[str, Any]) -> Iterator[Schema]:
    """Yield the alternatives in a schema, with references resolved."""
    known = dict(schema)
    if "$ref" in known:
        target = _schema()["$defs"][known.pop("$ref").rpartition("/")[2]]
        yield from _forms(target)
    for key in ("anyOf", "allOf"):
        for inner in known.pop(key, ()):
            if "if" not in inner and "required" not in inner:
                yield from _forms(inner)
    yield known


def _is_table(form: Schema) -> bool:
    return "properties" in form or isinstance(form.get("additionalProperties"), dict)
