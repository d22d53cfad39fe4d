"""Build the JSON Schema for rulesets, which lets editors complete, explain and check them."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from bj.catalogue.effects import EFFECTS
from bj.catalogue.occasions import OCCASIONS
from bj.catalogue.steps import STEPS
from bj.ruleset.inherited_seats_and_teams import ENTRY_LISTS
from bj.ruleset.model import Ruleset
from bj.ruleset.model.arguments import ARGUMENT_TYPES
from bj.ruleset.model.base import CONDITION, as_written
from bj.ruleset.model.procedure import ENTRIES, LISTS, Changes
from bj.ruleset.model.reactions import ROLES
from bj.ruleset.schema.table_requirements import (
    CONDITIONS,
    DEFINITIONS,
    VALUES,
    WHOLE,
    Schema,
    having,
    open_table,
)

STEP_MEANINGS = {step.name: step.explained for step in STEPS.values()}
OCCASION_MEANINGS = {row.name: row.means for row in OCCASIONS.values()}
EFFECT_MEANINGS = {row.name: row.means for row in EFFECTS.values()}
MEANINGS: tuple[Mapping[str, str], ...] = (
    ARGUMENT_TYPES,
    STEP_MEANINGS,
    ENTRIES,
    OCCASION_MEANINGS,
    ROLES,
    EFFECT_MEANINGS,
)
"""Mappings from words to their meanings, one for each group of words."""

FIRST = ("$ref", "description", "type", "default", "examples")
"""The keys that people look for first in a schema."""


class _InOrder(GenerateJsonSchema):
    def sort(self, value: JsonSchemaValue, parent_key: str | None = None) -> JsonSchemaValue:
        """Return ``value`` unchanged, because the order of keys matters to readers."""
        return value


def make_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) for rulesets.

    A ruleset that extends another inherits tables key by key, so no table has required keys. A condition at
    the end adds the required keys for rulesets without a parent. List items keep their required keys, because
    a list replaces the inherited list as a whole.
    """
    root = _tidy(Ruleset.model_json_schema(schema_generator=_InOrder))
    definitions: dict[str, Schema] = root.pop("$defs")
    for name, keys in VALUES.items():
        for key, value in keys.items():
            _add((definitions[name] if name else root)["properties"][key], value)
    whole = _needs(root, definitions)
    whole["properties"] |= {key: {"type": "array"} for key in ENTRY_LISTS}
    for name in {"", *definitions} - set(_in_lists([root, *definitions.values()])):
        (definitions[name] if name else root).pop("required", None)
    for key in ENTRY_LISTS:
        _add_entry_changes(root["properties"][key], definitions)
    _split_steps(definitions)
    for definition in definitions.values():
        for value in definition.get("properties", {}).values():
            _explain_words(value)
    for name, condition in CONDITIONS.items():
        for copied in _copies(name, definitions):
            _add(definitions[copied], condition)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Printed by `bj schema`.",
        "title": "Ruleset",
        "x-tombi-toml-version": "v1.1.0",
        **root,
        "if": open_table(having("ruleset", open_table(having("extends")))),
        "else": whole,
        "$defs": dict(sorted((definitions | DEFINITIONS).items())),
    }


def _tidy(schema: Any) -> Any:
    """Return ``schema``, as pydantic generates it, in a form that people can read.

    Nulls are removed, because TOML has none, and titles too, because they only repeat the keys.
    """
    if not isinstance(schema, dict):
        return schema
    tidy = {key: value for key, value in schema.items() if key != "title"}
    for key in ("properties", "$defs"):
        if key in tidy:
            tidy[key] = {name: _tidy(value) for name, value in tidy[key].items()}
    for key in ("items", "additionalProperties"):
        if key in tidy:
            tidy[key] = _tidy(tidy[key])
    if "patternProperties" in tidy:  # how pydantic describes keys that are identifiers
        ((pattern, value),) = tidy.pop("patternProperties").items()
        tidy["propertyNames"] = {"pattern": pattern, **tidy.get("propertyNames", {})}
        tidy["additionalProperties"] = _tidy(value)
    if "oneOf" in tidy:  # how pydantic describes a union with a discriminator
        tidy["anyOf"] = tidy.pop("oneOf")
    if "anyOf" in tidy:
        forms = [_tidy(form) for form in tidy.pop("anyOf") if form != {"type": "null"}]
        tidy |= forms[0] if len(forms) == 1 else {"anyOf": forms}
    if "description" in tidy:
        tidy["description"] = re.sub("``(.*?)``", r"`\1`", " ".join(tidy["description"].split()))
    if tidy.get("default", ...) is None:
        del tidy["default"]
    elif isinstance(tidy.get("default"), str):
        tidy["default"] = as_written(tidy["default"])
    return {key: tidy[key] for key in FIRST if key in tidy} | tidy


def _add(schema: Schema, more: Schema) -> None:
    """Add the keys in ``more`` to ``schema``, merging tables key by key."""
    for key, value in copy.deepcopy(more).items():
        if isinstance(value, dict) and isinstance(schema.get(key), dict):
            _add(schema[key], value)
        else:
            schema[key] = value


