"""Other texts: lines worded differently, other names, and misprints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from bj.catalogue.events import EVENTS, FIELDS
from bj.record.events import Event
from bj.ruleset.templates import Template, TemplateField
from bj.verify.changes import Change
from bj.verify.findings import WORDING
from bj.verify.hooks import OUTCOMES
from bj.verify.matching import ANY_NUMBER, NUMBER, differing
from bj.verify.mistakes import MISPRINTED
from bj.verify.rulebook import without_role
from bj.verify.scene import Scene
from bj.verify.wording import IGNORABLE, edit_of, is_like, learn_template, other_words
from bj.verify.yardstick import Leeway

NUMBERS = frozenset(("total", "amount", "wager", "bankroll", "hand"))
"""The fields of events that are numbers."""


def other_wording(scene: Scene) -> Iterator[Change]:
    """The line is the expected one in other words."""
    event = scene.expected
    if event is None or event.key not in EVENTS or _shows_otherwise(scene):
        return
    actual = scene.lines_there
    end = scene.text.after_line(scene.halt.at + len(actual))
    template = learn_template(scene.yardstick, _as_shown(scene, event, actual), actual)
    if template is None and _is_said_again(scene, actual):
        template = Template((actual,))
    ours = scene.yardstick.checked.texts.get(event.key)
    if template is None or ours is None or lists_cards(ours) != lists_cards(template):
        return
    if is_like(scene.halt.expected, actual) or _goes_on(scene, end):
        expected = scene.halt.expected.removesuffix("\n")
        edit, message = edit_of(expected, actual), "the wording differs from the rules"
        said = scene.yardstick.checked.texts
        for others in (_everywhere(said, expected, actual), _alike(said, ours, template)):
            if len(others) > 1:
                name, rule = f"all {sorted(others)} {edit}", scene.book.output(event)
                yield Change(name, WORDING, rule, message, leeway=Leeway(texts=others), group=edit)
        for text in dict.fromkeys((template, _with_any_numbers(ours, template))):
            yield Change(
                f"wording {event.key} {text}",
                WORDING,
                scene.book.output(event),
                message,
                leeway=Leeway(texts={event.key: text}),
                group=edit,
            )
        bare = IGNORABLE["spaces"]
        if bare(expected) == bare(actual):
            yield _with_other_spaces(scene, event)


def _with_other_spaces(scene: Scene, event: Event) -> Change:
    """Lines of an event have any number of spaces."""
    key = without_role(event.key)
    rule, message = scene.book.output(event), "the spaces in the line differ from the rules"
    return Change(f"spaces of {key}", WORDING, rule, message, leeway=Leeway(spaced={key}), group="spaces")


def _with_any_numbers(ours: Template, template: Template) -> Template:
    """A text in which a number that the rules lack may be any number."""
    own = "".join(piece for piece in ours.pieces if isinstance(piece, str))

    def any_number(number: re.Match[str]) -> str:
        return number[0] if number[0] in own else ANY_NUMBER

    return Template(
        tuple(NUMBER.sub(any_number, piece) if isinstance(piece, str) else piece for piece in template.pieces)
    )


def _as_shown(scene: Scene, event: Event, actual: str) -> Event:
    """The event with the wager of the line, if chance may have chosen it."""
    numbers = NUMBER.findall(actual)
    is_chance = event.person in scene.yardstick.lucks or event.person in scene.yardstick.leeway.free
    if event.wager is None or not is_chance or len(numbers) != 1:
        return event
    return event._replace(wager=int(numbers[0]) * 10**scene.compiled.decimals)


def renamed_persons(scene: Scene) -> Iterator[Change]:
    """A person has the wrong name in all lines."""
    expected, names = scene.differing[1], scene.yardstick.script.persons
    line = scene.text.line(scene.differing[0])
    for name, called in zip(scene.compiled.persons, names, strict=True):
        before, is_there, after = expected.partition(called)
        shown = line.removeprefix(before).removesuffix(after)
        if is_there and shown and shown not in names and line == f"{before}{shown}{after}":
            rule, message = scene.book.name(name), "{expected} has the wrong name"
            yield Change(f"{name} is {shown}", WORDING, rule, message, leeway=Leeway(called={name: shown}))


def other_names(scene: Scene) -> Iterator[Change]:
    """An outcome always has the words of another one, but the right payment."""
    event, shown = scene.expected, scene.shown
    said = scene.yardstick.checked.texts
    if event is None or shown is None or not {event.key, shown.key} <= OUTCOMES.keys() & said.keys():
        return
    if scene.halt.expected in scene.text.content:
        return
    if lists_cards(said[event.key]) != lists_cards(said[shown.key]):
        return
    name, message = f"{event.key} as {shown.key}", "an outcome has the wording of another outcome"
    other = Leeway(texts={event.key: said[shown.key]})
    yield Change(name, WORDING, scene.book.output(event), message, leeway=other)


def lists_cards(template: Template) -> bool:
    """Whether a text has a list of cards in it, which is recorded card by card."""
    return "cards" in template.fields


def _everywhere(said: Mapping[str, Template], expected: str, actual: str) -> dict[str, Template]:
    """The texts of all events, if all differ at the beginning, at the end, or in the same words."""
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
    """The texts of all events that have the pieces in which one differs, with those of the other in place.

    Events without a field of the other keep their text.
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


