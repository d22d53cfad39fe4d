"""Describes lines that show `None` or an object in place of a value."""

from __future__ import annotations

from bj.ruleset.suggestions import shorten
from bj.ruleset.templates import TemplateField
from bj.verify.likely_cards_and_decisions import HAND_BEGINS
from bj.verify.mismatch import MOST_LINES, Mismatch
from bj.verify.rulebook import spans
from bj.verify.wording_differences import LONGEST_WORDING, NO_VALUE, RETURNED
from bj.verify.wrong_totals_and_cards import NUMBERS

IN_PLACE = " is printed in place of the "
"""The middle of the message for a line that shows `None` or an object in place of a value."""


def describe_no_value(mismatch: Mismatch) -> str:
    """Describe a line that shows `None` or an object in place of a value.

    Return an empty string for any other line.
    """
    event, line = mismatch.expected, mismatch.lines_there
    template = mismatch.reference.checked.texts.get("" if event is None else event.key)
    found = NO_VALUE.search(line) if len(line) <= LONGEST_WORDING else None
    if template is None or found is None:
        return ""
    values = [line[begin:end].strip() for begin, end in spans(template, line)]
    if not values:  # the line is reworded, too
        right = (mismatch.halt.expected[begin:end] for begin, end in spans(template, mismatch.halt.expected))
        values = [found[0] if each.strip() not in line else "" for each in right]
    for piece, value in zip(template.pieces, values, strict=False):
        is_none = NO_VALUE.fullmatch(value) and value not in mismatch.halt.expected
        if isinstance(piece, TemplateField) and is_none:
            why = ": the function that makes it may return nothing" if value in RETURNED else ""
            field = piece.name.removeprefix("padded_")
            return f"`{shorten(value)}`{IN_PLACE}{NUMBERS.get(field, field)}{why}"
    return ""


def hands_without_value(mismatch: Mismatch) -> int:
    """Return the number of hands, from this line on, that show `None` or an object in place of a value.

    Return 0 if this line does not show one.
    """
    text, at, number, hands = mismatch.text, mismatch.halt.at, 0, set[int]()
    for _ in range(MOST_LINES if describe_no_value(mismatch) else 0):
        event, after = mismatch.reference.language.event_at(text, at)
        number += event is not None and event.key in HAND_BEGINS
        if NO_VALUE.search(text.content, at, min(after, at + LONGEST_WORDING)):
            hands.add(number)
        at = after
    return len(hands)
