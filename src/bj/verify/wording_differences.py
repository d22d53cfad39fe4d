"""Compares the wording of lines, and learns templates that explain reworded lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations

from bj.catalogue.events import NO_PARTNER
from bj.catalogue.fields import FIELDS
from bj.record.events import Event
from bj.record.transcript_lines import format_amount
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
"""Functions that remove a difference from a text, for each kind of difference that can be ignored."""

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

MOST_COMPARED = 500
"""The maximum number of characters to compare in each text."""

LONGEST_WORDING = 1_000
"""The maximum length of a line from which a template is learned, in characters."""

_ONE = r"None|null|undefined|NaN|nan|<(?:(?! at 0x…).){,200} at 0x…>|[\w.$]{1,200}@…|\[object Object\]"
NO_VALUE = re.compile(rf"[\[(]?(?<!\w)(?:(?:{_ONE})(?!\w)[, ]*)+[\])]?")
"""A pattern that matches what a program prints in place of one or more missing values."""

RETURNED = ("None", "null", "undefined")
"""The printed results of functions that return nothing, in Python, Java and JavaScript."""

LIKENESS = 0.5
"""How similar two texts must be for one to count as a rewording of the other."""


def what_differs(expected: str, actual: str) -> tuple[str, ...] | None:
    """Return the IGNORABLE differences that must be ignored for two texts to match.

    Return as few of them as possible, or None if the texts never match.

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
    """Describe how two lines differ, if they differ only in spaces, letter case or punctuation.

    Return an empty string for any other difference.

    >>> describe_difference("Ann: Hello you", "Ann:Hello you"), describe_difference("Ann wins", "Ann wins !")
    ('a space is missing after `Ann:`', 'there is an extra `!` after `wins`')
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
    where = f"after `{before[-1]}`" if before else "at the start of the line"
    if not what.strip() and len(what) > 1:
        number = len(what)
        spaces = f"{number} spaces are missing" if missing else f"there are {number} extra spaces"
        return f"{spaces} {where}"
    noun = f"`{what.strip()}`" if what.strip() else "space"
    article = "" if what.strip() else "a "
    return f"{article}{noun} is missing {where}" if missing else f"there is an extra {noun} {where}"


def edit_of(expected: str, actual: str) -> str:
    """Return a key that identifies the change from ``expected`` to ``actual``.

    The same change in different lines has the same key, because it results from the same mistake.
    """
    expected, actual = expected[:MOST_COMPARED], actual[:MOST_COMPARED]
    matcher = SequenceMatcher(None, expected, actual, autojunk=False)
    edits = [
        f"{'^' if a == 0 else ''}{expected[a:b]!r} → {actual[c:d]!r}"
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]
    return ", ".join(edits)


def other_words(expected: str, actual: str) -> tuple[str, str]:
    """Return the parts of two texts that differ, from the first different word to the last.

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
    """Return a template that prints ``actual``, by changing one piece of ``template``.

    ``said`` is the text that ``template`` prints. Return an empty string if one piece is not enough.

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
    """Return how many characters two texts have in common at their start."""
    pairs = enumerate(zip(text, other, strict=False))
    return next((at for at, (one, two) in pairs if one != two), min(len(text), len(other)))


def is_like(text: str, other: str) -> bool:
    """Return whether one text may be a rewording of another.

    >>> is_like("# Push", "push!"), is_like("# Push", "# It is a tie")
    (True, False)
    """
    return likeness(text, other) >= LIKENESS


def likeness(text: str, other: str) -> float:
    """Return how similar two texts are, from 0 to 1, ignoring case."""
    return _ratio(text[:MOST_COMPARED].casefold(), other[:MOST_COMPARED].casefold())


@lru_cache(4096)
def _ratio(one: str, other: str) -> float:
    """Return how similar two texts are. The result is cached, because a search repeats comparisons."""
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def learn_template(reference: ReferenceGame, event: Event, actual: str) -> Template | None:
    """Infer a template that prints ``actual`` for ``event``. Return None if no plausible one is found."""
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
            return None  # a different number is not just a difference in wording
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
    """Split a template's piece at people's names, and replace the names with fields."""
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
    """Return the text that a field shows for an event."""
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
