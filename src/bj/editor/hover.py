"""Explains the word at a cursor, and shows the value that a key inherits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bj.catalogue.actions import PLAYS
from bj.catalogue.fields import FIELDS
from bj.describe.reference.sections import describe_key
from bj.editor.cursor import Cursor, read_cursor
from bj.editor.defined_names import SECTIONS, kinds_meant, names_in_expressions, names_of, other_words
from bj.editor.expression_word_meanings import describe_name
from bj.editor.schema_paths import fields_of_template, meaning_at, slot_at
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check.expressions_and_templates import shows_memories
from bj.ruleset.documents import Document, merge_documents
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_value
from bj.ruleset.toml.tokens import Span
from bj.ruleset.value_origins import Origins
from bj.text.markdown_escapes import code

LONGEST = 300
"""The maximum number of characters to show from an inherited value."""

WORD = re.compile(r"\w+")


class Hover(NamedTuple):
    """An explanation of the word at ``span``, in Markdown."""

    text: str
    span: Span


def hover(text: str, offset: int, documents: Sequence[Document]) -> Hover | None:
    """Explain the word at ``offset`` in ``text``, or return None if there is nothing to explain.

    ``text`` is the current text of the first document, which may have been parsed from an older version.
    """
    cursor = read_cursor(text, offset)
    if cursor.part == "nothing":
        return None
    if cursor.part == "value":
        return _about_value(text, offset, cursor, documents)
    path = (*cursor.path, text[slice(*cursor.word)])
    parts = [describe_key(path) or _about_name(path, documents), *_inherited(path, documents)]
    return Hover("\n\n".join(parts), cursor.word) if any(parts) else None


def _about_name(path: KeyPath, documents: Sequence[Document]) -> str:
    """Explain the name that the key at ``path`` defines. If it defines none, describe the enclosing table.

    Returns an empty string if the language does not allow the key.
    """
    *around, name = path
    kind = SECTIONS.get(str(path[0])) if len(path) == 2 else None
    names = names_of(merge_documents(documents), kind) if kind else {}
    if name in names:
        return _explain(str(name), names[str(name)])
    return describe_key(tuple(around)) if slot_at(path) else ""


def _inherited(path: KeyPath, documents: Sequence[Document]) -> Iterator[str]:
    """Yield a line with the value that the key at ``path`` inherits, and the file that it comes from."""
    ancestors = documents[1:]
    value = look_up(merge_documents(ancestors), path)
    if value is None:
        return
    number, _ = Origins(ancestors).find(path)
    written = write_value(value)
    shown = written if len(written) <= LONGEST else written[: LONGEST - 1] + "…"
    yield f"Inherited from {code(ancestors[number].file.name)}: {code(shown)}"


def _about_value(text: str, offset: int, cursor: Cursor, documents: Sequence[Document]) -> Hover | None:
    """Explain the value at the cursor, or the word at ``offset`` inside it."""
    path, span = cursor.path, cursor.word
    whole = text[slice(*span)]
    slot = slot_at(path)
    data = merge_documents(documents)
    if slot and whole in slot.words:
        return Hover(_explain(whole, slot.words[whole] or slot.about), span)
    known = {name: about for kind in kinds_meant(path) for name, about in names_of(data, kind).items()}
    known |= other_words(path)
    if whole in known:
        return Hover(_explain(whole, known[whole]), span)
    for match in WORD.finditer(text, *span):
        if match.start() <= offset <= match.end():
            about = _about_word(match[0], path, data)
            return Hover(_explain(match[0], about), match.span()) if about else None
    return None


def _explain(word: str, about: str) -> str:
    return f"**{code(word)}**: {about}"


def _about_word(word: str, path: KeyPath, data: Mapping[str, Any]) -> str:
    """Return the meaning of a word in an expression, a template or a chart.

    Returns an empty string if the word has no meaning at ``path``.
    """
    if fields_of_template(path):
        own = names_of(data, "memory") if shows_memories(path) else {}
        return own.get(word) or (FIELDS[word].means if word in FIELDS else "")
    if meaning_at(path) is not None or path[:1] == ("define",):
        return describe_name(word) or names_in_expressions(data, remembered=True).get(word, "")
    return PLAYS[word].legend if word in PLAYS and {"chart", "chart_by_total"} & {*path} else ""
