"""The manual page of bj, in the language of ``man``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from bj import __version__

if TYPE_CHECKING:
    from bj.cli.reference import CommandHelp


def make_manual(commands: Sequence[CommandHelp], exit_codes: Mapping[str, str]) -> str:
    """The manual page about all commands, and the meanings of their exit codes."""
    return "\n".join(_write(commands, exit_codes)) + "\n"


def _write(commands: Sequence[CommandHelp], exit_codes: Mapping[str, str]) -> Iterator[str]:
    """The lines of the page."""
    yield f'.TH BJ 1 "" "bj {__version__}" "User Commands"'
    yield from (".SH NAME", "bj \\- variants of blackjack, written as TOML and run by one engine")
    yield from (".SH SYNOPSIS", ".B bj", ".I COMMAND", "[\\fIOPTIONS\\fP] [\\fIARGUMENTS\\fP]")
    yield from (
        ".SH DESCRIPTION",
        "Every command has \\fB\\-\\-help\\fP; \\fBbj \\-\\-version\\fP prints the version.",
    )
    yield ".SH COMMANDS"
    for command in commands:
        yield f".SS {escape(command.usage)}"
        for number, paragraph in enumerate(command.paragraphs):
            yield from [".PP"] * bool(number)
            yield escape(paragraph)
        for title, text in command.rows:
            yield from (".TP", f"\\fB{escape(title)}\\fP", escape(text) or "\\&")
    yield ".SH EXIT STATUS"
    for code, meaning in exit_codes.items():
        yield from (".TP", f"\\fB{code}\\fP", escape(meaning))


def escape(text: str) -> str:
    r"""A text for the page, with code in bold.

    >>> print(escape("Run `bj -h`.")), print(escape(".toml"))
    Run \fBbj \-h\fP.
    \&.toml
    (None, None)
    """
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    bold = re.sub(r"`([^`]+)`", r"\\fB\1\\fP", plain)
    return f"\\&{bold}" if bold[:1] in (".", "'") else bold
