"""Sections that several rulesets have in common, validated only once."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from typing import Any

from bj.ruleset.model import Ruleset

KEPT = 4096
"""How many sections are kept."""

LARGEST_KEPT = 100_000  # bytes that all sections of a ruleset have together

_KNOWN: dict[tuple[str, bytes], Any] = {}


def validate_once(data: Mapping[str, Any]) -> Ruleset:
    """The ruleset that ``data`` describes; it may share sections, which never change, with others.

    Raises ValidationError.
    """
    keys: dict[str, tuple[str, bytes]] = {}
    for name, section in data.items():
        try:
            keys[name] = (name, marshal.dumps(section, 2))  # the same bytes for the same values
        except ValueError:  # a date or time, or nested too deep
            continue
    known = {name: _KNOWN[key] for name, key in keys.items() if key in _KNOWN}
    model = Ruleset.model_validate({**data, **known})
    if sum(len(key[1]) for key in keys.values()) <= LARGEST_KEPT:
        if len(_KNOWN) + len(keys) > KEPT:
            _KNOWN.clear()
        for name, key in keys.items():
            _KNOWN.setdefault(key, getattr(model, name))
    return model
