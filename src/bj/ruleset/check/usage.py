"""Checks of the usage line: the arguments of the command line, and their order."""

from __future__ import annotations

import re

from bj.errors import Fault, Fix, KeyPath, Remedy, TextFaults
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.model import Argument
from bj.ruleset.suggestions import find_meant, shorten
from bj.ruleset.usage import Word, parse_usage

PATH: KeyPath = ("ruleset", "usage")


@needs("ruleset", "arguments")
def check_usage(checking: Checking) -> None:
    """The usage line names arguments, each once, with optional ones last."""
    arguments = checking.ruleset.arguments
    try:
        words = parse_usage(checking.ruleset.ruleset.usage or "")
    except TextFaults as error:
        checking.note(PATH, error)
        return
    for place, word in enumerate(words):
        if any(word.name == earlier.name for earlier in words[:place]):
            _refuse(checking, "BJ601", word, f"`{shorten(word.name)}` is named twice", "name it once")
        elif word.name not in arguments:
            _refuse_unknown(checking, word)
        elif word.is_optional:
            following = next((later.name for later in words[place:] if not later.is_optional), None)
            _check_optional(checking, word, arguments[word.name], following)


def _refuse_unknown(checking: Checking, word: Word) -> None:
    """Note that a word is not the name of an argument, unless a faulty one may have it."""
    plain = re.sub("[^a-z0-9_]", "", word.name.lower()).lstrip("0123456789_")  # of `HANDS` and `<hands>`
    if checking.may_be_argument(plain):
        return
    remedy: Remedy = f"add [arguments.{shorten(plain)}]" if plain else "remove it"
    meant = find_meant(plain, list(checking.ruleset.arguments or {}))
    if isinstance(meant, Fix) and word.length == len(word.name) + 2 * word.is_optional:
        meant = meant._replace(span=(word.offset + word.is_optional, len(word.name)))  # without the brackets
    remedy = meant or remedy
    _refuse(checking, "BJ606", word, f"unknown argument `{shorten(word.name)}`", remedy)


def _check_optional(checking: Checking, word: Word, argument: Argument, following: str | None) -> None:
    """Only a file of cuts or players is in brackets, and no word without brackets is ``following``."""
    if not checking.is_sure("arguments", word.name, "type"):
        return
    if argument.type in ("integer", "choice"):
        what = "a whole number" if argument.type == "integer" else "a choice"
        message = f"brackets are for files of cuts and for players, not for {what}"
        remedy = f"write `{word.name}`, and `default = …` under [arguments.{word.name}]"
        _refuse(checking, "BJ605", word, message, remedy)
    elif following is not None:
        message = f"`[{word.name}]` may be left out, but comes before `{shorten(following)}`"
        _refuse(checking, "BJ605", word, message, "move it to the end")


def _refuse(checking: Checking, code: str, word: Word, message: str, remedy: Remedy) -> None:
    """Note a fault of one word of the line."""
    checking.faults.append(Fault(code, PATH, message, remedy, span=(word.offset, word.length)))
