"""Provides edits to people's speech, and to lines printed by a step in the ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bj.record.events import LINE
from bj.ruleset.templates import TemplateField
from bj.verify.changes import Change, look, put, setting
from bj.verify.findings import WORDING
from bj.verify.message_texts import OTHER_WORDING
from bj.verify.mismatch import Mismatch
from bj.verify.rulebook import spans
from bj.verify.wording_differences import is_like, other_words


def other_phrases(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that reword what a person says on the expected line."""
    event = mismatch.expected
    if event is None or event.phrase is None or mismatch.shown is not None:
        return
    template, expected = (
        mismatch.reference.checked.texts[event.key],
        mismatch.halt.expected.removesuffix("\n"),
    )
    right = mismatch.compiled.phrases[event.person or 0][event.phrase]
    for piece, (begin, end) in zip(template.pieces, spans(template, expected), strict=False):
        words, head, tail = expected[begin:end], expected[:begin], expected[end:]
        actual = mismatch.lines_there
        if not isinstance(piece, TemplateField) or piece.name != "words":
            continue
        if len(actual) <= begin + len(tail) or not (actual.startswith(head) and actual.endswith(tail)):
            continue
        said = in_other_words(right, words, actual[begin : len(actual) - len(tail)])
        for path, reaction in mismatch.book.model.all_reactions():
            if reaction.say == right:
                yield setting((*path, "say"), said, WORDING, OTHER_WORDING)


def other_sayings(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that reword the expected line, if it is printed by a step in the ruleset."""
    event, expected = mismatch.expected, mismatch.halt.expected
    if event is None or event.key != LINE or event.line is None or mismatch.shown is not None:
        return
    path = mismatch.compiled.lines[event.line]
    said, actual = str(look(mismatch.variants.base, path)), mismatch.lines_there
    other = in_other_words(said, expected.removesuffix("\n"), actual)
    if other != said and is_like(expected, actual):
        data = partial(put, path=path, value=other)
        yield Change(f"{path} is {other!r}", WORDING, mismatch.book.output(event), OTHER_WORDING, data=data)


def in_other_words(text: str, expected: str, actual: str) -> str:
    """Return the template ``text``, which prints ``expected``, changed to print ``actual``."""
    old, new = other_words(expected, actual)
    return text.replace(old, new) if "{" in text else actual.replace("{", "{{").replace("}", "}}")