def _resolve(schema: Schema, definitions: Mapping[str, Schema]) -> tuple[str, Schema]:
    """Return the name of the definition that ``schema`` refers to, and the definition itself.

    If ``schema`` is not a reference, return an empty name and ``schema``.
    """
    name = schema.get("$ref", "").rpartition("/")[2]
    return (name, definitions[name]) if name else ("", schema)


def _needs(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Return a schema for the required keys of a table and of the tables in it. It may be empty."""
    name, table = _resolve(schema, definitions)
    needs: Schema = {"required": table["required"]} if "required" in table else {}
    inner = {key: _needs(value, definitions) for key, value in table.get("properties", {}).items()}
    if any(inner.values()):
        needs["properties"] = {key: value for key, value in inner.items() if value}
    if isinstance(table.get("additionalProperties"), dict):
        named = _needs(table["additionalProperties"], definitions)
        needs |= {"additionalProperties": named} if named else {}
    _add(needs, WHOLE.get(name, {}))
    return {"additionalProperties": True} | needs if needs else {}


def _in_lists(schemas: list[Schema]) -> Iterator[str]:
    """Yield the names of the definitions for list items in ``schemas``."""
    for schema in schemas:
        items = schema.get("items", {})
        for form in items.get("anyOf", [items]) if isinstance(items, dict) else []:
            yield form.get("$ref", "none").rpartition("/")[2]
        yield from _in_lists(list(schema.get("properties", {}).values()))


def _copies(name: str, definitions: Mapping[str, Schema]) -> list[str]:
    """Return the names of the definitions that replaced ``name``, or ``name`` itself."""
    return [name] if name in definitions else [f"{place.title()}{name}" for place in LISTS]


def _add_entry_changes(entries: Schema, definitions: dict[str, Schema]) -> None:
    """Extend the schema of a list to also match a table that changes inherited entries by name."""
    name, entry = _resolve(entries["items"], definitions)
    change = definitions[f"{name}Change"] = copy.deepcopy(entry)
    change.pop("required", None)
    entries |= {
        "type": ["array", "object"],
        "additionalProperties": {"$ref": f"#/$defs/{name}Change"},
    }


def _split_steps(definitions: dict[str, Schema]) -> None:
    """Replace the definition of a step with one per list, which allows only the steps for that list."""
    step = definitions.pop("Step")
    for place, name in zip(LISTS, _copies("Step", definitions), strict=True):
        known = [step.name for step in STEPS.values() if step.only_in in ("", place)]
        table = definitions[name] = copy.deepcopy(step)
        for key in ("step", "else"):
            examples = [word for word in table["properties"][key]["examples"] if word in known]
            table["properties"][key] |= {"enum": known, "examples": examples or known[:1]}
        inner = list(LISTS[LISTS.index(place) + 1 :])
        table["properties"]["repeat"] |= {"enum": inner, "examples": inner}
        if place == LISTS[-1]:
            del table["properties"]["repeat"], table["properties"]["while"]
        alone = {key: table["properties"]["step"][key] for key in ("description", "type", "enum")}
        written = definitions["Procedure"]["properties"][place]
        steps = {key: written.pop(key) for key in ("type", "minItems", "maxItems", "items")}
        steps["items"] = {"anyOf": [alone, {"$ref": f"#/$defs/{name}"}]}
        _explain_words(alone)
        whole, changes = f"{place.title()}Steps", f"{place.title()}Changes"
        definitions |= {whole: steps, changes: _make_changes([*known, *inner], inner, whole)}
        written["anyOf"] = [{"$ref": f"#/$defs/{whole}"}, {"$ref": f"#/$defs/{changes}"}]


def _make_changes(steps: list[str], repeated: list[str], whole: str) -> Schema:
    """Return the definition of a table that changes a list of ``steps``.

    ``repeated`` contains the lists that this list can repeat, and ``whole`` is the name of this list's
    definition.
    """
    table: Schema = _tidy(Changes.model_json_schema(schema_generator=_InOrder))
    del table["$defs"]
    for key, value in table["properties"].items():
        if key == "without":
            value["items"] = {"type": "string", "enum": steps}
        else:
            is_condition = key in ("while", "if")
            value["propertyNames"] = {"enum": repeated if key == "while" else steps}
            value["additionalProperties"] = CONDITION if is_condition else {"$ref": f"#/$defs/{whole}"}
    if not repeated:
        del table["properties"]["while"]
    return table


def _explain_words(schema: Schema) -> None:
    """Add the meaning of each word that a key allows to the description of the key."""
    values = schema["items"] if "enum" in schema.get("items", {}) else schema
    words = values.get("enum", [])
    meaning = next((table for table in MEANINGS if words and table.keys() >= set(words)), None)
    if meaning:
        listed = "\n".join(f"- `{word}`: {meaning[word]}" for word in words)
        schema["description"] += f"\n\n{listed}"
