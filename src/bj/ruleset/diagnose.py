"""What is wrong with the types of a ruleset: pydantic's errors as faults in plain words.

A value with a fault is taken out and the rest validated again, so that the checks beyond types can still be
made of everything that is sound.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError

from bj.errors import Fault, KeyPath
from bj.ruleset.check import check
from bj.ruleset.check.checked import suggest
from bj.ruleset.model import Ruleset

ROUNDS = 100
"""How often a section is mended and validated again before it is given up."""

EXPECTED: Mapping[str, str] = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "words in quotes",
    "bool_type": "true or false",
    "list_type": "a list in brackets",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "formula_type": "a whole number or an expression in quotes",
}
"""What should have stood there, by the type of pydantic's error."""


def diagnose(data: Mapping[str, Any]) -> list[Fault]:
    """Every fault of ``data``, which is no valid ruleset."""
    faults: list[Fault] = []
    sections: dict[str, Any] = {}
    for name in data:
        if name not in Ruleset.model_fields:
            remedy = suggest(name, Ruleset.model_fields)
            faults.append(Fault((name,), f"unknown section `{name}`", remedy, part="key"))
    for name, field in Ruleset.model_fields.items():
        if name in data:
            adapter: TypeAdapter[Any] = TypeAdapter(field.annotation)
            for metadata in field.metadata:
                adapter = TypeAdapter(_annotated(field.annotation, metadata))
            valid, value = _mend(adapter, name, copy.deepcopy(data[name]), faults)
            if valid:
                sections[name] = value
        elif field.is_required():
            faults.append(Fault((name,), f"the section `{name}` is missing", f"add [{name}]"))
        else:
            sections[name] = field.get_default(call_default_factory=True)
    partial = Ruleset.model_construct(**{**dict.fromkeys(Ruleset.model_fields), **sections})
    faults += check(partial, frozenset(sections))[1]
    return faults


def _annotated(annotation: Any, metadata: Any) -> Any:
    """``annotation`` with one of its constraints."""
    from typing import Annotated

    return Annotated[annotation, metadata]


def _mend(adapter: TypeAdapter[Any], name: str, value: Any, faults: list[Fault]) -> tuple[bool, Any]:
    """Validate a section, taking out what is faulty; whether something sound was left, and it."""
    holder = {name: value}
    known: set[KeyPath] = set()
    for _ in range(ROUNDS):
        try:
            return True, adapter.validate_python(holder[name])
        except ValidationError as error:
            found = _explain_all(error, name, holder)
        removed = False
        for path, fault in found.items():
            if path not in known and not any(path[:depth] in known for depth in range(1, len(path))):
                faults.append(fault)
            known.add(path)
        for path in sorted(found, key=lambda path: [str(step).zfill(6) for step in path], reverse=True):
            removed |= _remove(holder, path)
        if not removed or name not in holder:
            return False, None
    return False, None


def _explain_all(error: ValidationError, name: str, holder: Mapping[str, Any]) -> dict[KeyPath, Fault]:
    """The faults of one validation, by the place of the value that has to go."""
    groups: dict[KeyPath, list[Any]] = {}
    for detail in error.errors(include_url=False):
        path = _existing((name, *detail["loc"]), holder, detail["type"])
        groups.setdefault(path, []).append(detail)
    return {path: _explain(path, details, holder) for path, details in groups.items()}


def _existing(path: KeyPath, holder: Any, kind: str) -> KeyPath:
    """The part of a pydantic location that is a place in the document: union tags are left out."""
    kept: list[str | int] = []
    here: Any = holder
    for step in path:
        if isinstance(here, dict) and step in here or isinstance(here, list) and isinstance(step, int):
            kept.append(step)
            here = here[step]
        elif kind == "missing" and step == path[-1]:
            kept.append(step)
    return tuple(kept)


def _look_up(holder: Any, path: KeyPath) -> Any:
    """The value at ``path``."""
    for step in path:
        holder = holder[step]
    return holder


def _remove(holder: Any, path: KeyPath) -> bool:
    """Take out the value at ``path``, or what holds it when it is missing; whether anything was there."""
    for depth in range(len(path), 0, -1):
        try:
            parent = _look_up(holder, path[: depth - 1])
            del parent[path[depth - 1]]
        except (KeyError, IndexError, TypeError):
            continue
        return True
    return False


