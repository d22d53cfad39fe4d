"""Suggests completions for the text at a cursor, the most likely first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from bj.cards import RANKS, SUITS
from bj.catalogue.actions import PLAYS
from bj.catalogue.expression_names import NAMES
from bj.catalogue.fields import FIELDS
from bj.editor.cursor import Cursor, read_cursor
from bj.editor.defined_names import kinds_meant, kinds_of_keys, names_in_expressions, names_of, other_words
from bj.editor.expression_word_meanings import OPERATORS, describe_functions
from bj.editor.schema_paths import Slot, fields_of_template, meaning_at, slot_at
from bj.editor.usual_words import Habits, Place, words_in
from bj.faults_and_fixes import KeyPath
from bj.ruleset.allowed_names_by_place import NAMES as KNOWN
from bj.ruleset.allowed_names_by_place import UNKNOWN_FUNCTIONS
from bj.ruleset.allowed_names_by_place import Place as ExpressionPlace
from bj.ruleset.check.expressions_and_templates import REMEMBERING, shows_memories
from bj.ruleset.documents import Document, left_out_by, merge_documents
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_key, write_value
from bj.ruleset.toml.tokens import Span
from bj.text.markdown_escapes import code

Sort: TypeAlias = Literal["section", "key", "word", "name", "function", "operator", "field", "card", "file"]

UNUSUAL: Place = ((), "unusual")
"""A place that no ruleset contains, so that words have no usage counts there."""

OWN = 5
"""The weight of the open ruleset's usage counts, relative to those of the shipped rulesets."""

CODE = re.compile(r"(holds|number_of|rank|suit)\(\s*[\"']\w*$")
NAME = re.compile(r"\w*")
ROWS = (
    *(f"hard {n}" for n in range(5, 21)),
    *(f"soft {n}" for n in range(13, 21)),
    *(f"pair {n}" for n in RANKS),
)


class Proposal(NamedTuple):
    """A suggested completion."""

    word: str
    sort: Sort
    about: str
    """A description of the word, in Markdown."""
    text: str
    """The text to insert, with quotation marks if necessary."""
    span: Span
    """The span of text to replace."""


class Words(NamedTuple):
    """A group of words that can be written at the cursor, to be ranked by their usage counts at ``place``."""

    sort: Sort
    meanings: Mapping[str, str]
    place: Place
    span: Span
    before: str = ""


def complete(
    text: str, offset: int, documents: Sequence[Document], habits: Habits, files: Iterable[str] = ()
) -> list[Proposal]:
    """Return suggestions for the cursor at ``offset`` in ``text``, the most likely first.

    ``text`` is the current text of the first document, which may have been parsed from an older version.
    ``files`` yields the names that the ruleset can extend, and is read only if the cursor is in `extends`.
    """
    cursor = read_cursor(text, offset)
    if cursor.part == "nothing" or (cursor.literal and offset == cursor.literal[0]):
        return []
    found = _find_words(text, offset, cursor, documents, files)
    own = Habits([documents[0].data])
    ranked: dict[str, tuple[tuple[Any, ...], Proposal]] = {}
    for words in found:
        start = text[words.span[0] : offset].lower()
        for order, (word, about) in enumerate(words.meanings.items()):
            fit = _fit(start, word.lower())
            if fit is not None and word not in ranked:
                here = (words.place, word, words.before)
                weight = habits.weigh(*here) + OWN * own.weigh(*here)
                written = _write(word, words.sort, cursor, text)
                proposal = Proposal(word, words.sort, about, written, words.span)
                ranked[word] = (fit, -weight, order), proposal
    return [proposal for _, proposal in sorted(ranked.values(), key=lambda each: each[0])]


def _fit(start: str, word: str) -> int | None:
    """Return a score for how well ``word`` completes ``start``, or None if it does not. Lower is better."""
    if word.startswith(start):
        return 0
    if any(part.startswith(start) for part in re.split(r"[ _./]", word)):
        return 1
    return 2 if len(start) > 1 and start in word else None


