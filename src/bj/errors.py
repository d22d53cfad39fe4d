"""The errors that bj raises on purpose, and the findings that they carry."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The path of a value in a TOML document: keys and indices, as in ``("arguments", 0, "name")``."""

Severity: TypeAlias = Literal["error", "warning"]
"""How serious a fault is. An error prevents a game. A warning marks what the author probably did not intend.
"""


LONGEST_SAID = 60
"""The maximum number of characters that a remedy shows of a string."""

WRITE, MEANT, QUOTE = "write `{}`", "did you mean `{}`?", "put it in quotes: `{}`"
"""Templates for the sentences of fixes."""


class Fix(NamedTuple):
    """A remedy that bj can apply, because it leaves no choice: a text to write in place of the fault.

    If a key is at fault, ``text`` is its new name. If ``text`` is empty, the key is removed with its value.
    If a value is at fault, ``text`` is the new value in TOML or, if it ``is_word``, the new content of the
    string. In a string, or in the document as a whole, it replaces the characters at fault, or those of
    ``span``. With ``to``, the path of a different key, the key and its value move there, and an empty
    ``text`` keeps the value. An entry of a list moves before the entry at ``to``. ``also`` maps additional
    keys to values in TOML, which are written unless the keys exist. Keys without a value are removed.
    """

    text: str
    say: str = WRITE
    """The sentence of the remedy, with ``{}`` in place of ``text``."""
    is_word: bool = False
    span: tuple[int, int] | None = None
    """The offset and length of the replaced characters, if these differ from those at fault."""
    to: KeyPath = ()
    also: tuple[tuple[KeyPath, str], ...] = ()

    def __str__(self) -> str:
        """Return the remedy as a sentence.

        >>> str(Fix("total", MEANT))
        'did you mean `total`?'
        """
        text = self.text if len(self.text) <= LONGEST_SAID else self.text[: LONGEST_SAID - 1] + "…"
        return self.say.replace("{}", text)


Remedy: TypeAlias = str | Fix
"""The advice about a fault: a sentence, or a fix that contains one."""


class Edit(NamedTuple):
    """A replacement for part of a file, from one line and column to another.

    Lines and columns are counted from 1. ``end_column`` is exclusive.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class TextFault(NamedTuple):
    """A fault inside one string of a ruleset, such as an expression, a template or a chart row.

    ``offset`` and ``length`` count the characters of the string's value. ``length`` is at least 1.
    """

    code: str
    offset: int
    length: int
    message: str
    remedy: Remedy


class Fault(NamedTuple):
    """A fault of a ruleset, at the path of its value in the document.

    ``code`` identifies the kind of fault. It is ``BJ`` and three digits that never change. All codes are in
    ``codes.toml``. ``part`` says whether the key or the value is at fault. ``span`` narrows a string value
    down to ``(offset, length)`` in its characters. If ``part`` is "text", ``span`` is a span of the whole
    document.
    """

    code: str
    path: KeyPath
    message: str
    remedy: Remedy
    part: Literal["key", "value", "text"] = "value"
    span: tuple[int, int] | None = None


class Finding(NamedTuple):
    """A fault with its place in a file. ``line`` and ``column`` count lines and characters from 1.

    ``excerpt`` is that line of the file, and ``length`` is the number of its characters at fault, at least 1.
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
    """The files that extend this one, nearest first, if the fault was found through them."""
    edits: tuple[Edit, ...] = ()
    """The edits that together carry out the remedy, if it is unambiguous."""


class BjError(Exception):
    """The base class of all errors that bj raises on purpose."""

    remedy: str = ""
    """The remedy for the error, or an empty string if bj knows none."""


class TextFaults(BjError):
    """Raised for a string of a ruleset that cannot be parsed. ``faults`` lists all its faults."""

    def __init__(self, faults: Sequence[TextFault]) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = tuple(faults)


class UsageError(BjError):
    """Raised if the command line or the program asks for something impossible. The exit code is 2."""

    def __init__(self, message: str, remedy: Remedy = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = str(remedy)
        if remedy:
            self.add_note(f"help: {remedy}")  # which a traceback shows


def wrong_type(what: str, value: object, remedy: Remedy) -> UsageError:
    """Return the error for a ``value`` of the wrong type where ``what`` was expected.

    >>> str(wrong_type("a file", 3, "give its path"))
    'a file cannot be int'
    """
    return UsageError(f"{what} cannot be {type(value).__name__}", remedy)


class ReplayError(BjError):
    """Raised if a history cannot be replayed.

    ``action`` is the index of the action that cannot be taken, or -1 if no action is at fault.
    """

    def __init__(self, action: int, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.action = action
        self.remedy = remedy


class RulesetError(BjError):
    """Raised for a ruleset with faults.

    The exit code is 1. ``findings`` lists the faults in the order of the file.
    """

    def __init__(self, findings: Sequence[Finding]) -> None:
        first = findings[0]
        more = f", and {len(findings) - 1} more" if findings[1:] else ""
        said = f"{first.file}:{first.line}:{first.column}: {first.message}{more}"
        super().__init__("".join(each if each.isprintable() else "?" for each in said))
        self.findings = tuple(findings)
        self.remedy = first.remedy
        self.add_note(f"help: {first.remedy}")  # which a traceback shows


class GameError(BjError):
    """Raised if a game cannot continue because a rule demands something impossible. The exit code is 1."""


class HandError(GameError):
    """Raised if a simulated game cannot continue. The message names the hand, the game and its seed."""
