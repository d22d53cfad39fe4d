"""Compares a line with the expected text, or with text that may replace it."""

from __future__ import annotations

import re
from functools import lru_cache

from bj.record.events import Event
from bj.verify.effort import LINE, PATTERN
from bj.verify.reference_game import ReferenceGame
from bj.verify.rulebook import without_role
from bj.verify.text import Text

BLANK = re.compile(r"(?:[^\S\n]*\n){1,10000}")
"""A pattern that matches blank lines."""

MOST_SKIPPED = 1_000
"""The maximum number of extra lines to skip in one place."""

AMOUNT = re.compile(r"\d+(\.\d+)?")
NUMBER = re.compile(r"-?\d+")

ANY_NUMBER = "\0"
"""A placeholder that matches any number in an expected text."""


def match(reference: ReferenceGame, text: Text, at: int, event: Event | None, expected: str) -> int | None:
    """Return the offset after the expected text, or None if the transcript differs."""
    right = reference.language.right
    if right is not None and event is not None:
        said = right.script.say(event)
        if said and text.content.startswith(said, at):
            return at + len(said)
    if event is not None and not expected:
        return at
    if reference.leeway.without_blank_lines:
        expected = without_blank_lines(expected)
    for _ in range(MOST_SKIPPED):
        if reference.leeway.without_blank_lines:
            at = after_blank_lines(text, at)
        if expected and text.content.startswith(expected, at):
            return at + len(expected)
        if ANY_NUMBER in expected:
            text.effort.spend(PATTERN)
            there = re.compile(re.escape(expected).replace(re.escape(ANY_NUMBER), NUMBER.pattern)).match(
                text.content, at
            )
            if there is not None:
                return there.end()
        if reference.leeway.with_zeros and expected:
            text.effort.spend(PATTERN)
            there = re.compile(_with_zeros(expected)).match(text.content, at)
            if there is not None:
                return there.end()
        if event is not None and without_role(event.key) in reference.leeway.spaced:
            text.effort.spend(PATTERN)
            there = re.compile(_with_spaces(expected)).match(text.content, at)
            if there is not None:
                return there.end()
        if not expected and at >= text.end:
            return at
        if event is not None and reference.leeway.loose:
            after = _match_loosely(reference, text, at, event)
            if after is not None:
                return after
            if (event.key, "") in reference.leeway.loose:
                return at  # the line is allowed to be missing
        if not reference.leeway.extra or at >= text.end:
            return None
        text.effort.spend(LINE)
        if reference.leeway.extra.isdisjoint(patterns(reference, text, at)):
            return None
        at = _after_lines(reference, text, at)
    return None


def _with_zeros(expected: str) -> str:
    """Return a pattern for ``expected`` that also matches numbers with trailing zeros."""
    pattern, done = "", 0
    for amount in AMOUNT.finditer(expected):
        pattern += re.escape(expected[done : amount.end()]) + ("0*" if amount[1] else r"(?:\.0+)?")
        done = amount.end()
    return pattern + re.escape(expected[done:])


def _with_spaces(expected: str) -> str:
    """Return a pattern for ``expected`` that allows any amount of white space between characters."""
    return "".join(rf"[^\S\n]*{re.escape(each)}" for each in expected if each == "\n" or not each.isspace())


def after_blank_lines(text: Text, at: int) -> int:
    """Return the offset of the next line that is not blank.

    If ``at`` is not at the start of a line, return it unchanged.
    """
    begins_line = at == 0 or text.content[at - 1 : at] == "\n"
    blank = BLANK.match(text.content, at) if begins_line else None
    return blank.end() if blank else at


def without_blank_lines(expected: str) -> str:
    """Remove blank lines from a text, but keep the text after its last line break."""
    *lines, last = expected.split("\n")
    return "".join(f"{line}\n" for line in lines if line.strip()) + last


def patterns(reference: ReferenceGame, text: Text, at: int) -> tuple[str, ...]:
    """Return the keys that identify lines like the one at the offset ``at``.

    One key names the event on the line and its person, another the event for any person. If the line is not
    part of the game, the only key is its text with all cards and numbers masked.
    """
    readings = reference.language.events_at(text, at)
    if readings:
        event = readings[0][0]
        return f"{event.key} of {event.person}", f"{without_role(event.key)} of any person"
    return (_without_cards_and_numbers(reference.language.card_pattern, text.line(at)),)


@lru_cache(maxsize=1_000)
def _without_cards_and_numbers(card_pattern: re.Pattern[str], line: str) -> str:
    """Return a line with all cards and numbers masked.

    The results are cached, because a search reads the same lines again and again.
    """
    return NUMBER.sub("0", card_pattern.sub("?", line))


def _after_lines(reference: ReferenceGame, text: Text, at: int) -> int:
    """Return the offset after the line at ``at``, or after all lines that the same event prints."""
    readings = reference.language.events_at(text, at)
    return text.after_line(readings[0][1] if readings else at)


def _match_loosely(reference: ReferenceGame, text: Text, at: int, event: Event) -> int | None:
    """Match a line for ``event``, ignoring the values of fields for which any value is accepted.

    Return the offset after the line, or None if the line at ``at`` does not match.
    """
    for shown, end in reference.language.events_at(text, at):
        if shown.key == event.key and shown.person in (event.person, None):
            wrong = differing(event, shown)
            if wrong and all((event.key, field) in reference.leeway.loose for field in wrong):
                return end + 1
    return None


def differing(event: Event, shown: Event) -> list[str]:
    """Return the fields whose values are different in ``shown``, the event on the actual line."""
    return [
        name
        for name, wanted, found in zip(Event._fields, event, shown, strict=True)
        if found is not None and found != wanted and name not in ("key", "name")
    ]
