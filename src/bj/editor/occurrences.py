"""Finds the places in rulesets where a name is defined or used, for listing and renaming."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from bj.editor.defined_names import SECTIONS, Kind, kinds_meant, names_of
from bj.editor.schema_paths import meaning_at
from bj.faults_and_fixes import KeyPath
from bj.ruleset.allowed_names_by_place import NAMES, Place
from bj.ruleset.documents import Document, merge_documents
from bj.ruleset.toml.outline import KeyPlaces, Outline
from bj.ruleset.toml.reading_and_writing import read_key
from bj.ruleset.toml.tokens import Span, read_string

Symbol: TypeAlias = tuple[Kind, str]
"""A name that a ruleset defines, preceded by its kind."""

WORD = re.compile(r"(?<![\w\"'])[a-z][a-z0-9_]*(?![\w\"'(])")
STARTS = re.compile(r"(?<!\S)[a-z][a-z0-9_]*(?=[\s:=]|$)")
"""Matches the first name in each word of a command line."""


class Occurrence(NamedTuple):
    """A place in a text where a name is defined or used."""

    symbol: Symbol
    span: Span
    is_definition: bool = False


class NameIndex:
    """The names that a ruleset defines, with their occurrences in its documents."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents = documents
        data = merge_documents(documents)
        self.names: dict[Kind, Mapping[str, str]] = {
            kind: names_of(data, kind) for kind in (*SECTIONS.values(), "team")
        }

    def find(self, document: Document) -> list[Occurrence]:
        """Return all occurrences of names in ``document``, which must belong to the ruleset."""
        outline = document.make_outline()
        return list(self._walk(outline, outline.root, (), document.data))

    def find_at(self, document: Document, offset: int) -> Occurrence | None:
        """Return the name at ``offset`` in ``document``, or None if the offset is not in a name."""
        found = (each for each in self.find(document) if each.span[0] <= offset <= each.span[1])
        return next(found, None)

    def definitions(self, symbol: Symbol) -> list[tuple[Document, Span]]:
        """Return the definitions of ``symbol``, those in the ruleset's own document first."""
        return [
            (document, each.span)
            for document in self.documents
            for each in self.find(document)
            if each.symbol == symbol and each.is_definition
        ]

    def home(self, symbol: Symbol) -> Path | None:
        """Return the file that introduces ``symbol``: the most distant ancestor that defines the name.

        Returns None if no document defines ``symbol``.
        """
        found = self.definitions(symbol)
        return Path(os.path.realpath(found[-1][0].file)) if found else None

    def _walk(self, outline: Outline, place: KeyPlaces, path: KeyPath, data: Any) -> Iterator[Occurrence]:
        """Yield the names in the key and the value at ``path``, and in nested values."""
        kind = SECTIONS.get(str(path[0])) if len(path) == 2 else None
        if kind is None and path[:1] == ("strategies",) and path[2:-1] == ("side_bets",):
            kind = "side bet"
        if path[:1] == ("teams",) and len(path) == 2 and isinstance(path[1], str):
            kind = "team"  # a team that an overlay changes
        if kind is not None:
            is_definition = len(path) == 2
            yield from (Occurrence((kind, str(path[-1])), span, is_definition) for span in place.written)
        if isinstance(data, str) and place.value is not None:
            yield from self._read(outline, place.value, path, data)
        for step, inner in place.children.items():
            held = data.get(step) if isinstance(data, dict) else None
            if isinstance(data, list) and isinstance(step, int) and step < len(data):
                held = data[step]
            yield from self._walk(outline, inner, (*path, step), held)

    def _read(self, outline: Outline, string: Span, path: KeyPath, text: str) -> Iterator[Occurrence]:
        characters = list(read_string(outline.text[slice(*string)]))
        for symbol, start, end in self._read_text(path, text):
            if end <= len(characters):
                span = string[0] + characters[start][0], string[0] + characters[end - 1][1]
                yield Occurrence(symbol, span, path[0] == "teams" and path[-1] == "id")

    def _read_text(self, path: KeyPath, text: str) -> Iterator[tuple[Symbol, int, int]]:
        """Yield each name in the string at ``path``, with its start and end in ``text``."""
        kinds = kinds_meant(path)
        meaning = meaning_at(path)
        if path == ("ruleset", "usage"):
            yield from self._match(WORD, text, ("argument",))
        elif path == ("example", "arguments"):
            yield from self._match(STARTS, text, ("argument", "strategy", "team"))
        elif path[:1] == ("teams",) and path[-1:] == ("id",):
            yield ("team", text), 0, len(text)
        elif path[:2] == ("ruleset", "without"):
            section, name, *_ = (*read_key(text), "", "")
            if section in SECTIONS and name in self.names[SECTIONS[section]]:
                at = text.index(name, len(section))
                yield (SECTIONS[section], name), at, at + len(name)
        elif kinds:
            named = next((kind for kind in kinds if text in self.names[kind]), None)
            if named:
                yield (named, text), 0, len(text)
        elif meaning is not None or path[:1] == ("define",):
            hidden = NAMES[meaning.place] if meaning else set.intersection(*(set(NAMES[at]) for at in Place))
            found = self._match(WORD, text, ("definition", "argument", "power"))
            yield from (each for each in found if each[0][1] not in hidden)

    def _match(
        self, pattern: re.Pattern[str], text: str, kinds: Sequence[Kind]
    ) -> Iterator[tuple[Symbol, int, int]]:
        """Yield each match of ``pattern`` that is a name of one of the given ``kinds``."""
        for match in pattern.finditer(text):
            kind = next((kind for kind in kinds if match[0] in self.names[kind]), None)
            if kind:
                yield (kind, match[0]), *match.span()


def references(
    family: Sequence[Sequence[Document]], index: NameIndex, symbol: Symbol
) -> dict[Path, tuple[Document, list[Occurrence]]]:
    """Find the occurrences of ``symbol`` in every ruleset where the same file introduces the name.

    The search covers the ruleset in ``index`` and those in ``family``. The result maps each file to its
    document and its occurrences.
    """
    found: dict[Path, tuple[Document, list[Occurrence]]] = {}
    home = index.home(symbol)
    for documents in (index.documents, *family):
        others = NameIndex(documents)
        if others.home(symbol) != home:
            continue
        for document in documents:
            file = Path(os.path.realpath(document.file))
            if file not in found:
                found[file] = document, [each for each in others.find(document) if each.symbol == symbol]
    return {file: each for file, each in found.items() if each[1]}


def is_taken(family: Sequence[Sequence[Document]], symbol: Symbol) -> bool:
    """Return whether any ruleset in ``family`` already defines ``symbol``."""
    kind, name = symbol
    return any(name in names_of(merge_documents(documents), kind) for documents in family)


def find_parent_name(documents: Sequence[Document], offset: int) -> Path | None:
    """Return the file that the ruleset extends, or None if ``offset`` is not in the `extends` entry."""
    place = documents[0].make_outline().look_up(("ruleset", "extends"))
    spans = chain.from_iterable([place.written, [place.value] if place.value else []] if place else [])
    is_here = any(start <= offset <= end for start, end in spans)
    return documents[1].file if is_here and len(documents) > 1 else None
