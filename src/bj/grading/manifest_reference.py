"""Describes the keys in a course manifest, for the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bj.describe.reference.markdown_parts import listed, table
from bj.grading.manifest import Course, Credit, Group, Manifest, Program, Run
from bj.ruleset.model.base import Section
from bj.ruleset.toml.reading_and_writing import write_value
from bj.text.markdown_escapes import code, list_code
from bj.verify.marks import CRITERIA

TABLES: Mapping[str, type[Section]] = {
    "[course]": Course,
    "[runs.NAME]": Run,
    "[points.CRITERION]": Credit,
    "[points.GROUP]": Group,
    "[program]": Program,
}
"""The model for each table in a manifest, by header."""


def write_manifest() -> Iterator[str]:
    """Yield Markdown lines that describe all tables in a manifest, with all their keys."""
    about = Manifest.model_fields
    yield from ("A manifest for `bj grade` is a TOML file with these tables:", "")
    for header in ("course", "runs.NAME", "points", "help", "program"):
        yield f"- `[{header}]`: {about[header.partition('.')[0]].description}"
    yield from (
        "",
        "A finding counts against the criterion that lists its kind. If no criterion lists it, as with "
        "`payout`, `condition` and `rule`, it counts against the criterion with the longest matching "
        "beginning of the broken rule, where `*` matches any name. If the kind is listed under `order`, but "
        "the rule belongs to `tournament`, the finding counts against `tournament`.",
        "",
    )
    yield from table(
        ("criterion", "kinds of findings", "beginnings of rules"),
        [
            (code(name), ", ".join(sorted(each.kinds)), list_code(each.rules))
            for name, each in CRITERIA.items()
        ],
    )
    for header, model in TABLES.items():
        yield from (f"### {code(header)}", "", " ".join((model.__doc__ or "").split()), "")
        schema = model.model_json_schema()
        required = schema.get("required", ())
        yield from table(
            ("key", "values", "meaning"),
            [
                (
                    code(key),
                    _values(field) + _default(field, is_required=key in required),
                    field["description"],
                )
                for key, field in schema["properties"].items()
            ],
        )


def _values(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        forms = [form for form in schema["anyOf"] if form.get("type") != "null"]
        return " or ".join(dict.fromkeys(map(_values, forms)))
    if "enum" in schema:
        return listed(schema["enum"])
    if schema.get("type") == "array":
        return f"list, each {_values(schema['items'])}"
    if schema.get("type") in ("integer", "number"):
        return ("whole number" if schema["type"] == "integer" else "number") + _bounds(schema)
    return {"string": "text", "boolean": "true or false"}.get(schema.get("type", ""), "table")


def _bounds(schema: dict[str, Any]) -> str:
    bounds = {"minimum": "from {:,}", "exclusiveMinimum": "above {:,}", "maximum": "up to {:,}"}
    return "".join(f" {words.format(schema[key])}" for key, words in bounds.items() if key in schema)


def _default(schema: dict[str, Any], *, is_required: bool) -> str:
    """Return a note with a key's default, or a note that the key is required.

    An empty default has no note.
    """
    default = schema.get("default")
    if is_required:
        return "; required"
    return "" if default in (None, "", [], {}) else f"; default {code(write_value(default))}"
