"""Describe the sections of a ruleset and their keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bj.catalogue.effects import EFFECTS
from bj.catalogue.events import OUTPUT_FIELDS
from bj.catalogue.occasions import OCCASIONS
from bj.catalogue.steps import STEPS
from bj.describe.reference.markdown_parts import fenced_example, link, listed, table
from bj.faults_and_fixes import KeyPath
from bj.ruleset.model import Output, Procedure, Rank, Ruleset, Step
from bj.ruleset.model.base import EXPRESSION, IDENTIFIER, Section, as_written
from bj.ruleset.model.procedure import Changes
from bj.ruleset.model.reactions import ROLES
from bj.ruleset.model.rules_and_payouts import RATIO
from bj.ruleset.model_fields import is_model, kinds_of, models_at
from bj.ruleset.schema.document import make_schema
from bj.ruleset.schema.table_requirements import LINE, Schema
from bj.ruleset.toml.reading_and_writing import write_value
from bj.text.markdown_escapes import code
from bj.text.sentences import enumerate_words

NEEDS: dict[type[BaseModel], str] = {Rank: "required for a custom rank"}
"""For each model whose keys are required only in some tables, a note that explains when."""

FREE = {"ranks": "CODE"}
"""Maps tables whose keys the author chooses to the placeholder for such a key.

