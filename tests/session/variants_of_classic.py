"""The classic ruleset with a few values changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli

from bj.ruleset.check import Checked, check
from bj.ruleset.files import shipped_rulesets
from bj.ruleset.model import Ruleset

Changes = Mapping[str, Any]
"""New values by place, such as ``payouts.win``; None removes a value."""


def classic_with(changes: Changes) -> Checked:
    """The classic ruleset with these changes; asserts that it has no fault."""
    data: Any = tomli.loads(shipped_rulesets()["classic"].read_text("utf-8"))
    for place, value in changes.items():
        *way, last = place.split(".")
        section = data
        for key in way:
            section = section[int(key)] if isinstance(section, list) else section.setdefault(key, {})
        if value is None:
            del section[last]
        else:
            section[last] = value
    checked, faults = check(Ruleset.model_validate(data))
    assert checked is not None, faults
    return checked
