"""Provides edits to whole lines: missing lines, extra lines, and lines in the wrong place."""

from __future__ import annotations

from collections.abc import Iterator

from bj.catalogue.events import DEALER, EVENTS, PLAYER
from bj.faults_and_fixes import KeyPath
from bj.ruleset.templates import Template, TemplateField
from bj.verify.changes import Change
from bj.verify.expected_step_and_question import when
from bj.verify.findings import WORDING
from bj.verify.guessed_rule import section_of
from bj.verify.leeway import Leeway
from bj.verify.matching import patterns
from bj.verify.message_texts import BLANK_LINES, LINE_MISSING, NO_REACTION, WRONG_PLACE
from bj.verify.mismatch import Mismatch
from bj.verify.rulebook import without_role
from bj.verify.suspects.texts import lists_cards

MOST_EXTRA = 200
"""The maximum number of consecutive lines outside the game that an edit allows."""

HANDS_SHOWN = ("turn", "hand", "bust_hand")
"""Events that show all cards in a hand, as keys without the role prefix."""


def missing_part(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that print only some lines of an expected message."""
    event = mismatch.expected
    said = None if event is None else mismatch.reference.checked.texts.get(event.key)
    lines = [] if said is None else _lines(said)
    if event is None or said is None or len(lines) < 2 or event.key not in EVENTS:
        return
    rule, message = mismatch.book.output(event), LINE_MISSING
    for begin in range(len(lines)):
        for end in range(begin + 1, len(lines) + 1):
            rest = [*lines[:begin], *lines[end:]]
            text = Template(tuple(piece for line in rest for piece in ("\n", *line))[1:])
            if rest and lists_cards(text) == lists_cards(said):
                name = f"{event.key} without {begin} to {end}"
                yield Change(name, "missing line", rule, message, leeway=Leeway(texts={event.key: text}))


def _lines(template: Template) -> list[list[str | TemplateField]]:
    """Split a template into lines. Each line is a list of pieces."""
    lines: list[list[str | TemplateField]] = [[]]
    for piece in template.pieces:
        first, *others = piece.split("\n") if isinstance(piece, str) else [piece]
        lines[-1] += [first] if first else []
        lines += [[line] if line else [] for line in others]
    return lines


def missing_line(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that omit the expected line, always or sometimes."""
    event = mismatch.expected
    if event is None or event.key not in EVENTS:
        return
    key, rule = event.key, mismatch.book.output(event)
    kind, message = "missing line", LINE_MISSING
    if event.phrase is not None:
        kind, rule, message = (
            "power",
            mismatch.book.reaction(mismatch.compiled, event),
            NO_REACTION,
        )
    if len(mismatch.held) == 2 and without_role(key) == "bust_hand":
        kind, rule, message = "total", ("cards", "ranks"), "a hand of two cards is a bust"
    yield Change(f"silent {key}", kind, rule, message, leeway=Leeway(texts={key: None}))
    if key.startswith((PLAYER, DEALER)):
        bare = without_role(key)
        yield Change(f"silent {bare}", kind, rule, message, leeway=_silencing(bare))
    if without_role(key) == "hand":  # perhaps the line about a bust is missing
        yield Change("silent busts", kind, ("output", "busts"), message, leeway=_silencing("busts"))
    yield Change(f"sometimes silent {key}", kind, rule, message, leeway=_overlooking(key))
    if without_role(key) in HANDS_SHOWN:
        keys = [f"{key.removesuffix(without_role(key))}{each}" for each in HANDS_SHOWN]
        yield Change(f"sometimes silent {keys}", kind, rule, message, leeway=_overlooking(*keys))


def silent_shuffles(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that sometimes omits the lines about a shuffle and its cuts."""
    if mismatch.expected is not None and mismatch.expected.key == "shuffle":
        rule, message = mismatch.book.output(mismatch.expected), "no line shows a shuffle"
        leeway = _overlooking("shuffle", "cut")
        yield Change("sometimes silent shuffles", "missing line", rule, message, leeway=leeway)


def extra_line(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that allow the actual line as an extra line.

    The error message of a crashed program is not part of the game, so it is not allowed.
    """
    if mismatch.at_end or (mismatch.breaks_off and mismatch.text.ends_with_error):
        return
    rule: KeyPath = ("output",) if mismatch.shown is None else mismatch.book.output(mismatch.shown)
    kind, message = "extra line", "there is an extra line"
    if mismatch.shown is not None and mismatch.shown.phrase is not None:
        kind, rule = "power", mismatch.book.reaction(mismatch.compiled, mismatch.shown)
        message = "{shown} reacts against the rule"
    if not mismatch.line.strip():
        yield _without_blank_lines()
    for words in patterns(mismatch.reference, mismatch.text, mismatch.halt.at):
        yield Change(f"extra {words}", kind, rule, message, leeway=Leeway(extra={words}))
    yield from _extra_lines(mismatch)


def _extra_lines(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that allows several lines that do not belong to the game.

    The lines come before the expected line, or at the end of the game.
    """
    text, language, at, extra = mismatch.text, mismatch.reference.language, mismatch.halt.at, set[str]()
    expected = mismatch.halt.expected
    for _ in range(MOST_EXTRA):
        if at >= text.end or (expected and text.content.startswith(expected, at)):
            break
        if language.events_at(text, at):
            return
        extra.update(patterns(mismatch.reference, text, at))
        at = text.after_line(at)
    else:
        return
    if len(extra) > 1 and (at < text.end or not expected):
        message = "there are extra lines"
        name = f"extra {sorted(extra)}"
        yield Change(name, "extra line", ("output",), message, leeway=Leeway(extra=extra))


def blank_lines(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that omits blank lines."""
    if "\n\n" in f"\n{mismatch.halt.expected}":
        yield _without_blank_lines()


def moved_line(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that prints the expected line in a different place.

    Yield nothing if the line is in the right place but shows a wrong number.
    """
    event, shown = mismatch.expected, mismatch.shown
    if event is None or event.key not in EVENTS or event.key in ("hand", "shuffle", "cut"):
        return
    if event.key == "player_bets" and not _comes_next(mismatch):
        return
    if shown is not None and (shown.key, shown.person) == (event.key, event.person) and not shown.cards:
        return
    key = event.key
    elsewhere = Leeway(extra={f"{key} of {event.person}"}, loose={(key, "")})
    occasion = shown if event.phrase is not None else None
    rule = section_of(mismatch.book, event, *((occasion,) if occasion is not None else ()))
    yield Change(f"moved {key}", "order", rule, f"{WRONG_PLACE}{when(event)}", leeway=elsewhere)


def _comes_next(mismatch: Mismatch) -> bool:
    """Return whether the expected text directly follows the actual line, as if they were swapped."""
    text = mismatch.text
    return text.content.startswith(mismatch.halt.expected, text.after_line(mismatch.halt.at))


def _without_blank_lines() -> Change:
    return Change("blank lines", WORDING, ("output",), BLANK_LINES, leeway=Leeway(without_blank_lines=True))


def _overlooking(*keys: str) -> Leeway:
    return Leeway(loose={(key, "") for key in keys})


def _silencing(key: str) -> Leeway:
    return Leeway(texts={f"{role}_{key}": None for role in (PLAYER, DEALER)})
