"""Provides inline hints: the chart rows that a ruleset overrides, and the values of formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bj.errors import GameError
from bj.faults_and_fixes import KeyPath
from bj.record.transcript_lines import format_amount
from bj.ruleset.check import Checked
from bj.ruleset.documents import Document, merge_documents
from bj.ruleset.expressions.tree import (
    ASKING_FOR_CARDS,
    Call,
    Expression,
    ValueKind,
    evaluate_expression,
    names_used,
    uses_chance,
    walk,
)
from bj.ruleset.start_values import default_numbers
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.outline import Outline
from bj.ruleset.value_origins import Origins

FORMULA = re.compile(r"[\"'].*[a-z(+*/%-]")
"""Matches the beginning of a string that contains a formula and not only a number."""


class Hint(NamedTuple):
    """A hint to display in the text right after ``offset``."""

    offset: int
    text: str
    about: str


def hints(documents: Sequence[Document], checked: Checked | None) -> list[Hint]:
    """Return the hints for the first document. If ``checked`` is None, omit the values of formulas."""
    outline = documents[0].make_outline()
    found = [*_rows(documents, outline), *(_values(documents, outline, checked) if checked else ())]
    return sorted(found)


def _rows(documents: Sequence[Document], outline: Outline) -> Iterator[Hint]:
    """For each chart row that overrides an inherited row, yield a hint with the inherited row."""
    inherited = merge_documents(documents[1:])
    strategies = outline.root.children.get("strategies")
    for name in strategies.children if strategies else ():
        path: KeyPath = ("strategies", name, "chart", "rows")
        rows = outline.look_up(path)
        for row, place in rows.children.items() if rows else ():
            before = look_up(inherited, (*path, row))
            if isinstance(before, str) and place.value is not None:
                source = documents[1:][Origins(documents[1:]).find((*path, row))[0]].file.name
                yield Hint(place.value[1], f"was {before}", f"inherited from {source}")


def _values(documents: Sequence[Document], outline: Outline, checked: Checked) -> Iterator[Hint]:
    """For each formula that uses only arguments, yield a hint with its value for the default arguments."""
    numbers = default_numbers(checked.model)
    origins = Origins(documents)
    decimals = checked.model.money.decimals
    for path, expression in checked.expressions.items():
        if _depends_on_game(expression) or not names_used(expression) <= numbers.keys():
            continue
        owner, own = origins.find(path)
        place = outline.look_up(own) if owner == 0 else None
        if place is None or place.value is None or not FORMULA.match(outline.text, *place.value):
            continue
        try:
            value = evaluate_expression(expression, numbers, 10**decimals)
        except (ArithmeticError, GameError):
            continue
        shown = format_amount(value, decimals) if expression.kind is ValueKind.MONEY else str(value)
        shown = str(bool(value)).lower() if expression.kind is ValueKind.BOOLEAN else shown
        yield Hint(place.value[1], f"= {shown}", "given the default arguments")


def _depends_on_game(expression: Expression) -> bool:
    asks = (isinstance(node, Call) and node.function in ASKING_FOR_CARDS for node in walk(expression))
    return uses_chance(expression) or any(asks)
