"""Sentences of a manifest about rules that its ruleset does not have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bj.errors import Fault
from bj.ruleset.model import Ruleset
from bj.ruleset.model.base import Section
from bj.ruleset.suggestions import shorten, suggest


def find_unknown_rules(ruleset: Ruleset, rules: Iterable[str]) -> Iterator[Fault]:
    """The faults of `[help]` for rules that a ruleset does not have; paths are checked down to lists."""
    for rule in rules:
        value: Any = ruleset
        keys = rule.split(".")
        for place, key in enumerate(keys):
            if isinstance(value, Section):
                fields = type(value).model_fields.items()
                value = {field.alias or name: getattr(value, name) for name, field in fields}
            if not isinstance(value, dict):
                break
            if key not in value:
                known = [".".join((*keys[:place], each)) for each in value]
                remedy = suggest(".".join(keys[: place + 1]), known)
                yield Fault("BJ201", ("help", rule), f"unknown key `{shorten(rule)}`", remedy, part="key")
                break
            value = value[key]