def _model_at(path: KeyPath) -> type[BaseModel] | None:
    """The model of the table at ``path``."""
    annotation: Any = Ruleset
    for step in path:
        model = _model_in(annotation)
        if model is not None and isinstance(step, str):
            fields = {field.alias or name: field for name, field in model.model_fields.items()}
            if step not in fields:
                return None
            annotation = fields[step].annotation
        else:
            annotation = get_args(_container(annotation))[-1] if get_args(_container(annotation)) else None
    return _model_in(annotation)


def _container(annotation: Any) -> Any:
    """The list or table inside an optional or constrained annotation."""
    for argument in get_args(annotation):
        if getattr(argument, "__origin__", None) in (list, dict):
            return argument
        if getattr(_container(argument), "__origin__", None) in (list, dict) and argument is not annotation:
            return _container(argument)
    return annotation


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model that ``annotation`` is, perhaps optionally; not one inside a list or table."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if getattr(annotation, "__origin__", None) in (list, dict):
        return None
    return next((model for model in map(_model_in, get_args(annotation)) if model), None)


def _explain(path: KeyPath, details: list[Any], holder: Mapping[str, Any]) -> Fault:
    """One fault in plain words."""
    first = details[0]
    kind, context = first["type"], first.get("ctx", {})
    key = str(path[-1])
    if kind == "extra_forbidden":
        model = _model_at(path[:-1])
        fields = [field.alias or name for name, field in model.model_fields.items()] if model else []
        return Fault(path, f"unknown key `{key}`", suggest(key, fields), part="key")
    if kind == "missing":
        model = _model_at(path[:-1])
        about = ""
        if model:
            fields_by_key = {field.alias or name: field for name, field in model.model_fields.items()}
            about = fields_by_key[key].description or "" if key in fields_by_key else ""
        where = f" of `{path[-2]}`" if isinstance(path[-2], str) else ""
        remedy = f"add `{key} = …`" + (f": {about[0].lower()}{about[1:]}" if about else "")
        return Fault(path, f"the key `{key}`{where} is missing", remedy, part="key")
    if any(step == "[key]" for detail in details for step in detail["loc"]):
        known = _literals(details)
        if known:
            return Fault(path, f"unknown key `{key}`", suggest(key, known), part="key")
        remedy = "use small letters, digits and underscores, beginning with a letter"
        return Fault(path, f"`{key}` cannot be a name", remedy, part="key")
    value = _look_up(holder, path)
    choices = _literals(details)
    if choices and isinstance(value, str):
        return Fault(path, f"`{value[:60]}` is not known here", suggest(value, choices))
    expected = [EXPECTED[detail["type"]] for detail in details if detail["type"] in EXPECTED]
    expected += [f'"{choice}"' for choice in choices]
    if expected:
        wanted = " or ".join(dict.fromkeys(expected))
        return Fault(path, f"should be {wanted}, not {_what(value)}", f"write {wanted}")
    if kind in ("unprintable",):
        return Fault(path, f"the text {first['msg']}", "take it out: output is plain text")
    return Fault(path, *_bounds(kind, context, value, first["msg"]))


def _literals(details: list[Any]) -> list[str]:
    """The words that were allowed."""
    return [
        word.strip("'")
        for detail in details
        if detail["type"] == "literal_error"
        for word in detail["ctx"]["expected"].replace(" or ", ", ").split(", ")
    ]


def _what(value: Any) -> str:
    """What a value is, in words."""
    names = {bool: "true or false", int: "a whole number", float: "a number with a point", str: "words"}
    names |= {list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")


def _bounds(kind: str, context: Mapping[str, Any], value: Any, message: str) -> tuple[str, str]:
    """Message and remedy for a value that is too small, too large, too short, too long or badly formed."""
    if kind in ("greater_than_equal", "greater_than", "less_than_equal", "less_than"):
        bound = next(iter(context.values()))
        words = {"greater_than_equal": "at least", "greater_than": "more than", "less_than_equal": "at most"}
        wanted = f"{words.get(kind, 'less than')} {bound}"
        return f"{value} should be {wanted}", f"write a number of {wanted}"
    if kind in ("too_short", "too_long", "string_too_short", "string_too_long"):
        bound = context.get("min_length", context.get("max_length"))
        wanted = ("at least" if "short" in kind else "at most") + f" {bound}"
        unit = "characters" if kind.startswith("string") else "entries"
        return f"this has {len(value)} {unit}; there should be {wanted}", f"write {wanted} {unit}"
    if kind == "string_pattern_mismatch":
        if ":" in context.get("pattern", ""):
            return f"`{value[:40]}` is no payout", "write it like `3:2`"
        return f"`{value[:40]}` cannot be a name", "use small letters, digits and underscores"
    return message, "see the reference for what may stand here"
