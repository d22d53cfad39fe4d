"""``bj reference``: prints the reference for rulesets and commands, or a manual page for the commands."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

from bj import __version__
from bj.cli.exit_codes import exit_policy

SILENT = (None, "", False)  # defaults that the reference omits


def reference(
    form: Annotated[
        Literal["markdown", "man"],
        typer.Option("--format", help="The output format; `man` is a manual page of the commands only."),
    ] = "markdown",
) -> None:
    """Print the reference in Markdown.

    The reference covers every key, step, event, expression name, effect and command, and the keys in course
    manifests. To read the manual page, run `bj reference --format man | man -l -`.
    """
    from bj.describe.reference.document import make_reference
    from bj.grading.manifest_reference import write_manifest

    with exit_policy():
        commands = list(read_commands())
        text = (
            make_manual(commands)
            if form == "man"
            else make_reference(write_manifest(), describe_commands(commands))
        )
        print(text, end="")


EXIT_CODES = {
    "0": "success",
    "1": "bj found faults or differences, or a game could not continue",
    "2": "the command line is invalid, or a file cannot be read",
    "101": "a bug in `bj`",
}


class CommandHelp(NamedTuple):
    """The help text for a command, split into parts."""

    name: str
    usage: str
    paragraphs: list[str]
    rows: list[tuple[str, str]]
    """The arguments and options, each with its description."""


def read_commands() -> Iterator[CommandHelp]:
    """Yield the help for each command, in a form that does not depend on the version of typer."""
    from bj.cli.app import make_app

    for info in make_app("").registered_commands:
        if info.callback is not None:
            parameters = list(_parameters(info.callback))
            words = [_usage(*parameter) for parameter in parameters if isinstance(parameter[2], ArgumentInfo)]
            options = [parameter for parameter in parameters if isinstance(parameter[2], OptionInfo)]
            usage = f"bj {info.name} {' '.join(['[OPTIONS]'] * bool(options) + words)}".rstrip()
            rows = [(_title(*parameter), _help(*parameter)) for parameter in parameters]
            yield CommandHelp(str(info.name), usage, _paragraphs(info.callback), rows)


def describe_commands(commands: Sequence[CommandHelp]) -> Iterator[str]:
    """Yield Markdown lines that describe every command with its arguments and options."""
    from bj.describe.reference.markdown_parts import link, table

    yield from ("Every command has `--help`; `bj --version` prints the version. The exit codes are:", "")
    yield from table(("code", "meaning"), [(f"`{code}`", meaning) for code, meaning in EXIT_CODES.items()])
    for command in commands:
        yield f"- {link(f'`bj {command.name}`')}: {command.paragraphs[0]}"
    yield ""
    for name, usage, paragraphs, rows in commands:
        yield from (f"### `bj {name}`", "", f"    {usage}", "")
        for paragraph in paragraphs:
            yield from (paragraph, "")
        if rows:
            titled = [(f"`{title}`", text) for title, text in rows]
            yield from table(("argument or option", "what it does"), titled)


Parameter = tuple[str, Any, ArgumentInfo | OptionInfo, Any]
"""The name, type, declaration and default of an argument or option."""


def _paragraphs(function: Callable[..., Any]) -> list[str]:
    return [" ".join(text.split()) for text in (inspect.getdoc(function) or "").split("\n\n")]


def _parameters(function: Callable[..., Any]) -> Iterator[Parameter]:
    hints = get_type_hints(function, include_extras=True)
    for name, parameter in inspect.signature(function).parameters.items():
        for info in getattr(hints[name], "__metadata__", ()):
            if isinstance(info, ArgumentInfo | OptionInfo) and not info.hidden:
                yield name, get_args(hints[name])[0], info, parameter.default


def _usage(name: str, kind: Any, info: ArgumentInfo | OptionInfo, default: Any) -> str:
    """Format an argument as it appears on the usage line of a command."""
    word = _title(name, kind, info, default)
    if word.endswith("..."):
        return word
    word = f"{word}..." if _is_list(kind) else word
    return word if default is inspect.Parameter.empty else f"[{word}]"


def _title(name: str, kind: Any, info: ArgumentInfo | OptionInfo, default: Any) -> str:
    """Format an argument or option for the list in the help, with the placeholder for its value."""
    if isinstance(info, ArgumentInfo):
        return info.metavar or name.upper()
    written = [word for word in (info.default, *(info.param_decls or ())) if isinstance(word, str)]
    names = sorted(written, key=len) or [f"--{name.replace('_', '-')}"]
    return f"{', '.join(names)} {_taken(kind, info)}".rstrip()


def _taken(kind: Any, info: OptionInfo) -> str:
    """Return the placeholder for the value of an option."""
    if info.metavar:
        return info.metavar
    words = get_args(kind) if get_origin(kind) is Literal else ()
    if words:
        return "|".join(map(str, words))
    kinds = (kind, *get_args(kind))
    return "" if bool in kinds else "N" if int in kinds else "TEXT"


def _is_list(kind: Any) -> bool:
    """Return whether a parameter of type ``kind`` is a list, which means that it can be repeated."""
    return any(get_origin(inner) is list for inner in (kind, *get_args(kind)))


def _help(name: str, kind: Any, info: ArgumentInfo | OptionInfo, default: Any) -> str:
    """Format the description of an argument or option, with its range, environment variable and default."""
    notes = []
    if info.min is not None or info.max is not None:
        notes.append(f"from {info.min:,} to {info.max:,}")
    if info.envvar:
        notes.append(f"environment variable `{info.envvar}`")
    if default is not inspect.Parameter.empty and default not in SILENT:
        notes.append(f"default `{default}`")
    text = " ".join((info.help or "").split())
    return f"{text} ({'; '.join(notes)})" if notes else text


def make_manual(commands: Sequence[CommandHelp]) -> str:
    """Return a manual page for all commands, with the meaning of each exit code."""
    return "\n".join(_write(commands)) + "\n"


def _write(commands: Sequence[CommandHelp]) -> Iterator[str]:
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
    for code, meaning in EXIT_CODES.items():
        yield from (".TP", f"\\fB{code}\\fP", escape(meaning))


def escape(text: str) -> str:
    r"""Escape text for a manual page, and set code in bold.

    >>> print(escape("Run `bj -h`.")), print(escape(".toml"))
    Run \fBbj \-h\fP.
    \&.toml
    (None, None)
    """
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    bold = re.sub(r"`([^`]+)`", r"\\fB\1\\fP", plain)
    return f"\\&{bold}" if bold[:1] in (".", "'") else bold
