"""Check that definitions are valid, and that no name has two meanings."""

from __future__ import annotations

from collections.abc import Mapping

from bj.errors import TextFaults
from bj.faults_and_fixes import KeyPath
from bj.ruleset.allowed_names_by_place import NAMES, Place
from bj.ruleset.check.arguments import RESERVED
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.check.expressions_and_templates import (
    meanings_at,
    remembered_names,
    without_faulty_definitions,
)
from bj.ruleset.check.scopes import find_cycle
from bj.ruleset.model import Ruleset

TAKEN = RESERVED.union(*NAMES.values())
"""Words that already have a meaning in expressions that can use memories."""

PLACES = sorted(Place, key=lambda place: place != Place.ACTION)
"""All places where expressions can occur, starting with the one where the most names are available."""


@needs("arguments", "define", "strategies")
def check_define(checking: Checking) -> None:
    """Check that each definition has a unique name, and that it is valid in at least one place."""
    ruleset = checking.ruleset
    others = dict.fromkeys(remembered_names(ruleset), "a memory") | names_of_arguments(ruleset)
    for name in ruleset.define:
        check_name(checking, ("define", name), name, others, "choose a different name")
    if circle := find_cycle(ruleset.define):
        message = f"`{circle[0]}` is defined in terms of itself"
        if len(circle) > 2:
            message += f", through {' and '.join(f'`{name}`' for name in circle[1:-1])}"
        checking.fault("BJ317", ("define", circle[0]), message, "define one of them without using the others")
        return
    found = [meanings_at(checking, place) for place in PLACES]
    for name, text in ruleset.define.items():
        faults = [meaning for meaning in (each[name] for each in found) if isinstance(meaning, TextFaults)]
        if len(faults) == len(found):
            fewest = min(faults, key=lambda each: len(each.faults))
            checking.note(("define", name), without_faulty_definitions(checking, text, fewest))


def names_of_arguments(ruleset: Ruleset) -> dict[str, str]:
    """Map each argument that expressions can use to the phrase that describes it in messages."""
    numbers = (argument.name for argument in ruleset.command_line if argument.type == "integer")
    return dict.fromkeys(numbers, "an argument")


def check_name(checking: Checking, path: KeyPath, name: str, others: Mapping[str, str], remedy: str) -> None:
    """Check that ``name`` is available as the name of a memory, a definition or a power.

    ``others`` maps names that are already in use to the phrases that describe them in messages.
    """
    if name in TAKEN:
        checking.fault("BJ602", path, f"`{name}` already has a meaning in expressions", remedy, key=True)
    elif name in others:
        checking.fault("BJ601", path, f"{others[name]} is also called `{name}`", remedy, key=True)
