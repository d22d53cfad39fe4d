"""Plans the changes to a shipped ruleset that follow from an author's answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bj.authoring.base_ruleset import Base
from bj.authoring.questions import (
    DRAWS_BELOW,
    HANDOUT_QUESTIONS,
    INFINITE,
    change_dealers_rule,
    read_draws,
)
from bj.errors import UsageError
from bj.faults_and_fixes import KeyPath
from bj.ruleset.charts import LOWEST_SOFT_TOTAL, LOWEST_TOTAL
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.ruleset.suggestions import shorten


def changes_of(base: Base, answers: Mapping[str, Any]) -> dict[KeyPath, Any]:
    """Return the changes to ``base`` that result from ``answers``, directly or indirectly."""
    changes: dict[KeyPath, Any] = {}
    for question in HANDOUT_QUESTIONS:
        if question.option in answers:
            changes |= question.changes(base, answers[question.option])
    if changes.get(("shoe", "packs"), INFINITE) != INFINITE and base.checked.model.shoe.packs == INFINITE:
        changes["shoe", "when_empty"] = "reshuffle discards"  # not needed by an infinite shoe
    more = changes.get(("rules", "target"), base.checked.model.rules.target) - base.checked.model.rules.target
    if more:
        draws = _move_draws(base, more)
        if draws is not None and "dealer-draws" not in answers:
            changes |= change_dealers_rule(base, draws)
        for name, strategy in base.data["strategies"].items():
            rows = strategy.get("chart", {}).get("rows", {})
            if rows:
                changes["strategies", name, "chart", "rows"] = _move_rows(rows, more, answers["target"])
    return changes


def _move_draws(base: Base, more: int) -> str | None:
    """Return the dealer's drawing condition, with every total in it increased by ``more``.

    Returns None if the condition is not in a common form such as ``total < 17``.
    """
    match = DRAWS_BELOW.fullmatch(base.checked.model.dealer.rule)
    if match is None:
        return None
    return read_draws(("soft " if match[2] else "") + str(int(match[1]) + more), base)


def _move_rows(rows: Mapping[str, str], more: int, target: int) -> dict[str, str]:
    """Return the rows of a chart with totals shifted by ``more``, to fit a new ``target``.

    Each row keeps its distance from the target. Rows for pairs stay the same, because they name ranks, not
    totals.
    """
    moved = {}
    for row, actions in rows.items():
        kind, _, totals = row.partition(" ")
        if kind == "pair":
            moved[row] = actions
            continue
        low, is_range, high = totals.partition("..")
        lowest = (
            LOWEST_SOFT_TOTAL if kind == "soft" else max(2, min(LOWEST_TOTAL, target - 9))
        )  # 3 for a target of 12: ace and two; 2 for a target of 11: two aces
        first = int(low) + more if low else lowest
        last = (int(high) + more if high else target) if is_range else first
        if max(first, lowest) <= min(last, target):
            beginning = "" if first <= lowest and last < target else str(max(first, lowest))
            end = "" if last >= target else str(last)
            moved[f"{kind} {beginning}" if beginning == end else f"{kind} {beginning}..{end}"] = actions
    return moved


def title_of(name: str) -> str:
    """Return a default title for a ruleset called ``name``.

    >>> title_of("my_first-game")
    'My first game'
    """
    words = re.sub(r"[_-]+", " ", name).strip()
    return words[:1].upper() + words[1:]


def file_of(name: str) -> Path:
    """Return the path of the file for a new ruleset called ``name``.

    Raises UsageError if the name is invalid or belongs to a shipped ruleset.
    """
    stem = name.removesuffix(".toml")
    remedy = "use letters, digits, `_` and `-`, starting with a letter, as in `my_game`"
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", stem):
        raise UsageError(f"`{shorten(name)}` cannot be the name of a ruleset", remedy)
    if stem in shipped_rulesets():
        raise UsageError(f"`{stem}` is a shipped ruleset", f"choose a different name, such as `my_{stem}`")
    return Path(f"{stem}.toml")