def _write(word: str, sort: Sort, cursor: Cursor, text: str) -> str:
    if cursor.literal:
        return write_value(word)[1:-1] if text[cursor.literal[0]] == '"' else word
    if cursor.part in ("key", "header"):
        return write_key(word)
    if sort in ("operator", "function", "field") or word in ("true", "false"):
        return word
    return f"'{word}'" if '"' in word else f'"{word}"'


def _find_words(
    text: str, offset: int, cursor: Cursor, documents: Sequence[Document], files: Iterable[str]
) -> Iterator[Words]:
    """Yield groups of words that can be written at the cursor."""
    slot = slot_at(cursor.path)
    if slot is None:
        return
    data = merge_documents(documents)
    if cursor.part == "value":
        yield from _find_values(text, offset, cursor, slot, data, documents, files)
        return
    own = look_up(documents[0].data, cursor.path)
    present = {*cursor.used, *(own if isinstance(own, dict) else ())}
    here = text[slice(*cursor.word)]
    where = ((slot.pattern, ""), cursor.word, cursor.before)
    keys = {key: value.get("description", "") for key, value in slot.keys.items()}
    if cursor.part == "header":
        inner = {key: slot_at((*cursor.path, key)) for key in keys}
        keys = {key: each.about for key, each in inner.items() if each and each.is_table}
        keys = {**_free_keys(cursor.path, slot, data), **keys}
        names = [step for step in cursor.path if isinstance(step, str)]
        seen = {key for key in keys if key != here and f"\n[{write_key(*names, key)}]" in f"\n{text}"}
        yield Words("section", {key: keys[key] for key in keys if key not in seen}, *where)
        yield Words("section", {key: keys[key] for key in keys if key in seen}, UNUSUAL, cursor.word)
        return
    keys |= _free_keys(cursor.path, slot, data)
    missing = {key: about for key, about in keys.items() if key not in present or key == here}
    yield Words("key", missing, *where)


def _free_keys(path: KeyPath, slot: Slot, data: Mapping[str, Any]) -> dict[str, str]:
    """Return names to suggest as keys in the table at ``path``, if authors can choose the table's keys.

    Each name is mapped to its description.
    """
    known = dict.fromkeys(slot.key_words, "")
    for kind in kinds_of_keys(path):
        known |= names_of(data, kind)
    inherited = look_up(data, path)
    if isinstance(inherited, dict) and not slot.keys:
        known |= {key: known.get(key) or _inherited(value) for key, value in inherited.items()}
    match path:
        case ("cards", "ranks"):
            known |= dict.fromkeys(RANKS, "a rank")
        case (*_, "chart" | "chart_by_total" | "worths", "rows"):
            known |= dict.fromkeys(ROWS, "")
    examples = [example for example in slot.examples if isinstance(example, dict)]
    return known | {key: "" for example in examples for key in example if not slot.keys and key not in known}


def _inherited(value: Any) -> str:
    return f"inherited: {code(str(value))}" if isinstance(value, str | int) else "inherited"


