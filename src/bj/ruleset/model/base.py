"""The base class and the field types that every section of the model shares.

The modules in this folder do not use ``from __future__ import annotations``, because pydantic would have to
compile every annotation from text at startup.
"""

from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Self, TypeAlias

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, PydanticCustomError

from bj.catalogue.actions import ACTIONS
from bj.catalogue.limits import LONGEST_TEXT
from bj.faults_and_fixes import Fix, KeyPath
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.expressions.tree import ValueKind
from bj.ruleset.suggestions import NUMBER_WORDS
from bj.text.lazy_regex import compile_later
from bj.text.unsafe_characters import PRINTABLE, UNPRINTABLE, describe_hidden

EXPRESSION: dict[str, Any] = {
    "type": "string",
    "minLength": 1,
    "maxLength": LONGEST_TEXT,
    "pattern": r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f#$&:;?@\[\\\]^`{|}~\u007f-\u009f]+$",
}
"""The JSON Schema for an expression. It only rejects characters that can never occur in an expression."""


QUOTED_TRUTH = compile_later(r"\s*([Tt]rue|[Ff]alse)\s*")

CONDITION: dict[str, Any] = {
    "anyOf": [{"type": "boolean"}, {**EXPRESSION, "not": {"pattern": f"^{QUOTED_TRUTH.pattern}$"}}]
}
"""The JSON Schema for a condition: true, false or an expression."""


