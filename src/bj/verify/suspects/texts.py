"""Provides edits to messages: reworded lines, different names, and misprints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from bj.catalogue.events import EVENTS, FIELDS
from bj.record.events import Event
from bj.ruleset.templates import Template, TemplateField
from bj.verify.changes import Change
from bj.verify.deviation_names import OUTCOMES
from bj.verify.findings import WORDING
from bj.verify.leeway import Leeway
from bj.verify.matching import ANY_NUMBER, NUMBER, differing
from bj.verify.message_texts import MISPRINTED, OTHER_OUTCOME, OTHER_WORDING
from bj.verify.mismatch import Mismatch
from bj.verify.rulebook import without_role
from bj.verify.wording_differences import (
    IGNORABLE,
    LONGEST_WORDING,
    edit_of,
    is_like,
    learn_template,
    other_words,
)

NUMBERS = frozenset(("total", "amount", "wager", "bankroll", "hand", "cut"))
"""The fields of events that contain numbers."""

NUMBERED = frozenset((each.key, "hand") for each in EVENTS.values() if "hand" in each.fields)
"""The fields that contain the number of the hand, as pairs of an event and a field."""


def other_wording(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that reword the expected line so that it matches the transcript."""
    event = mismatch.expected
    if event is None or event.key not in EVENTS or _shows_otherwise(mismatch):
        return
    actual = mismatch.lines_there
    if len(actual) > LONGEST_WORDING:
        return
    end = mismatch.text.after_line(mismatch.halt.at + len(actual))
    template = learn_template(mismatch.reference, _as_shown(mismatch, event, actual), actual)
    if template is None and _is_said_again(mismatch, actual):
        template = Template((actual,))
    ours = mismatch.reference.checked.texts.get(event.key)
    if template is None or ours is None or lists_cards(ours) != lists_cards(template):
        return
    if is_like(mismatch.halt.expected, actual) or _goes_on(mismatch, end):
        expected = mismatch.halt.expected.removesuffix("\n")
        edit, message = edit_of(expected, actual), OTHER_WORDING
        said = mismatch.reference.checked.texts
        for others in (_everywhere(said, expected, actual), _alike(said, ours, template)):
            if len(others) > 1:
                name, rule = f"all {sorted(others)} {edit}", mismatch.book.output(event)
                yield Change(name, WORDING, rule, message, leeway=Leeway(texts=others), group=edit)
        for text in dict.fromkeys((template, _with_any_numbers(ours, template))):
            yield Change(
                f"wording {event.key} {text}",
                WORDING,
                mismatch.book.output(event),
                message,
                leeway=Leeway(texts={event.key: text}),
                group=edit,
            )
        bare = IGNORABLE["spaces"]
        if bare(expected) == bare(actual):
            yield _with_other_spaces(mismatch, event)


def _with_other_spaces(mismatch: Mismatch, event: Event) -> Change:
    """Return a change that accepts different spacing in the lines for an event."""
    key, rule = without_role(event.key), mismatch.book.output(event)
    return Change(
        f"spaces of {key}", WORDING, rule, OTHER_WORDING, leeway=Leeway(spaced={key}), group="spaces"
    )


def _with_any_numbers(ours: Template, template: Template) -> Template:
    """Allow any number in ``template`` in place of each number that does not occur in ``ours``."""
    own = "".join(piece for piece in ours.pieces if isinstance(piece, str))

    def any_number(number: re.Match[str]) -> str:
        return number[0] if number[0] in own else ANY_NUMBER

    return Template(
        tuple(NUMBER.sub(any_number, piece) if isinstance(piece, str) else piece for piece in template.pieces)
    )


def _as_shown(mismatch: Mismatch, event: Event, actual: str) -> Event:
    """Return ``event`` with the wager on the line, if the rules do not determine the wager."""
    numbers = NUMBER.findall(actual)
    is_chance = (
        event.person in mismatch.reference.chance_bounds or event.person in mismatch.reference.leeway.free
    )
    if event.wager is None or not is_chance or len(numbers) != 1:
        return event
    return event._replace(wager=int(numbers[0]) * 10**mismatch.compiled.decimals)


