"""Sections that several rulesets have in common, validated only once."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from itertools import count
from typing import Any

from bj.ruleset.model import Ruleset

KEPT = 4096
"""How many sections are kept."""

LARGEST_KEPT = 20_000  # bytes that all sections of a ruleset have together; few have more than half of it

_KNOWN: dict[tuple[str, bytes], tuple[int, Any]] = {}
_MARKS = count()


def validate_once(data: Mapping[str, Any]) -> tuple[Ruleset, dict[str, int] | None]:
    """The ruleset that ``data`` describes; it may share sections, which never change, with others.

    With it come marks of its sections, unless it is so large that nothing of it is kept: two sections of a
    name have the same mark only if they are the same. Raises ValidationError.
    """
    keys: dict[str, tuple[str, bytes]] = {}
    known: dict[str, tuple[int, Any]] = {}
    for name, section in data.items():
        try:
            key = keys[name] = (name, marshal.dumps(section, 2))  # the same bytes for the same values
        except ValueError:  # a date or time, or nested too deep
            continue
        if key in _KNOWN:
            known[name] = _KNOWN[key]
    model = Ruleset.model_validate({**data, **{name: section for name, (_, section) in known.items()}})
    if sum(len(key[1]) for key in keys.values()) > LARGEST_KEPT:
        return model, None
    marks = {name: known[name][0] if name in known else next(_MARKS) for name in data}
    if len(_KNOWN) + len(keys) > KEPT:
        _KNOWN.clear()
    for name, key in keys.items():
        _KNOWN.setdefault(key, (marks[name], getattr(model, name)))
    return model, marks
