"""Shell completion for rulesets, arguments, strategies, choices and fault codes.

Files that cannot be read are ignored.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from bj.errors import BjError
from bj.ruleset.check import Checked

Offers: TypeAlias = list[tuple[str, str]]
"""Possible completions, each with a short description."""

LONGEST_HELP = 60


def complete_ruleset(incomplete: str) -> Offers:
    """Suggest shipped rulesets, folders and TOML files that start with ``incomplete``."""
    from bj.ruleset.ruleset_files import shipped_rulesets

    names = [name for name in shipped_rulesets() if name.startswith(incomplete)]
    return [*((name, "shipped ruleset") for name in names), *_complete_path(incomplete)]


def complete_shipped(incomplete: str) -> Offers:
    """Suggest shipped rulesets that start with ``incomplete``."""
    from bj.ruleset.ruleset_files import shipped_rulesets

    return [(name, "shipped ruleset") for name in shipped_rulesets() if name.startswith(incomplete)]


def _complete_path(incomplete: str) -> Iterator[tuple[str, str]]:
    folder, _, start = incomplete.rpartition("/")
    place = Path(folder or ("/" if incomplete.startswith("/") else "."))
    head = incomplete[: len(incomplete) - len(start)]
    try:
        found = sorted(place.iterdir())
    except (OSError, ValueError):
        return
    for path in found:
        is_hidden = path.name.startswith(".") and not start
        if path.name.startswith(start) and path.name.isprintable() and not is_hidden:
            if path.is_dir():
                yield quote(f"{head}{path.name}/"), "folder"
            elif path.suffix == ".toml":
                yield quote(f"{head}{path.name}"), "file"


def quote(path: str) -> str:
    """Escape a path for bash, which inserts completions verbatim. Other shells do the escaping themselves.

    If the word on the command line starts with a quotation mark, the path is not escaped.
    """
    word = os.environ.get("COMP_WORDS", "\n'").rpartition("\n")[2]
    return path if word[:1] in ("'", '"') else re.sub(r"([\s\\'\"$`&|;<>()*?\[\]{}#!])", r"\\\1", path)


def read_line(environment: Mapping[str, str]) -> list[str]:
    """Return the words before the one that a shell is completing.

    Returns an empty list if no shell is completing a command line.

    >>> read_line({"_BJ_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "bj run classic co"})
    ['bj', 'run', 'classic']
    """
    if "_BJ_COMPLETE" not in environment:
        return []
    if "COMP_WORDS" in environment:  # set by bash; COMP_CWORD is the index of the current word
        return _split(environment["COMP_WORDS"])[: int(environment.get("COMP_CWORD", "0"))]
    line = environment.get("_TYPER_COMPLETE_ARGS", "")
    return _split(line) if line[-1:].isspace() else _split(line)[:-1]


def _split(line: str) -> list[str]:
    """Split a line into words and remove quotation marks. The last quotation may still be open."""
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    words = []
    try:
        for word in lexer:
            words.append(word)  # noqa: PERF402  # the words before an open quote are kept
    except ValueError:
        words.append(lexer.token)
    return words


def _complete(find: Callable[[Checked, list[str]], Iterator[tuple[str, str]]], start: str) -> Offers:
    """Suggest the words that start with ``start`` among those that ``find`` yields.

    ``find`` gets the ruleset on the command line, and the words before the one to complete.
    """
    from bj.ruleset.load import load_ruleset
    from bj.ruleset.ruleset_files import find_ruleset

    words = read_line(os.environ)[2:]
    ruleset = next((word for word in words if not word.startswith("-")), "")
    try:
        checked = load_ruleset(find_ruleset(ruleset))
    except (BjError, OSError, ValueError):
        return []
    return [(word, about[:LONGEST_HELP]) for word, about in find(checked, words) if word.startswith(start)]


def complete_argument(incomplete: str) -> Offers:
    """Suggest choices for the ruleset's arguments that do not have a value yet.

    Some shells pass ``NAME=`` as two words. In that case, suggest the choices for the argument NAME.
    """
    return _complete(_find_words, incomplete.lstrip("="))


def _find_words(checked: Checked, words: list[str]) -> Iterator[tuple[str, str]]:
    named = {word.partition("=")[0] for word in words if "=" in word}
    is_value = words[-1:] == ["="]
    for argument in checked.model.command_line:
        choices = argument.choices or []
        is_given = argument.name in named or not set(choices).isdisjoint(words)
        if is_value and argument.name != words[-2]:
            continue
        if argument.type == "players":
            yield from ((f"{choice}:", "KIND:NAME:BANKROLL") for choice in choices)
        elif is_value or not is_given:
            yield from ((choice, argument.help or argument.name) for choice in choices)


def complete_setting(incomplete: str) -> Offers:
    """Suggest the names of the ruleset's arguments or, after ``NAME=``, the choices for that argument."""
    return _complete(_find_settings if "=" in incomplete else _find_names, incomplete)


def _find_names(checked: Checked, words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the name of each argument in a ruleset, followed by ``=``."""
    for argument in checked.model.command_line:
        yield f"{argument.name}=", argument.help or argument.type


def _find_settings(checked: Checked, words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield ``NAME=CHOICE`` for each choice of each argument in a ruleset."""
    for argument in checked.model.command_line:
        for choice in argument.choices or ():
            yield f"{argument.name}={choice}", argument.help or argument.name


def complete_strategy(incomplete: str) -> Offers:
    """Suggest the strategies in the ruleset on the command line."""
    return _complete(lambda checked, _: ((name, "strategy") for name in checked.strategies), incomplete)


def complete_code(incomplete: str) -> Offers:
    """Suggest fault codes and their names. In a comma-separated list, complete the last entry."""
    from bj.ruleset.fault_codes import all_codes

    before, comma, start = incomplete.rpartition(",")
    offers: Offers = []
    for code in all_codes().values():
        if code.code.startswith(start.upper()):
            offers.append((f"{before}{comma}{code.code}", code.name))
        elif start and code.name.startswith(start):
            offers.append((f"{before}{comma}{code.name}", code.code))
    return offers
