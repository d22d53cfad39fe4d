"""Text of strangers made harmless: for terminals, for the logs of CI services and for spreadsheets.

A ruleset, and the name of its file, may be written by anybody. What is shown of them must neither steer a
terminal nor be taken for a command by the service that reads the log: some obey a line that begins with
``::``, some a ``##[`` or ``##word[`` anywhere in a line.
"""

from __future__ import annotations

import re
import unicodedata

NAMED = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
HIDDEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""The categories of characters that a terminal obeys rather than shows: controls, directions, joiners."""

COMMAND = re.compile(r"(?<=#)#(?=\w*\[)")
"""The second ``#`` of what a log may take for a command."""

PLAIN_START = re.compile(r"[\w./<]")
"""How the name of a file begins that nothing takes for an option, a command or a formula."""


def make_visible(text: str) -> str:
    r"""Write the characters that a terminal or a log would obey as what they are in a TOML string.

    >>> print(make_visible("a\tb\x1b[31m\u202e ##[error]"))
    a\tb\x1b[31m\u202e #\x23[error]
    """
    if text.isascii() and text.isprintable() and "##" not in text:
        return text
    shown = "".join(NAMED.get(character) or show(character) for character in text)
    return COMMAND.sub(r"\\x23", shown)


def show(character: str) -> str:
    """A character, or how it is escaped if it is not one to be seen."""
    if unicodedata.category(character) not in HIDDEN:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def show_path(path: str) -> str:
    """The path of a file, still the same file, of which the beginning of a line may be made.

    >>> show_path("::error::.toml"), show_path("=1+1"), show_path("rules/one.toml")
    ('./::error::.toml', './=1+1', 'rules/one.toml')
    """
    shown = make_visible(path)
    return shown if PLAIN_START.match(shown) else f"./{shown}"


def show_words(text: str) -> str:
    """Words that may come to stand in the cell of a spreadsheet, which no formula begins.

    >>> show_words("=cmd|' /C calc'!A1"), show_words("there is no `=cmd`")
    ("'=cmd|' /C calc'!A1", 'there is no `=cmd`')
    """
    shown = make_visible(text)
    return f"'{shown}" if shown.lstrip()[:1] in tuple("=+-@") else shown
