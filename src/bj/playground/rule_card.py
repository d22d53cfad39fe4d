"""Describes the rules of a ruleset for the page."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from bj.describe.rules.procedure import describe_procedure
from bj.describe.rules.rule_card import describe_rules
from bj.playground.current_text import Desk, Json

WIDEST = 76
"""The maximum width of a rule card, in columns."""


def card(desk: Desk, *, text: str, width: Annotated[int, Field(ge=24, le=WIDEST)] = WIDEST) -> Json:
    """Return the rules and the steps of a game in sections, with lines of at most ``width`` columns."""
    checked = desk.checked(text)
    head = checked.model.ruleset
    return {
        "title": head.title,
        "summary": head.summary or "",
        "rules": _sections(describe_rules(checked), width),
        "procedure": _sections(describe_procedure(checked), width),
    }


def _sections(sections: Any, width: int) -> list[Json]:
    """Convert sections to JSON objects with a title and lines. Sections without lines are omitted."""
    found = []
    for section in sections:
        if any(part.lines(width) for part in section.parts):
            title, *lines = section.lines(width)
            found.append({"title": title, "lines": lines})
    return found
