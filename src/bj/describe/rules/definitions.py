"""The names that a ruleset defines for expressions."""

from __future__ import annotations

from bj.describe.rules.parts import HeadedPart, Rows
from bj.ruleset.check import Checked


def describe_definitions(checked: Checked) -> HeadedPart:
    """Every definition on its own line."""
    rows = {name: [text] for name, text in checked.model.define.items()}
    return HeadedPart("Definitions", [Rows("define", [""], rows)])
