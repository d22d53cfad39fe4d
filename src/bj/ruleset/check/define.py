"""Checks of definitions: names for expressions."""

from __future__ import annotations

from bj.errors import TextFaults
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.check.expressions_and_templates import (
    meanings_at,
    remembered_names,
    without_faulty_definitions,
)
from bj.ruleset.check.memory import check_name, names_of_arguments
from bj.ruleset.check.scopes import find_circle
from bj.ruleset.names import Place

PLACES = sorted(Place, key=lambda place: place != Place.ACTION)
"""The places, beginning with the one that knows most names."""


@needs("arguments", "define", "strategies")
def check_define(checking: Checking) -> None:
    """Every definition has a unique name, and a meaning in at least one place."""
    ruleset = checking.ruleset
    others = dict.fromkeys(remembered_names(ruleset), "a memory") | names_of_arguments(ruleset)
    for name in ruleset.define:
        check_name(checking, ("define", name), name, others, "define it under another name")
    if circle := find_circle(ruleset.define):
        message = f"`{circle[0]}` is defined by itself"
        if len(circle) > 2:
            message += f", by way of {' and '.join(f'`{name}`' for name in circle[1:-1])}"
        checking.fault("BJ317", ("define", circle[0]), message, "define one of them without the others")
        return
    found = [meanings_at(checking, place) for place in PLACES]
    for name, text in ruleset.define.items():
        faults = [meaning for meaning in (each[name] for each in found) if isinstance(meaning, TextFaults)]
        if len(faults) == len(found):
            fewest = min(faults, key=lambda each: len(each.faults))
            checking.note(("define", name), without_faulty_definitions(checking, text, fewest))
