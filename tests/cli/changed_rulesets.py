"""Shipped rulesets with a few values changed."""

from __future__ import annotations

import copy
import functools
from collections.abc import Mapping
from typing import Any

from bj.describe.rules.differences import compare_rulesets
from bj.describe.rules.rule_card import render_card, render_procedure
from bj.ruleset.check import Checked, check
from bj.ruleset.documents import merge_documents, read_documents
from bj.ruleset.model import Ruleset
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.ruleset.usage_line import drop_unnamed

Changes = Mapping[str, Any]
"""New values by their place, such as ``payouts/win``; None takes a value out."""


@functools.cache
def _whole(name: str) -> Mapping[str, Any]:
    """A shipped ruleset merged with its bases."""
    return drop_unnamed(merge_documents(read_documents(shipped_rulesets()[name])))


def data_of(name: str, changes: Changes) -> dict[str, Any]:
    """A shipped ruleset merged with its bases and these changes."""
    data: Any = copy.deepcopy(_whole(name))
    for place, value in copy.deepcopy(dict(changes)).items():
        *way, last = place.split("/")
        section = data
        for key in way:
            section = section[int(key)] if isinstance(section, list) else section.setdefault(key, {})
        if isinstance(section, list):
            section[int(last)] = value
        elif value is None:
            section.pop(last, None)
        else:
            section[last] = value
    data["ruleset"].pop("extends", None)
    result: dict[str, Any] = data
    return result


def changed(name: str, changes: Changes) -> Checked:
    """A shipped ruleset with these changes; asserts that it has no fault."""
    return _changed(name, changes) if changes else _unchanged(name)


@functools.cache
def _unchanged(name: str) -> Checked:
    return _changed(name, {})


def _changed(name: str, changes: Changes) -> Checked:
    checked, faults = check(Ruleset.model_validate(data_of(name, changes)))
    assert checked is not None, faults
    return checked


def card(checked: Checked) -> str:
    """The whole output of `bj show`."""
    return render_card("it", checked, 10_000) + render_procedure("it", checked, 10_000)


def difference(old: Checked, new: Checked) -> list[str]:
    """The output of `bj diff` without headings and indentation."""
    return [line.strip() for line in compare_rulesets(old, new) if line.startswith(" ")]
