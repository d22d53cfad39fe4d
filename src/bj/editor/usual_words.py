"""Counts how often rulesets use each word in each place, so that common words are suggested first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import tomli

from bj.editor.schema_paths import fields_of_template, meaning_at, slot_at
from bj.faults_and_fixes import KeyPath
from bj.ruleset.ruleset_files import read_bytes, shipped_rulesets

WORDS = re.compile(r'[A-Za-z_]\w*|"\w*"?|[<>=!]=|//|\d+|[^\s\w]')
"""Matches a token in an expression."""

FIELDS = re.compile(r"\{(\w*)")

Place = tuple[KeyPath, str]
"""The pattern of a path, and what is counted there: "words", "fields", or "" for whole values."""

AFTER = 20
"""The weight of a pair of consecutive words, relative to a single word."""


class Habits:
    """Counts how often each word, and each pair of consecutive words, occurs in each place."""

    def __init__(self, rulesets: Iterable[Mapping[str, Any]]) -> None:
        self._found: Counter[tuple[Place, str]] = Counter()
        self._after: Counter[tuple[Place, str, str]] = Counter()
        for data in rulesets:
            self._count((), data)

    def weigh(self, place: Place, word: str, before: str = "") -> int:
        """Return how common ``word`` is at ``place``, with extra weight if it often follows ``before``."""
        return self._found[place, word] + AFTER * self._after[place, before, word]

    def _count(self, path: KeyPath, value: Any) -> None:
        slot = slot_at(path)
        if slot is None:
            return
        if isinstance(value, dict):
            self._note((slot.pattern, ""), value)
            for key, inner in value.items():
                self._count((*path, key), inner)
        elif isinstance(value, list):
            texts = [entry if isinstance(entry, str) else "" for entry in value]
            self._note(((*slot.pattern, "*"), ""), texts)
            for index, inner in enumerate(value):
                if not isinstance(inner, str):
                    self._count((*path, index), inner)
        elif isinstance(value, str):
            place, words = words_in(path, value)
            self._note((slot.pattern, ""), [value])
            self._note(place, words)

    def _note(self, place: Place, words: Iterable[str]) -> None:
        before = ""
        for word in words:
            self._found[place, word] += 1
            self._after[place, before, word] += 1
            before = word


def words_in(path: KeyPath, text: str) -> tuple[Place, list[str]]:
    """Split ``text``, the string at ``path``, into words.

    Return the place for which the words are counted, followed by the words.
    """
    slot = slot_at(path)
    pattern = slot.pattern if slot else path
    if fields_of_template(path):
        return (pattern, "fields"), FIELDS.findall(text)
    meaning = meaning_at(path)
    if meaning is not None:
        return ((meaning.place.value,), "words"), WORDS.findall(text)
    return (pattern, "words"), text.split()


@cache
def shipped_habits(without: Path | None = None) -> Habits:
    """Return the word counts for all shipped rulesets except the one in the file ``without``."""
    files = shipped_rulesets().values()
    return Habits(tomli.loads(read_bytes(file).decode()) for file in files if file != without)
