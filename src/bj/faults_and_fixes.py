"""Data types for faults in files, and for the fixes that bj suggests."""

from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The path of a value in a TOML document, as keys and indices: ``("arguments", 0, "name")``."""

Severity: TypeAlias = Literal["error", "warning"]
"""How serious a fault is. An error makes a ruleset unplayable. A warning points out a probable mistake."""


LONGEST_SAID = 60
"""The maximum number of characters to quote from a string in a remedy."""

WRITE, MEANT, QUOTE = "write `{}`", "did you mean `{}`?", "put it in quotes: `{}`"
"""Templates for the sentences in fixes."""


class Fix(NamedTuple):
    """A remedy that bj can apply by itself, because there is only one way to apply it.

    ``text`` replaces the faulty part. For a key, it is the new name or, to remove the key with its value, an
    empty string. For a value, it is the new value in TOML or, if ``is_word`` is true, the new content of the
    string. Within a string or the whole document, it replaces the characters at fault, or those in ``span``.

    ``to`` is the path to which a key and its value move. An empty ``text`` then keeps the value. An entry in
    a list moves to the position before the entry at ``to``.
    """

    text: str
    say: str = WRITE
    """The remedy as a sentence. ``{}`` marks where to insert ``text``."""
    is_word: bool = False
    span: tuple[int, int] | None = None
    """The offset and length of the characters to replace, if they differ from the characters at fault."""
    to: KeyPath = ()

    def __str__(self) -> str:
        """Return the remedy as a sentence.

        >>> str(Fix("total", MEANT))
        'did you mean `total`?'
        """
        text = self.text if len(self.text) <= LONGEST_SAID else self.text[: LONGEST_SAID - 1] + "…"
        return self.say.replace("{}", text)


Remedy: TypeAlias = str | Fix
"""Advice on how to correct a fault: a plain sentence, or a fix."""


class Edit(NamedTuple):
    """A change to a file: a range of characters, and the text that replaces them.

    Lines and columns are counted from 1. ``end_column`` is exclusive.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class TextFault(NamedTuple):
    """A fault within a single string in a ruleset, such as an expression, a template or a row in a chart.

    ``offset`` and ``length`` count characters in the string's value. ``length`` is at least 1.
    """

    code: str
    offset: int
    length: int
    message: str
    remedy: Remedy


class Fault(NamedTuple):
    """A fault in a ruleset, located by the path of the faulty value.

    ``code`` identifies the kind of fault. It consists of ``BJ`` and three digits, and never changes.
    ``codes.toml`` lists all codes. ``part`` says whether the fault is in the key or in the value. ``span``
    locates it within a string value, as ``(offset, length)`` in characters. If ``part`` is "text", ``span``
    applies to the whole document.
    """

    code: str
    path: KeyPath
    message: str
    remedy: Remedy
    part: Literal["key", "value", "text"] = "value"
    span: tuple[int, int] | None = None


class Finding(NamedTuple):
    """A fault with its position in a file. ``line`` and ``column`` are counted from 1.

    ``excerpt`` is the whole line. ``length`` is the number of characters at fault, at least 1.
    """

    file: Path
    line: int
    column: int
    length: int
    excerpt: str
    message: str
    remedy: str
    code: str
    severity: Severity = "error"
    inherited_by: tuple[Path, ...] = ()
    """The files that extend this one and through which the fault was found, the nearest first."""
    edits: tuple[Edit, ...] = ()
    """The edits that carry out the remedy, if there is only one way to do so."""