def _is_said_again(scene: Scene, actual: str) -> bool:
    """Whether a line of no event that is like the expected one comes more than once."""
    lines = f"{actual}\n"
    is_another = scene.shown is None and is_like(scene.halt.expected, actual)
    return is_another and scene.text.content.find(lines, scene.halt.at + len(lines)) >= 0


def _goes_on(scene: Scene, at: int) -> bool:
    """Whether the game goes on at a character, or the transcript ends."""
    return at >= scene.text.end or bool(scene.yardstick.language.events_at(scene.text, at))


def _shows_otherwise(scene: Scene) -> bool:
    """Whether the line is one of the game: the same with other numbers or cards, or that of another event."""
    event = scene.expected
    if event is None or scene.spoken or _shows_another(event, scene.shown):
        return event is not None
    readings = scene.workshop.plain.language.events_at(scene.text, scene.halt.at)
    others = (shown for shown, end in readings if end >= scene.differing[0])
    return any(_shows_another(event, shown) and differing(event, shown) for shown in others)


def _shows_another(event: Event, shown: Event | None) -> bool:
    """Whether a line is the same event with other numbers, or an event of another kind."""
    if shown is None:
        return False
    if shown.key == event.key:
        return shown.person in (None, event.person)
    if shown.cards is not None and (shown.cards, shown.person) == (event.cards, event.person):
        return False  # the hand is shown in the words of another line
    return without_role(shown.key) != without_role(event.key)


def misprint(scene: Scene) -> Iterator[Change]:
    """A number is printed wrong, without consequences."""
    event, wrong = scene.expected, _misprinted(scene)
    if event is None or not wrong or not NUMBERS.issuperset(wrong):
        return
    rule = ("cards", "ranks") if wrong == ["total"] else scene.book.output(event)
    kind, message = "total" if wrong == ["total"] else "number", MISPRINTED
    loose = Leeway(loose={(event.key, field) for field in wrong})
    yield Change(f"misprint {event.key} {wrong}", kind, rule, message, leeway=loose)


def misprinted_card(scene: Scene) -> Iterator[Change]:
    """A card is printed wrong in one hand, or in all, without consequences."""
    event, wrong = scene.expected, _misprinted(scene)
    if event is not None and wrong == ["card"]:
        rule, message = scene.book.output(event), "the printed card is not the one that was dealt"
        loose, name = Leeway(loose={(event.key, "card")}), f"misprint {event.key} card"
        yield Change(name, "card", rule, message, leeway=loose, once=True)
        yield Change(f"{name} always", "card", rule, message, leeway=loose)


def _misprinted(scene: Scene) -> list[str]:
    """The fields of the expected event that differ in the line; none if the line is another event."""
    event, shown = scene.expected, scene.shown
    if event is None or shown is None or shown.key != event.key or shown.person not in (None, event.person):
        return []
    return differing(event, shown)
