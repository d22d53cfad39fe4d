from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo

from bj.ruleset.model import Dealer, Ruleset, Step
from bj.ruleset.model_fields import fields_at, is_model, kinds_of, make_stand_in


def models_in(annotation: Any) -> set[type[BaseModel]]:
    """The models inside a type."""
    found: set[type[BaseModel]] = set()
    for kind in kinds_of(annotation):
        if is_model(kind):
            found |= {kind}.union(*(models_in(field.annotation) for field in kind.model_fields.values()))
        else:
            found = found.union(*(models_in(argument) for argument in get_args(kind)))
    return found


FIELDS = {
    f"{model.__name__}.{name}": field
    for model in sorted(models_in(Ruleset), key=lambda model: model.__name__)  # alike in every process
    for name, field in model.model_fields.items()
}
REQUIRED = {name: field for name, field in FIELDS.items() if field.is_required()}
MADE = {name: field for name, field in FIELDS.items() if field.default_factory}


@pytest.mark.parametrize("field", REQUIRED.values(), ids=REQUIRED)
def test_every_required_field_has_a_stand_in(field: FieldInfo) -> None:
    """Every required value has a stand-in, so a fault in it does not hide other faults."""
    annotation: Any = field.annotation
    TypeAdapter(annotation).validate_python(make_stand_in(field.annotation), strict=True)


def test_fields_are_found_through_lists_tables_and_options() -> None:
    """The keys of a table are known at every place, by their names in TOML."""
    assert fields_at(()).keys() == Ruleset.model_fields.keys()
    assert fields_at(("dealer",)).keys() == Dealer.model_fields.keys()
    assert {"while", "if", "else"} <= fields_at(("procedure", "round", 3)).keys()
    assert fields_at(("procedure", "game", 0)).keys() == fields_at(("procedure", "hand", 5)).keys()
    assert "rows" in fields_at(("strategies", "any", "chart"))
    assert "or" in fields_at(("cards", "ranks", "A"))
    assert fields_at(("strategies",)) == {}
    assert fields_at(("shoe", "packs")) == {}
    assert fields_at(("nothing", "at", "all")) == {}


def test_a_step_has_no_required_field() -> None:
    """A stand-in for a list of steps is a step that does nothing."""
    assert make_stand_in(list[Step]) == [{}]


@pytest.mark.parametrize("field", MADE.values(), ids=MADE)
def test_an_omitted_section_is_what_validation_makes_of_an_empty_one(field: FieldInfo) -> None:
    """Unvalidated defaults are valid and complete."""
    section: Any = field.annotation
    assert field.get_default(call_default_factory=True) == section.model_validate({})
