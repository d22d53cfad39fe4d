"""Find rules that do not exist in a ruleset, for example in the keys of `[help]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bj.faults_and_fixes import Remedy
from bj.ruleset.model import Ruleset
from bj.ruleset.model.base import Section
from bj.ruleset.suggestions import suggest


def find_unknown_rules(ruleset: Ruleset, rules: Iterable[str]) -> Iterator[tuple[str, Remedy]]:
    """Yield each path in ``rules`` that does not exist in ``ruleset``, together with a remedy.

    Paths into lists are not checked.
    """
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
                yield rule, suggest(".".join(keys[: place + 1]), known)
                break
            value = value[key]
