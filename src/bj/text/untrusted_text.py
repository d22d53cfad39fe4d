"""Escapes untrusted text so that it is harmless in terminals, CI logs and spreadsheets.

A ruleset or its file name may come from a stranger, and must not be able to control the terminal or issue
commands to the CI service that reads the log. Some services execute lines that start with ``::``, and others
execute ``##[`` or ``##word[`` anywhere in a line.
"""

from __future__ import annotations

import re

from bj.text.lazy_regex import compile_later
from bj.text.unsafe_characters import HIDDEN

NAMED = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
_ENDS = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"  # characters that end a line in at least one program
_OBEYED = compile_later(rf"((?:\A|[{_ENDS}])[^\S{_ENDS}]*:):|(##\w{{0,40}})\[")
_HALF_SAID = compile_later(r"#\Z|##\w{0,40}\Z")

COMMAND = compile_later(r"(?<=#)#(?=\w*\[)")
"""Matches the second ``#`` in text that a CI service might interpret as a command."""

PLAIN_START = compile_later(r"[\w./<]")
"""Matches the start of a file name that cannot be mistaken for an option, a command or a formula."""


def make_visible(text: str) -> str:
    r"""Escape, as in TOML, every character that a terminal or a log would interpret.

    >>> print(make_visible("a\tb\x1b[31m\u202e ##[error]"))
    a\tb\x1b[31m\u202e #\x23[error]
    """
    shown = show_characters(text)
    return COMMAND.sub(r"\\x23", shown) if "##" in shown else shown


def quote(text: str) -> str:
    r"""Return ``text`` in quotation marks, with the escapes that a ruleset uses.

    >>> print(quote('say "push"\n'))
    "say \"push\"\n"
    """
    import json

    return make_visible(json.dumps(text, ensure_ascii=False))


def show_characters(text: str) -> str:
    """Escape, as in TOML, every invisible character in ``text``."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(NAMED.get(character) or show(character) for character in text)


def show(character: str) -> str:
    """Return ``character``, or its escape sequence if it is invisible."""
    if not HIDDEN.match(character):
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def show_path(path: str) -> str:
    """Return a file path that is safe to print at the start of a line, with ``./`` in front if necessary.

    >>> show_path("::error::.toml"), show_path("=1+1"), show_path("rules/one.toml")
    ('./::error::.toml', './=1+1', 'rules/one.toml')
    """
    shown = make_visible(path)
    return shown if PLAIN_START.match(shown) else f"./{shown}"


def show_words(text: str) -> str:
    """Escape text for a spreadsheet cell, so that it cannot start a formula.

    >>> show_words("=cmd|' /C calc'!A1"), show_words("there is no `=cmd`")
    ("'=cmd|' /C calc'!A1", 'there is no `=cmd`')
    """
    shown = make_visible(text)
    return f"'{shown}" if shown.lstrip()[:1] in tuple("=+-@") else shown


class Guard:
    r"""Escapes CI commands in text that arrives in pieces, and leaves all other text unchanged.

    A colon or bracket that would complete a command becomes an escape sequence, which has the same meaning in
    a JSON or TOML string.

    >>> guard = Guard()
    >>> print(guard("Ann: 20\n :"), guard(":error::wrong ##[error]"), sep="")
    Ann: 20
     :\u003aerror::wrong ##\u005berror]
    """

    def __init__(self) -> None:
        self.begun = ""
        """The end of the last line, if more text could turn it into a command."""

    def __call__(self, text: str) -> str:
        """Return ``text``, the next piece, with commands escaped."""
        shown = self.begun + text
        if "::" in shown or "##" in shown:
            shown = _OBEYED.sub(_complete, shown)
        piece = shown[len(self.begun) :]
        line = re.split(f"[{_ENDS}]", shown.rpartition("\n")[2])[-1]
        if line.lstrip() in ("", ":"):
            self.begun = line.lstrip()
        else:
            half = _HALF_SAID.search(line[-42:])
            self.begun = "x" + half[0] if half else "x"
        return piece


def _complete(command: re.Match[str]) -> str:
    """Escape the last character of the ``::`` or ``##[`` that begins a workflow command."""
    return f"{command[1]}\\u003a" if command[1] else f"{command[2]}\\u005b"