class Section(BaseModel):
    """A table in a ruleset. It is immutable, rejects unknown keys, and does not coerce values."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    @classmethod
    @cache
    def usual(cls) -> Self:
        """Return a section with all default values. It is cached, and built without validation."""
        return cls.model_construct()

    def expression(self, field: str) -> Any:
        """Return the value of ``field``, leaving out parts that are not written as expressions."""
        return getattr(self, field)

    def meant(self) -> Iterable[tuple[KeyPath, str, Place]]:
        """Return the path, text and place of every condition that the section only implies."""
        return ()


def _formula(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise PydanticCustomError("formula_type", "should be a whole number or an expression in quotes")
    return str(value)


def _amount(value: Any) -> Any:
    if isinstance(value, float) and isfinite(value):
        return f"{Decimal(repr(value)):f}"
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise PydanticCustomError("amount_type", "should be a number or an expression in quotes")
    return str(value)


def condition_or_not(value: Any) -> Any:
    """Return ``value`` if it is true, false or text.

    Refuse other types, and quoted words such as ``"true"``.
    """
    if not isinstance(value, bool | str):
        raise PydanticCustomError("condition_type", "should be true, false or a condition in quotes")
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise PydanticCustomError(
            "string_too_long", "should have at most {max_length} characters", {"max_length": LONGEST_TEXT}
        )
    quoted = QUOTED_TRUTH.fullmatch(value) if isinstance(value, str) else None
    if quoted:
        truth = quoted[1].lower()
        message, remedy = "should be {truth}, without quotes", Fix(truth)
        raise PydanticCustomError("quoted_truth", message, {"truth": truth, "remedy": remedy})
    return value


def as_written(condition: str) -> bool | str:
    """Return ``condition`` as it is written in TOML. "True" and "False" become booleans."""
    return {"True": True, "False": False}.get(condition, condition)


def _condition(value: Any) -> Any:
    """Return ``value`` as the text of an expression. A boolean becomes "True" or "False"."""
    found = condition_or_not(value)
    return str(found) if isinstance(found, bool) else found


def _printable(value: str) -> str:
    """Return ``value`` unchanged, but refuse characters that could send commands to a terminal."""
    is_plain = not isinstance(value, str) or (value.isascii() and value.isprintable())
    found = None if is_plain else UNPRINTABLE.search(value)
    if found:
        raise PydanticCustomError(
            "unprintable",
            "the {what} character U+{code} cannot be shown",
            {
                "what": "invisible" if "invisible" in describe_hidden(found[0]) else "control",
                "code": f"{ord(found[0]):04X}",
                "offset": found.start(),
                "remedy": "remove it",
            },
        )
    return value


class MadeOnce:
    """Annotation for a type that many fields use.

    It makes pydantic build the type's core schema only once.
    """

    def __init__(self, json_schema: dict[str, Any] | None = None) -> None:
        self._json_schema = json_schema
        self._described: CoreSchema | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        if self._described is None:
            self._described = handler(source)
        return dict(self._described)

    def __get_pydantic_json_schema__(
        self, described: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return handler(described) if self._json_schema is None else dict(self._json_schema)


Formula = Annotated[
    str,
    BeforeValidator(_formula),
    StringConstraints(max_length=LONGEST_TEXT),
    MadeOnce({"anyOf": [{"type": "integer"}, EXPRESSION]}),
]
"""A whole number, or an expression such as ``2 * minimum``."""

Amount = Annotated[
    str,
    BeforeValidator(_amount),
    StringConstraints(max_length=LONGEST_TEXT),
    MadeOnce({"anyOf": [{"type": "number"}, EXPRESSION]}),
]
"""A number, with or without decimals, or an expression that yields an amount of money."""

Condition = Annotated[
    str,
    BeforeValidator(_condition),
    PlainSerializer(as_written),
    MadeOnce(CONDITION),
]
"""True, false, or an expression such as ``total < 17``."""


class Meaning(NamedTuple):
    """Metadata for a field with an expression: where it is evaluated, and what kind of value it yields."""

    place: Place
    kind: ValueKind


StartNumber = Annotated[Formula, Meaning(Place.MEMORY, ValueKind.NUMBER)]
StartMoney = Annotated[Amount, Meaning(Place.START, ValueKind.MONEY)]
TableCondition = Annotated[Condition, Meaning(Place.TABLE, ValueKind.BOOLEAN)]
RuleCondition = Annotated[Condition, Meaning(Place.RULE, ValueKind.BOOLEAN)]
RuleMoney = Annotated[Amount, Meaning(Place.RULE, ValueKind.MONEY)]
ActionCondition = Annotated[Condition, Meaning(Place.ACTION, ValueKind.BOOLEAN)]
ActionMoney = Annotated[Amount, Meaning(Place.ACTION, ValueKind.MONEY)]
WagerMoney = Annotated[Amount, Meaning(Place.WAGER, ValueKind.MONEY)]
DealerCondition = Annotated[Condition, Meaning(Place.DEALER, ValueKind.BOOLEAN)]
ReactionCondition = Annotated[Condition, Meaning(Place.REACTION, ValueKind.BOOLEAN)]
ReactionNumber = Annotated[Formula, Meaning(Place.REACTION, ValueKind.NUMBER)]
ReactionMoney = Annotated[Amount, Meaning(Place.REACTION, ValueKind.MONEY)]

Text = Annotated[
    str,
    BeforeValidator(_printable),
    StringConstraints(max_length=LONGEST_TEXT),
    MadeOnce({"type": "string", "maxLength": LONGEST_TEXT, "pattern": PRINTABLE}),
]
"""Text that is printed exactly as it is written."""

IDENTIFIER = "^[a-z][a-z0-9_]*$"
LONGEST_NAME = 40
NAME = compile_later(f"[a-z][a-z0-9_]{{0,{LONGEST_NAME - 1}}}")

Identifier = Annotated[str, StringConstraints(pattern=IDENTIFIER, max_length=LONGEST_NAME), MadeOnce()]
"""A name for use in expressions: lowercase letters, digits and underscores."""


def _argument_name(value: Any) -> Any:
    """Return ``value`` if it can be the name of an argument.

    Refuse anything else, such as a word for a number.
    """
    if not isinstance(value, str) or not NAME.fullmatch(value) or value in NUMBER_WORDS:
        raise PydanticCustomError("argument_type", "should be the name of an argument")
    return value


ArgumentName = Annotated[
    str,
    BeforeValidator(_argument_name),
    WithJsonSchema({"type": "string", "pattern": IDENTIFIER, "maxLength": LONGEST_NAME}),
]
"""The name of an argument whose value is a whole number."""

if TYPE_CHECKING:
    ActionName: TypeAlias = str
else:
    ActionName = Literal[tuple(ACTIONS)]

LARGEST_SEED = 2**32 - 1

Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED)]
