"""Complete the words of broken rulesets, and count how often the right one is among the first five proposals.

    python tests/campaigns/completing.py [PLACES] [SEED]

Draws places inside the words of shipped rulesets, deletes the rest of the line there, and asks for proposals.
A word is one that the language or another part of the ruleset defines: a key, a value, a name or an operator
in an expression, a field, a cell of a chart. Titles, comments and new names are not. The habits that put
proposals in order are those of all other shipped rulesets.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bj.catalogue.actions import PLAYS
from bj.catalogue.expression_names import NAMES
from bj.editor.completion import complete
from bj.editor.defined_names import kinds_meant, names_of
from bj.editor.expression_word_meanings import OPERATORS
from bj.editor.schema_paths import fields_of_template, meaning_at, slot_at
from bj.editor.usual_words import shipped_habits
from bj.ruleset.documents import merge_documents, read_document, read_documents
from bj.ruleset.expressions.supported_syntax import USAGE
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.ruleset.toml.outline import KeyPlaces, Outline
from bj.ruleset.toml.tokens import Span, read_string

FIRST = 5


class Word(NamedTuple):
    """A word that can be completed."""

    file: Path
    span: Span
    sort: str


@cache
def words_of(file: Path) -> list[Word]:
    """The words of a ruleset that can be completed."""
    text = file.read_text(encoding="utf-8")
    data = merge_documents(read_documents(file))
    own = {*data.get("arguments", {}), *data.get("define", {}), *names_of(data, "memory")}
    known = {*NAMES, *USAGE, *OPERATORS, *own}

    def walk(place: KeyPlaces, path: tuple[str | int, ...]) -> Iterator[Word]:
        for step, inner in place.children.items():
            here = (*path, step)
            slot = slot_at(path)
            if isinstance(step, str) and slot and (step in slot.keys or step in slot.key_words):
                for start, end in inner.written:
                    quoted = text[start] in "\"'"
                    yield Word(file, (start + quoted, end - quoted), "key")
            if inner.value is not None and text[inner.value[0]] in "\"'":
                yield from values(inner.value, here)
            yield from walk(inner, here)

    def values(span: Span, path: tuple[str | int, ...]) -> Iterator[Word]:
        content = "".join(character for _, _, character in read_string(text[slice(*span)]))
        slot = slot_at(path)
        start = span[0] + (3 if text.startswith(('"""', "'''"), span[0]) else 1)
        if not slot or len(content) != span[1] - start - (start - span[0]):
            return
        named = {name for kind in kinds_meant(path) for name in names_of(data, kind)}
        if content in slot.words or (content in named and path[-1] != "usage"):
            yield Word(file, (start, start + len(content)), "value")
        elif fields_of_template(path):
            for match in re.finditer(r"(?<=\{)\w+", content):
                yield Word(file, (start + match.start(), start + match.end()), "field")
        elif meaning_at(path) or path[0] == "define":
            for match in re.finditer(r"(?<![\w\"])[A-Za-z_]\w*", content):
                if match[0] in known:
                    yield Word(file, (start + match.start(), start + match.end()), "expression")
        elif path[-2:-1] == ("rows",) or path[-1] == "usage":
            for match in re.finditer(r"\w+", content):
                if match[0] in (PLAYS if path[-1] != "usage" else named):
                    yield Word(file, (start + match.start(), start + match.end()), "cell")

    return list(walk(Outline(text).root, ()))


def try_one(word: Word, offset: int) -> tuple[bool, str, list[str]]:
    """Whether the right word is among the first proposals at an offset, with that word and the proposals."""
    text = word.file.read_text(encoding="utf-8")
    right = text[slice(*word.span)]
    end = text.find("\n", offset)
    cut = text[:offset] + (text[end:] if end >= 0 else "")
    shelf = {word.file: read_document(word.file, cut.encode())}
    documents = read_documents(word.file, shelf)
    files = [name for name, path in shipped_rulesets().items() if path != word.file]
    proposals = complete(cut, offset, documents, shipped_habits(word.file), files)
    first = [proposal.word for proposal in proposals[:FIRST]]
    return right in first, right, first


def draw(places: int, seed: int) -> Iterator[tuple[Word, int]]:
    """Draw places in words; all characters of a ruleset are equally probable."""
    rulesets = list(shipped_rulesets().values())
    words = [word for file in rulesets for word in words_of(file)]
    source = random.Random(seed)  # noqa: S311  # not for secrets
    lengths = [end - start for _, (start, end), _ in words]
    for word in source.choices(words, lengths, k=places):
        yield word, source.randrange(*word.span)


def main(places: int = 200, seed: int = 1) -> None:
    """Print the number of right proposals, and the words that were not proposed."""
    found: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for word, offset in draw(places, seed):
        is_right, right, first = try_one(word, offset)
        asked[word.sort] += 1
        found[word.sort] += is_right
        if not is_right:
            start = right[: offset - word.span[0]]
            print(f"{word.file.name}:{offset} {word.sort} {start}‸{right[len(start) :]}: {first}")
    for sort, number in asked.items():
        print(f"{sort}: {found[sort]} of {number}")
    print(f"{found.total()} of {asked.total()}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
