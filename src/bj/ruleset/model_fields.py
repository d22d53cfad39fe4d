"""Look up which keys and types a ruleset allows at a path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, StringConstraints, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from bj.faults_and_fixes import KeyPath
from bj.ruleset.model import Ruleset

KEPT = 1_000
"""The number of paths to cache."""


@lru_cache(KEPT)
def fields_at(path: KeyPath, root: type[BaseModel] = Ruleset) -> Mapping[str, FieldInfo]:
    """Map each TOML key that is allowed in the table at ``path`` to its model field.

    ``root`` is the model for the whole document. The result is empty if authors choose the keys of the table.
    """
    return {key: field for model in models_at(path, root) for key, field in _fields(model).items()}


def fits(path: KeyPath, value: Any, root: type[BaseModel] = Ruleset) -> bool:
    """Whether ``value`` is valid at ``path``, which must be the path of a key in the model.

    >>> fits(("rules", "split", "aces"), "hit"), fits(("rules", "split", "aces"), False)
    (True, False)
    """
    try:
        _validator_of(path, root).validate_python(value)
    except ValidationError:
        return False
    return True


@cache
def _validator_of(path: KeyPath, root: type[BaseModel]) -> TypeAdapter[Any]:
    field = fields_at(path[:-1], root)[str(path[-1])]
    kind: Any = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    return TypeAdapter(kind)


def models_at(path: KeyPath, root: type[BaseModel] = Ruleset) -> list[type[BaseModel]]:
    """Return the models for the table at ``path``.

    ``root`` is the model for the whole document. The result is empty if authors choose the keys of the table.
    """
    kinds: list[Any] = [root]
    for step in path:
        kinds = [kind for outer in kinds for inner in _inside(outer, step) for kind in kinds_of(inner)]
    return list(filter(is_model, kinds))


def kinds_of(annotation: Any) -> Iterator[Any]:
    """Yield the types that a value with this ``annotation`` can have. Constraints are left out."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from kinds_of(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for argument in get_args(annotation):
            yield from kinds_of(argument)
    else:
        yield annotation


def is_model(kind: Any) -> bool:
    """Whether ``kind`` is a model, which is the type of a table with a fixed set of keys."""
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def make_stand_in(annotation: Any) -> Any:
    """Return a placeholder for a value with this ``annotation``. If none is known, return None."""
    kind = next(kinds_of(annotation))
    arguments = get_args(kind)
    if get_origin(kind) is Literal:
        return arguments[0]
    if get_origin(kind) is list:
        return [make_stand_in(arguments[0])]
    if get_origin(kind) is dict:
        return {}
    if is_model(kind):
        required = {key: field for key, field in _fields(kind).items() if field.is_required()}
        return {key: _stand_in_of(field) for key, field in required.items()}
    return {str: "x", int: 1, bool: False}.get(kind)


def _stand_in_of(field: FieldInfo) -> Any:
    """Return a placeholder for the value of ``field``.

    If the value must match a pattern, this is the field's first example.
    """
    has_form = any(isinstance(each, StringConstraints) and each.pattern for each in field.metadata)
    return (field.examples or [""])[0] if has_form else make_stand_in(field.annotation)


@cache
def _fields(model: type[BaseModel]) -> Mapping[str, FieldInfo]:
    return {field.alias or name: field for name, field in model.model_fields.items()}


def _inside(kind: Any, step: str | int) -> Iterator[Any]:
    """Yield the type of the value at the key or index ``step`` in a value of the type ``kind``."""
    if get_origin(kind) in (list, dict):
        yield get_args(kind)[-1]
    elif is_model(kind) and step in _fields(kind):
        yield _fields(kind)[str(step)].annotation
    elif is_model(kind) and kind.model_config.get("extra") == "allow":
        yield get_args(get_type_hints(kind)["__pydantic_extra__"])[-1]
