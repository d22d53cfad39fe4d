"""The classic ruleset with a few values changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.cli.changed_rulesets import changed

from bj.ruleset.check import Checked

Changes = Mapping[str, Any]
"""New values by place, such as ``payouts.win``; None removes a value."""


def classic_with(changes: Changes) -> Checked:
    """The classic ruleset with these changes; asserts that it has no fault."""
    return changed("classic", {place.replace(".", "/"): value for place, value in changes.items()})