def renamed_persons(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that give a person a different name on every line."""
    expected, names = mismatch.differing[1], mismatch.reference.script.persons
    line = mismatch.text.line(mismatch.differing[0])
    for name, called in zip(mismatch.compiled.persons, names, strict=True):
        before, is_there, after = expected.partition(called)
        shown = line.removeprefix(before).removesuffix(after)
        if is_there and shown and shown not in names and line == f"{before}{shown}{after}":
            rule, message = mismatch.book.name(name), f"{{expected}} is called `{shown}`"
            yield Change(f"{name} is {shown}", WORDING, rule, message, leeway=Leeway(called={name: shown}))


def other_names(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that announces the wrong outcome but pays the right one."""
    event, shown = mismatch.expected, mismatch.shown
    said = mismatch.reference.checked.texts
    if event is None or shown is None or not {event.key, shown.key} <= OUTCOMES.keys() & said.keys():
        return
    if mismatch.halt.expected in mismatch.text.content:
        return
    if lists_cards(said[event.key]) != lists_cards(said[shown.key]):
        return
    name, message = f"{event.key} as {shown.key}", OTHER_OUTCOME
    other = Leeway(texts={event.key: said[shown.key]})
    yield Change(name, WORDING, mismatch.book.output(event), message, leeway=other)


def lists_cards(template: Template) -> bool:
    """Return whether ``template`` lists the cards in a hand."""
    return "cards" in template.fields


def _everywhere(said: Mapping[str, Template], expected: str, actual: str) -> dict[str, Template]:
    """Apply the difference between two lines to every message that it fits. Return the changed messages.

    The difference is a missing start, an extra end, or a replacement of words.
    """
    if expected.endswith(actual):
        mark = expected.removesuffix(actual)
        heads = {key: (text.pieces[0], text.pieces[1:]) for key, text in said.items() if text.pieces}
        return {
            key: Template(tuple(piece for piece in (head.removeprefix(mark), *rest) if piece))
            for key, (head, rest) in heads.items()
            if isinstance(head, str) and head.startswith(mark)
        }
    if actual.startswith(expected):
        end = actual.removeprefix(expected)
        return {key: Template((*text.pieces, end)) for key, text in said.items() if text.pieces}
    old, new = other_words(expected, actual)
    return {
        key: Template(
            tuple(each.replace(old, new) if isinstance(each, str) else each for each in text.pieces)
        )
        for key, text in said.items()
        if old.strip() and any(isinstance(each, str) and old in each for each in text.pieces)
    }


def _alike(said: Mapping[str, Template], ours: Template, other: Template) -> dict[str, Template]:
    """Replace the pieces that differ between ``ours`` and ``other`` in every message that contains them.

    Skip messages for events that lack a field of ``other``.
    """
    before, after = ours.pieces, other.pieces
    head = next((at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), len(after))
    rest = zip(before[head:][::-1], after[head:][::-1], strict=False)
    tail = next((at for at, (a, b) in enumerate(rest) if a != b), min(len(before), len(after)) - head)
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    fields = {piece.name for piece in new if isinstance(piece, TemplateField)}
    return {
        key: Template((*text.pieces[:at], *new, *text.pieces[at + len(old) :]))
        for key, text in said.items()
        if fields <= {*FIELDS[key]}
        for at in range(len(text.pieces) - len(old) + 1 if old else 0)
        if text.pieces[at : at + len(old)] == old
    }


def _is_said_again(mismatch: Mismatch, actual: str) -> bool:
    """Return whether the actual text resembles the expected text and appears again later."""
    lines = f"{actual}\n"
    is_another = mismatch.shown is None and is_like(mismatch.halt.expected, actual)
    return is_another and mismatch.text.content.find(lines, mismatch.halt.at + len(lines)) >= 0


def _goes_on(mismatch: Mismatch, at: int) -> bool:
    """Return whether the game continues at the offset ``at``, or the transcript ends there."""
    return at >= mismatch.text.end or bool(mismatch.reference.language.events_at(mismatch.text, at))


def _shows_otherwise(mismatch: Mismatch) -> bool:
    """Return whether the line shows different values for the expected event, or a different event."""
    event = mismatch.expected
    if event is None or mismatch.spoken or _shows_another(event, mismatch.shown):
        return event is not None
    readings = mismatch.variants.plain.language.events_at(mismatch.text, mismatch.halt.at)
    others = (shown for shown, end in readings if end >= mismatch.differing[0])
    return any(_shows_another(event, shown) and differing(event, shown) for shown in others)


def _shows_another(event: Event, shown: Event | None) -> bool:
    """Return whether ``shown`` is ``event`` with different values, or a different kind of event."""
    if shown is None:
        return False
    if shown.key == event.key:
        return shown.person in (None, event.person)
    if shown.cards is not None and (shown.cards, shown.person) == (event.cards, event.person):
        return False  # the line shows the same hand, in the words for a different event
    if shown.card is not None and (shown.card, shown.person) == (event.card, event.person):
        return False  # the line shows the same card, in the words for a different event
    return without_role(shown.key) != without_role(event.key)


def misprint(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that misprints numbers, with no effect on the game."""
    event, wrong = mismatch.expected, _misprinted(mismatch)
    if event is None or not wrong or not NUMBERS.issuperset(wrong):
        return
    rule = ("cards", "ranks") if wrong == ["total"] else mismatch.book.output(event)
    kind, message = "total" if wrong == ["total"] else "number", MISPRINTED
    loose = NUMBERED if wrong == ["hand"] else frozenset((event.key, field) for field in wrong)
    yield Change(f"misprint {event.key} {wrong}", kind, rule, message, leeway=Leeway(loose=loose))


def misprinted_card(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that deal the right card but print a wrong one, once or always."""
    event, wrong = mismatch.expected, _misprinted(mismatch)
    if event is not None and wrong == ["card"]:
        rule, message = mismatch.book.output(event), "the printed card is not the one that was dealt"
        loose, name = Leeway(loose={(event.key, "card")}), f"misprint {event.key} card"
        yield Change(name, "card", rule, message, leeway=loose, once=True)
        yield Change(f"{name} always", "card", rule, message, leeway=loose)


def _misprinted(mismatch: Mismatch) -> list[str]:
    """Return the fields that have a wrong value on the line.

    Return an empty list if the line does not show the expected event.
    """
    event, shown = mismatch.expected, mismatch.shown
    if event is None or shown is None or shown.key != event.key or shown.person not in (None, event.person):
        return []
    return differing(event, shown)
