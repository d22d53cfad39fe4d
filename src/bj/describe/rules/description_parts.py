"""The parts of a description, which can be printed and compared.

Each part has a key. Parts of two rulesets with the same key are about the same subject.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bj.text.untrusted_text import make_visible
from bj.text.wrapping import wrap

LONGEST_INSTEAD = 110  # characters in a sentence with both values; longer ones become two sentences


class Part(Protocol):
    """A part of a section, which can be printed, and compared with a part that has the same key."""

    @property
    def key(self) -> str:
        """The key, which identifies the subject of the part."""

    def lines(self, width: int) -> list[str]:
        """Return the lines of the part, wrapped to ``width`` columns."""

    def compare(self, other: Part) -> Iterator[str]:
        """Yield lines that describe how ``other`` differs from this part, or nothing if they are the same."""


@dataclass(frozen=True, slots=True)
class HeadedPart:
    """A heading with the parts below it."""

    title: str
    parts: Sequence[Part]
    name: str = ""
    """The subject of the section, if the title does not identify it."""

    @property
    def key(self) -> str:
        """The key, which identifies the subject of the section."""
        return self.name or self.title

    def lines(self, width: int) -> list[str]:
        """Return the title and the lines of every part."""
        return [make_visible(self.title), *(line for part in self.parts for line in part.lines(width))]


@dataclass(frozen=True, slots=True)
class Fact:
    """A rule as a sentence.

    The value of the rule replaces the last ``{}`` in ``form``, if it contains one.
    """

    key: str
    form: str
    value: str = ""

    @property
    def text(self) -> str:
        """The sentence with the value of the rule."""
        return self.filled(self.value)

    def filled(self, value: str) -> str:
        """Return the sentence with ``value`` filled in."""
        before, place, after = self.form.rpartition("{}")
        return f"{before}{value}{after}" if place and self.value else self.form

    def lines(self, width: int) -> list[str]:
        """Return the sentence, wrapped to ``width`` columns."""
        return wrap(self.text, width)

    def compare(self, other: Part) -> Iterator[str]:
        """If the facts differ, yield a sentence that contains both values, or yield both sentences."""
        if not isinstance(other, Fact) or self.text == other.text:
            return
        both = self.filled(f"{other.value} instead of {self.value}")
        is_short = len(both) <= LONGEST_INSTEAD and "," not in self.value + other.value
        if self.form == other.form and is_short:
            yield f"  {make_visible(both)}"
        else:
            yield from (f"  - {make_visible(self.text)}", f"  + {make_visible(other.text)}")


@dataclass(frozen=True, slots=True)
class Unprinted(Fact):
    """A rule that is compared but not printed, because the rule card shows it in another form."""

    def lines(self, width: int) -> list[str]:
        """Return no lines."""
        return []


@dataclass(frozen=True, slots=True)
class Listing:
    """A heading, followed by sentences in a fixed order, which may be numbered."""

    key: str
    head: str
    items: Sequence[str]
    numbered: bool = False

    def lines(self, width: int) -> list[str]:
        """Return the heading and the items."""
        margin = "  " if not self.head else "    "
        lines = wrap(self.head, width) if self.head else []
        digits = len(str(len(self.items)))
        for number, item in enumerate(self.items, 1):
            mark = f"{number:{digits}}. " if self.numbered else "- "
            lines += wrap(item, width, margin + mark, margin + " " * len(mark))
        return lines

    def compare(self, other: Part) -> Iterator[str]:
        """If the lists differ, yield the heading and every item.

        Items that are in only one list are marked.
        """
        if isinstance(other, Listing) and list(self.items) != list(other.items):
            yield from ([f"  {make_visible(self.head)}"] if self.head else [])
            yield from compare_lines(self.items, other.items)


@dataclass(frozen=True, slots=True)
class Rows:
    """A table. ``rows`` maps the name of each row to its cells, one for each of the ``columns``."""

    key: str
    columns: Sequence[str]
    rows: Mapping[str, Sequence[str]]

    def lines(self, width: int) -> list[str]:
        """Return a line for each row, with the names aligned in a column."""
        margin = max(map(len, self.rows), default=0) + 4
        return [
            line
            for name, cells in self.rows.items()
            for line in wrap("; ".join(filter(None, cells)), width, f"  {name}".ljust(margin), " " * margin)
        ]

    def compare(self, other: Part) -> Iterator[str]:
        """Yield a line for each cell that differs, and for each row that is in only one of the tables."""
        if not isinstance(other, Rows):
            return
        for name in dict.fromkeys([*self.rows, *other.rows]):
            if name not in other.rows:
                yield f"  - {make_visible(name)}: {make_visible('; '.join(filter(None, self.rows[name])))}"
            elif name not in self.rows:
                yield f"  + {make_visible(name)}: {make_visible('; '.join(filter(None, other.rows[name])))}"
            else:
                for column, old, new in zip(self.columns, self.rows[name], other.rows[name], strict=True):
                    subject = f"{name}, {column}" if column else name
                    yield from Fact(name, f"{subject}: {{}}", old or "nothing").compare(
                        Fact(name, f"{subject}: {{}}", new or "nothing")
                    )


def compare_lines(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """Merge two lists.

    Items that are only in ``old`` start with ``-``, and items that are only in ``new`` start with ``+``.
    """
    matcher = difflib.SequenceMatcher(None, list(old), list(new), autojunk=False)
    for what, first, last, other_first, other_last in matcher.get_opcodes():
        if what == "equal":
            yield from (f"    {make_visible(item)}" for item in old[first:last])
        else:
            yield from (f"  - {make_visible(item)}" for item in old[first:last])
            yield from (f"  + {make_visible(item)}" for item in new[other_first:other_last])