def _find_values(
    text: str,
    offset: int,
    cursor: Cursor,
    slot: Slot,
    data: Mapping[str, Any],
    documents: Sequence[Document],
    files: Iterable[str],
) -> Iterator[Words]:
    path, place, span = cursor.path, (slot.pattern, ""), cursor.word
    literal = cursor.literal
    if slot.words:
        yield Words("word", slot.words, place, span, cursor.before)
    if slot.is_truth and literal is None:
        yield Words("word", {"true": "", "false": ""}, place, span)
    names = {name: about for kind in kinds_meant(path) for name, about in names_of(data, kind).items()}
    names = {**names, **other_words(path)}
    if path[-1:] == ("strategy",):
        names = {name: about for name, about in names.items() if not _is_number(data, name)}
    if path == ("ruleset", "extends"):
        yield Words("file", dict.fromkeys(files, "a file"), place, span)
    elif path[:2] == ("ruleset", "without"):
        inherited = merge_documents(documents[1:])
        taken = left_out_by(documents[0])
        dotted = {key: "" for key in _dotted(inherited) if key not in taken or key == text[slice(*span)]}
        yield Words("name", dotted, place, span)  # not of sort `key`, because no value follows
    elif path == ("ruleset", "usage"):
        yield _in_text(text, offset, cursor, "name", names)
    elif names:
        yield Words("name", names, place, span, cursor.before)
    if literal is None:
        return
    if path[-1:] in (("rows",), ("columns",)) or path[-2:-1] == ("rows",):
        is_of_plays = {"chart", "chart_by_total"} & {*path}
        cells = {code: play.name for code, play in PLAYS.items()} if is_of_plays else {}
        cells = dict.fromkeys(RANKS, "a rank") if path[-1] == "columns" else cells
        cells = {} if path[-2:] == ("chart_by_total", "columns") else cells
        yield _in_text(text, offset, cursor, "card", cells)
    fields = fields_of_template(path)
    if fields:
        known = {field: FIELDS[field].means if field in FIELDS else "" for field in fields}
        known |= names_of(data, "memory") if shows_memories(path) else {}
        if re.search(r"\{\w*$", text[literal[0] : offset]):
            yield _in_text(text, offset, cursor, "field", known)
        return
    meaning = meaning_at(path)
    if meaning is not None or path[:1] == ("define",):
        yield from _find_in_expression(text, offset, cursor, meaning.place if meaning else None, data)


def _is_number(data: Mapping[str, Any], name: str) -> bool:
    return bool(look_up(data, ("arguments", name, "type")) == "integer")


def _in_text(text: str, offset: int, cursor: Cursor, sort: Sort, known: Mapping[str, str]) -> Words:
    """Return the ``known`` words as suggestions for a single word inside the string at the cursor."""
    start = cursor.word[0]
    place, before = words_in(cursor.path, text[start:offset])
    begin = offset - len(re.search(r"\w*$", text[start:offset])[0])  # type: ignore[index]  # matches any text
    end = NAME.match(text, offset)
    if begin < offset or sort == "field":
        before = before[:-1]
    return Words(sort, known, place, (begin, end.end() if end else offset), before[-1] if before else "")


def _find_in_expression(
    text: str, offset: int, cursor: Cursor, place: ExpressionPlace | None, data: Mapping[str, Any]
) -> Iterator[Words]:
    """Yield names, functions and operators that can be written at a cursor in an expression.

    Between the quotation marks of a card, as in `holds("`, yield ranks and suits instead.
    """
    if CODE.search(text[cursor.word[0] : offset]):
        codes = [*RANKS, *SUITS, *(rank + suit for rank in RANKS for suit in SUITS)]
        yield _in_text(text, offset, cursor, "card", dict.fromkeys(codes, ""))
        return
    places = [place] if place else list(ExpressionPlace)
    own = names_in_expressions(data, remembered=any(each in REMEMBERING for each in places))
    names = {name: NAMES[name].means for each in places for name in KNOWN[each]}
    yield _in_text(text, offset, cursor, "name", {**own, **names})
    refused = set.intersection(*(set(UNKNOWN_FUNCTIONS.get(each, ())) for each in places))
    functions = {name: about for name, about in describe_functions().items() if name not in refused}
    yield _in_text(text, offset, cursor, "function", functions)
    yield _in_text(text, offset, cursor, "operator", OPERATORS)


def _dotted(table: Mapping[str, Any], *path: str) -> Iterator[str]:
    """Yield the dotted key of each value in the ``table`` at ``path``, including nested tables."""
    for key, value in table.items():
        yield write_key(*path, key)
        if isinstance(value, dict):
            yield from _dotted(value, *path, key)
