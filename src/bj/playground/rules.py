"""The rule card of a ruleset."""

from __future__ import annotations

from typing import Any

from bj.describe.rules.procedure import describe_procedure
from bj.describe.rules.rule_card import describe_rules
from bj.playground.desk import Desk, Json

WIDTH = 76
"""The columns of the rule card."""


def card(desk: Desk, *, text: str) -> Json:
    """The rules in plain words, and the steps of a game: sections of lines."""
    checked = desk.checked(text)
    head = checked.model.ruleset
    return {
        "title": head.title,
        "summary": head.summary or "",
        "rules": _sections(describe_rules(checked)),
        "procedure": _sections(describe_procedure(checked)),
    }


def _sections(sections: Any) -> list[Json]:
    """Sections with a title and lines; those without a line are left out."""
    found = []
    for section in sections:
        if any(part.lines(WIDTH) for part in section.parts):
            title, *lines = section.lines(WIDTH)
            found.append({"title": title, "lines": lines})
    return found