For all other tables, the placeholder is NAME.
"""

STEP = "A step of the procedure"
CHANGES = "Changes to inherited steps"


def write_sections() -> Iterator[str]:
    """Write the chapter on the sections and all their keys."""
    writer = _make_writer()
    for name, field in Ruleset.model_fields.items():
        yield from writer.write(name, field, 3)


def describe_key(path: KeyPath) -> str:
    """Describe the key at ``path`` as in the reference, but without links.

    Return an empty string if the reference does not contain the key.
    """
    for model in models_at(path[:-1]):
        for name, field in model.model_fields.items():
            if (field.alias or name) == path[-1]:
                names = ".".join(str(step) for step in path if isinstance(step, str))
                return LINK.sub(r"\1", _describing().key(model, names, field).removeprefix("- "))
    return ""


@cache
def _describing() -> _Writer:
    return _make_writer()


def _make_writer() -> _Writer:
    schema = make_schema()
    definitions: dict[str, Schema] = schema["$defs"] | {"Step": schema["$defs"]["GameStep"]}
    return _Writer(definitions | {"Ruleset": schema})


LINK = re.compile(r"\[(`[^`]*`|[^\]]+)\]\([^)]*\)")
TOP = 3  # the depth of section headings

MEANINGS: Mapping[tuple[str, ...], str] = {
    tuple(STEPS): "one of the [steps](#steps)",
    tuple(OCCASIONS): "one of the [occasions](#occasions)",
    tuple(ROLES): "one of the [roles](#roles)",
    tuple(EFFECTS): "one of the [effects](#effects)",
}
"""Maps each list of words that has its own table in the reference to a link to that table."""


class _Writer:
    """Writes the sections of the reference. Each model is described only once."""

    def __init__(self, definitions: dict[str, Schema]) -> None:
        self.definitions = definitions
        self.headings: dict[type[Section], str] = {}
        for name, field in Ruleset.model_fields.items():
            model, header = _inner_table(name, field)
            if model is not None:  # a model with its own section is not explained elsewhere
                self.headings[model] = code(header)

    def write(self, path: str, field: FieldInfo, depth: int) -> Iterator[str]:
        """Write the section at ``path`` and the tables in it."""
        model, header = _inner_table(path, field)
        if model is None and depth == TOP:
            yield from (f"### {code(f'[{path}]')}", "", self._introduce(path, field), "")
            yield from fenced_example(path, (field.examples or [{}])[0])
        if model is None or (model in self.headings and depth > TOP):
            return
        heading = STEP if path == "procedure.game" else code(header)
        self.headings[model] = heading
        yield from (f"{'#' * depth} {heading}", "")
        if depth == TOP:
            yield from (self._introduce(path, field, model), "")
            yield from fenced_example(path, (field.examples or [{}])[0])
        else:
            yield from (_sentences(model), "")
        keys = {inner.alias or name: inner for name, inner in model.model_fields.items()}
        events = OUTPUT_FIELDS if model is Output else {}
        if events:
            yield from self._events({key: inner for key, inner in keys.items() if key in events})
        for key, inner in keys.items():
            if key not in events:
                yield self.key(model, _below(path, field, key), inner)
        yield ""
        for key, inner in keys.items():
            if model is not Procedure or key == "game":  # the steps in all lists have the same keys
                yield from self.write(_below(path, field, key), inner, depth + 1)
        if model is Procedure:
            yield from (f"{'#' * (depth + 1)} {CHANGES}", "", _sentences(Changes), "")
            example = {"before": {"settle": ["show hands"]}, "without": ["announce hand"]}
            yield from fenced_example("procedure.hand", example)
            yield from map(_change, Changes.model_fields.values(), Changes.model_fields)
            yield ""

    def _introduce(self, path: str, field: FieldInfo, model: type[Section] | None = None) -> str:
        """Introduce a section: whether it is required, how many entries it can have, and its meaning."""
        schema = self.definitions["Ruleset"]["properties"][path]
        most = schema.get("maxItems", schema.get("maxProperties"))
        about, sentences = field.description or "", _sentences(model) if model else ""
        words = ["Required."] * field.is_required() + ([f"Up to {most:,}."] if most else [])
        words += [] if sentences.startswith(about.removesuffix(".")) else [about]
        return " ".join([*words, sentences]).strip()

    def key(self, model: type[BaseModel], path: str, field: FieldInfo) -> str:
        """Describe a key: its values, its default, its meaning, and an example."""
        key = path.rpartition(".")[2]
        takes = self._describe(self.definitions[model.__name__]["properties"][key])
        inner, header = _inner_table(path, field)
        if inner is not None:
            known = link(self.headings.get(inner, code(header)))
            takes = known if takes == "table" else f"{takes.removesuffix(' table')} {known}"
        if inner is Step:
            takes = f"list of {link(STEP, 'steps')}, or {link(CHANGES, 'changes')} to the inherited ones"
        default = NEEDS.get(model, "required") if field.is_required() else _default(field)
        example = code(f"{key} = {write_value((field.examples or [None])[0])}")
        values = f"{takes}; {default}" if default else takes
        return f"- **`{key}`** ({values}). {field.description} For example {example}."

    def _events(self, keys: dict[str, FieldInfo]) -> Iterator[str]:
        rows = [
            (code(key), field.description or "", code(str((field.examples or [""])[0])))
            for key, field in keys.items()
        ]
        yield from table(("event", "when it happens, and its fields", "example"), rows)

    def _describe(self, schema: Schema) -> str:
        if "$ref" in schema or "properties" in schema:
            return "table"
        if "anyOf" in schema and "enum" not in schema and "pattern" not in schema:
            forms = [self._describe(form) for form in schema["anyOf"]]
            if schema["anyOf"][0].get("type") == "boolean":
                words = ["a word"] if any("enum" in form for form in schema["anyOf"]) else []
                tables = ["a table"] if "table" in forms else []
                return enumerate_words(
                    ["true", "false", *words, "a [condition](#expressions)", *tables], "or"
                )
            if (
                "pattern" in forms
                or {"pattern": EXPRESSION["pattern"]}.items() <= schema["anyOf"][-1].items()
            ):
                return link("Expressions").replace("Expressions]", "expression]")
            return " or ".join(dict.fromkeys(form for form in forms if form != "any value"))
        if "const" in schema:
            return code(write_value(schema["const"]))
        if "enum" in schema:
            meaning = next(
                (text for words, text in MEANINGS.items() if set(words) >= set(schema["enum"])), ""
            )
            return meaning or listed(map(str, schema["enum"]))
        # the usual form comes first
        kind = schema["type"] if isinstance(schema["type"], str) else schema["type"][0]
        describe: Callable[[Schema], str] = getattr(self, f"_describe_{kind}")
        return describe(schema)

    def _describe_number(self, schema: Schema) -> str:
        return "number"

    def _describe_boolean(self, schema: Schema) -> str:
        return "true or false"

    def _describe_integer(self, schema: Schema) -> str:
        if "minimum" not in schema:
            return "whole number"
        most = schema.get("maximum", schema.get("exclusiveMaximum", 0) - 1)
        return (
            f"whole number from {schema['minimum']:,} to {most:,}"
            if most != schema["minimum"]
            else f"`{most}`"
        )

    def _describe_string(self, schema: Schema) -> str:
        pattern = schema.get("pattern", "")
        if pattern == EXPRESSION["pattern"]:
            return "[condition](#expressions)"
        if pattern == IDENTIFIER:
            return "name"
        if LINE in schema.get("allOf", ()):
            return "[template](#templates)"
        return "ratio such as `3:2`" if pattern == RATIO else "text"

    def _describe_array(self, schema: Schema) -> str:
        items = schema["items"]
        if any("$ref" in form or "properties" in form for form in items.get("anyOf", ())):
            items = {"$ref": "step"}
        least, most = schema.get("minItems", 0), schema.get("maxItems", 0)
        count = f"{least}" if least == most else f"{least} to {most}" if least else f"up to {most:,}"
        return f"list of {count}, each {self._describe(items)}"

    def _describe_object(self, schema: Schema) -> str:
        names = schema.get("propertyNames", {})
        by = f" by {listed(names['enum'])}" if "enum" in names else ""
        by = " by name" if names.get("pattern") == IDENTIFIER else by
        most = f", up to {schema['maxProperties']:,}" if "maxProperties" in schema else ""
        return f"table{by}{most}, each {self._describe(schema['additionalProperties'])}"


def _change(field: FieldInfo, name: str) -> str:
    key = field.alias or name
    condition = f"table by step, each a {link('Expressions', 'condition')}"
    values = {"without": "list of steps", "while": condition, "if": condition}
    takes = values.get(key, f"table by step, each a list of {link(STEP, 'steps')}")
    example = code(f"{key} = {write_value((field.examples or [None])[0])}")
    return f"- **`{key}`** ({takes}). {field.description} For example {example}."


def _sentences(model: type[Section]) -> str:
    """Return the docstring of a model as one line of Markdown."""
    return " ".join((model.__doc__ or "").split()).replace("``", "`")


def _default(field: FieldInfo) -> str:
    """Return the default of a key, or an empty string if no single value expresses it."""
    value = field.get_default(call_default_factory=True)
    is_long = isinstance(value, dict) and any(isinstance(inner, dict) for inner in value.values())
    if value is None or isinstance(value, Section) or is_long or value in ("", [], {}):
        return ""
    if isinstance(value, str):
        is_number = re.fullmatch("[0-9]+", value)  # the expression is a number
        return f"default {code(value if is_number else write_value(as_written(value)))}"
    return f"default {code(write_value(value))}"


def _inner_table(path: str, field: FieldInfo) -> tuple[type[Section] | None, str]:
    """Return the model and the header for the tables in a value.

    Return None and an empty string if the value contains no tables.
    """
    for kind in kinds_of(field.annotation):
        if is_model(kind):
            return kind, f"[{path}]"
        for inner in (bare for argument in get_args(kind) for bare in kinds_of(argument)):
            if is_model(inner):
                is_list = get_origin(kind) is list
                name = FREE.get(path.rpartition(".")[2], "NAME")
                return inner, f"[[{path}]]" if is_list else f"[{path}.{name}]"
    return None, ""


def _below(path: str, field: FieldInfo | None, key: str) -> str:
    """Return the path of ``key`` in the table at ``path``.

    If the table contains tables that the author names, ``key`` belongs to those inner tables.
    """
    is_free = field is not None and any(get_origin(kind) is dict for kind in kinds_of(field.annotation))
    return f"{path}.{FREE.get(path.rpartition('.')[2], 'NAME')}.{key}" if is_free else f"{path}.{key}"
