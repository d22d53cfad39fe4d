"""Finds differences in wording between a line and the expected text, and a template that explains them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations

from bj.catalogue.events import NO_PARTNER
from bj.catalogue.fields import FIELDS
from bj.record.events import Event
from bj.record.script import format_amount
from bj.ruleset.templates import Template, TemplateField, pad
from bj.verify.reference_game import ReferenceGame
from bj.verify.rulebook import spans

IGNORABLE: Mapping[str, Callable[[str], str]] = {
    "trailing": lambda text: "\n".join(line.rstrip() for line in text.split("\n")),
    "case": str.casefold,
    "spaces": lambda text: re.sub(r"[^\S\n]+", "", text),
    "punctuation": lambda text: re.sub(r"[^\w\s]+", "", text).replace("_", ""),
    "blank-lines": lambda text: re.sub(r"\n(?:[^\S\n]*\n)+", "\n", f"\n{text}").removeprefix("\n"),
}
"""Maps ignorable differences between texts to functions that remove them."""

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

MOST_COMPARED = 500
"""The maximum number of characters of each text to compare."""

LONGEST_WORDING = 1_000
"""The maximum number of characters in a line whose wording can be learned."""

_ONE = r"None|null|undefined|NaN|nan|<(?:(?! at 0x…).){,200} at 0x…>|[\w.$]{1,200}@…|\[object Object\]"
NO_VALUE = re.compile(rf"[\[(]?(?<!\w)(?:(?:{_ONE})(?!\w)[, ]*)+[\])]?")
"""A pattern for the text that a program prints in place of one or more missing values."""

RETURNED = ("None", "null", "undefined")
"""The results of functions that return nothing, in Python, Java and JavaScript."""

LIKENESS = 0.5
"""The minimum similarity at which one text counts as a rewording of another."""


def what_differs(expected: str, actual: str) -> tuple[str, ...] | None:
    """Return the smallest set of IGNORABLE differences to ignore so that the texts match, or None.

    >>> what_differs("# Player wins", "Player  wins"), what_differs("Push", "Tie")
    (('spaces', 'punctuation'), None)
    """
    for many in range(len(IGNORABLE) + 1):
        for names in combinations(IGNORABLE, many):
            one, other = expected, actual
            for name in names:
                one, other = IGNORABLE[name](one), IGNORABLE[name](other)
            if one == other or ("punctuation" in names and one.strip() == other.strip()):
                return names
    return None


def describe_difference(expected: str, actual: str) -> str:
    """Return a sentence about two lines that differ only in spaces, letter case or punctuation.

    Return an empty string for other lines.

    >>> describe_difference("Ann: Hello you", "Ann:Hello you"), describe_difference("Ann wins", "Ann wins !")
    ('a space is missing after `Ann:`', '`!` is too many after `wins`')
    >>> describe_difference("Ann wins", "ann wins"), describe_difference("Ann wins", "Ann loses")
    ('`ann` has the wrong letter case', '')
    """
    differs = what_differs(expected, actual)
    if differs == ("case",):
        return f"`{other_words(expected, actual)[1]}` has the wrong letter case"
    begin = _shared(expected, actual)
    end = _shared(expected[begin:][::-1], actual[begin:][::-1])
    missing, extra = expected[begin : len(expected) - end], actual[begin : len(actual) - end]
    if not differs or (missing and extra):
        return ""
    what, before = missing or extra, actual[:begin].split()
    what = f"`{what.strip()}`" if what.strip() else "a space" if len(what) == 1 else f"{len(what)} spaces"
    verb = "are" if what.endswith("spaces") else "is"
    where = f"after `{before[-1]}`" if before else "at the start of the line"
    return f"{what} {verb} {'missing' if missing else 'too many'} {where}"


def edit_of(expected: str, actual: str) -> str:
    """Return a key for the edits that turn ``expected`` into ``actual``. Equal keys mean the same mistake."""
    expected, actual = expected[:MOST_COMPARED], actual[:MOST_COMPARED]
    matcher = SequenceMatcher(None, expected, actual, autojunk=False)
    edits = [
        f"{'^' if a == 0 else ''}{expected[a:b]!r} → {actual[c:d]!r}"
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]
    return ", ".join(edits)


def other_words(expected: str, actual: str) -> tuple[str, str]:
    """Return the parts of two texts from the first word that differs to the last.

    >>> other_words("Ann gets 2 points.", "Ann gets 2 pts.")
    ('points', 'pts')
    """
    ours, theirs = re.split(r"(\W+)", expected), re.split(r"(\W+)", actual)
    while ours and theirs and ours[0] == theirs[0]:
        del ours[0], theirs[0]
    while ours and theirs and ours[-1] == theirs[-1]:
        del ours[-1], theirs[-1]
    return "".join(ours), "".join(theirs)


def reworded(template: Template, said: str, actual: str) -> str:
    """Return the template that prints ``actual``, if it differs from ``template`` in one piece.

    Return an empty string otherwise. ``said`` is what ``template`` prints.

    >>> reworded(Template(("Bet, ", TemplateField("name"), ": ")), "Bet, Ann: ", "Bet now, Ann: ")
    'Bet now, {name}: '
    """
    head = _shared(said, actual)
    tail = _shared(said[head:][::-1], actual[head:][::-1])
    pieces, is_found = "", False
    for piece, (begin, end) in zip(template.pieces, spans(template, said), strict=False):
        if isinstance(piece, TemplateField):
            pieces += f"{{{piece.name}:{piece.align}{piece.width}}}" if piece.width else f"{{{piece.name}}}"
            continue
        words = piece
        if not is_found and begin <= head and len(said) - tail <= end:
            words = said[begin:head] + actual[head : len(actual) - tail] + said[len(said) - tail : end]
            is_found = True
        pieces += words.replace("{", "{{").replace("}", "}}")
    return pieces if is_found else ""


def _shared(text: str, other: str) -> int:
    """Return the length of the beginning that two texts have in common."""
    pairs = enumerate(zip(text, other, strict=False))
    return next((at for at, (one, two) in pairs if one != two), min(len(text), len(other)))


def is_like(text: str, other: str) -> bool:
    """Return whether one text may be a rewording of the other.

    >>> is_like("# Push", "push!"), is_like("# Push", "# It is a tie")
    (True, False)
    """
    return likeness(text, other) >= LIKENESS


def likeness(text: str, other: str) -> float:
    """Return the similarity of two texts, ignoring case, from 0 to 1."""
    return _ratio(text[:MOST_COMPARED].casefold(), other[:MOST_COMPARED].casefold())


@lru_cache(4096)
def _ratio(one: str, other: str) -> float:
    """Return the similarity of two lower-case texts, cached because a search compares lines repeatedly."""
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def learn_template(reference: ReferenceGame, event: Event, actual: str) -> Template | None:
    """Return the template that would print ``actual`` for ``event``, or None if no template would."""
    template = reference.checked.texts.get(event.key)
    if template is None:
        return None
    pieces: list[str | TemplateField] = []
    rest, found, fields = actual, 0, 0
    for piece in template.pieces:
        if isinstance(piece, str):
            continue
        fields += 1
        value = pad(value_of(reference, event, piece.name), piece)
        there = _find(value, rest)
        if there is not None:
            pieces += [rest[: there.start()], piece]
            rest, found = rest[there.end() :], found + 1
        elif NUMBER.fullmatch(value.strip()) and NUMBER.search(rest):
            return None  # a different number is a different fact
    pieces.append(rest)
    literal = "".join(piece for piece in template.pieces if isinstance(piece, str))
    pieces = [each for piece in pieces for each in _with_names(reference, event, piece)]
    own = "".join(piece for piece in pieces if isinstance(piece, str))
    is_shown = is_like(literal, own) or found == fields
    if (own.strip() and not is_shown) or 2 * found < fields or (not own.strip() and literal.strip()):
        return None
    return Template(tuple(piece for piece in pieces if piece))


def _with_names(
    reference: ReferenceGame, event: Event, piece: str | TemplateField
) -> Iterator[str | TemplateField]:
    """Replace the names of the persons of ``event`` in a piece of a template by fields."""
    names = {
        value_of(reference, event, field): field for field in ("winner", "name") if event.winner is not None
    }
    if isinstance(piece, TemplateField) or not names:
        yield piece
        return
    for part in re.split(f"({'|'.join(map(re.escape, names))})", piece):
        yield TemplateField(names[part]) if part in names else part


def _find(value: str, text: str) -> re.Match[str] | None:
    """Find ``value`` in ``text``. If it is a number, it must not be part of a longer number."""
    if not value:
        return None
    is_number = NUMBER.fullmatch(value.strip())
    return re.search(rf"(?<![\d.]){re.escape(value)}(?!\.?\d)" if is_number else re.escape(value), text)


def value_of(reference: ReferenceGame, event: Event, field: str) -> str:
    """Return the text that a field of an event shows."""
    script, compiled = reference.script, reference.compiled
    if field in ("card", "rank", "suit"):
        return "" if event.card is None else script.card_words(event.card)[field]
    if field == "cards":
        return "".join(script.list_card(card) for card in event.cards or ())
    if field in ("name", "padded_name") and event.person is not None:
        name = script.persons[event.person]
        return name if field == "name" else script.padded(name)
    if field in ("winner", "partner"):
        person = getattr(event, field)
        return "" if person in (None, NO_PARTNER) else script.persons[person]
    if field == "words":
        return "" if event.phrase is None else script.spoken(event)
    value = getattr(event, field)
    if isinstance(value, int):
        return format_amount(value, compiled.decimals if FIELDS[field].is_money else 0)
    return str(value or "")
