"""Changes of a ruleset, and how the difference and the rule card describe them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import pytest
from pydantic import BaseModel
from tests.cli.changed_rulesets import card, changed, difference
from tests.describe.update import FILES, Case, describe, read_cases
from tests.session.games import DIFFERENT

from bj.catalogue.events import FIELDS
from bj.ruleset.model import Power, Reaction, Ruleset
from bj.ruleset.model.prompts import PROMPT_FIELDS, Prompts
from bj.ruleset.model_fields import is_model, kinds_of

RULES, NAMES, POSSIBLE = ({case.name: case for case in read_cases(file)} for file in FILES)

NO_RULES = {"Head", "Example"}
"""Models that describe a ruleset rather than its play."""


def models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """The model and all models inside it."""
    yield model
    for field in model.model_fields.values():
        for kind in kinds_of(field.annotation):
            inner = get_args(kind)[-1] if get_origin(kind) in (list, dict) else kind
            for found in kinds_of(inner):
                if is_model(found):
                    yield from models(found)


def test_every_key_of_the_language_is_tried() -> None:
    """Every key of the language occurs in a case, so that no rule is left undescribed."""
    left_out = NO_RULES | {model.__name__ for model in models(Prompts)} | {"Ruleset", "Output"}
    keys = {
        f"{model.__name__}.{name}"
        for model in models(Ruleset)
        if model.__name__ not in left_out
        for name, field in model.model_fields.items()
        if not (issubclass(model, Power) and name in Reaction.model_fields)
        if not is_model(field.annotation)
    }
    assert keys | {"Head.usage"} == RULES.keys() | NAMES.keys()


@pytest.mark.parametrize("case", [*RULES.values(), *NAMES.values()], ids=lambda case: case.name)
def test_a_change_is_described_in_both_directions(case: Case) -> None:
    """The difference shows every change, and the card changes with every rule, but with no name."""
    old, new = case.rulesets()
    assert describe(old, new) == case.difference, "see what has changed with: python tests/describe/update.py"
    assert difference(new, old)
    assert (card(old) != card(new)) == (case.name in RULES)


@pytest.mark.parametrize("case", POSSIBLE.values(), ids=POSSIBLE)
def test_a_card_promises_only_what_can_happen(case: Case) -> None:
    """A change removes sentences about the impossible, and mentions the exceptions that powers can make."""
    assert case.described() == case.difference, "see what has changed with: python tests/describe/update.py"


@pytest.mark.parametrize("event", sorted(FIELDS))
def test_difference_mentions_every_template(event: str) -> None:
    """An added template of any event is a difference, shown with the event."""
    line = "{cards}!" if "cards" in FIELDS[event] else "Listen!"
    found = difference(changed("classic", {}), changed("classic", {f"output/{event}": line}))
    assert len(found) in (1, 2)
    assert all(f"{event}: " in line for line in found)


PROMPTS = [f"{section}/{key}" for section, keys in PROMPT_FIELDS.items() for key in keys]


@pytest.mark.parametrize("place", [*PROMPTS, "wager/quit", "action/answers", "again/answers"])
def test_difference_mentions_every_prompt(place: str) -> None:
    """A changed question is a difference."""
    answers = {"action/answers": {"1": "hit", "2": "stand"}, "again/answers": {"1": "yes", "2": "no"}}
    value: Any = answers.get(place, 5 if place == "wager/quit" else "Well?")
    found = difference(changed("vegas", {}), changed("vegas", {f"prompts/{place}": value}))
    assert len(found) in (1, 2)
    assert all(place.replace("/", ", ") in line for line in found)


@pytest.mark.parametrize("name", DIFFERENT)
def test_no_ruleset_differs_from_itself(name: str) -> None:
    """The same rules make no difference, and titles, summaries and examples are no rules."""
    other = {"ruleset/title": "Other", "ruleset/summary": "Other", "example/seed": 17}
    assert difference(changed(name, {}), changed(name, other)) == []
