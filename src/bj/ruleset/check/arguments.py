"""Check the command line that a ruleset defines: its arguments and its usage line."""

from __future__ import annotations

import keyword
import re

from bj.errors import TextFaults
from bj.faults_and_fixes import Fault, Fix, KeyPath, Remedy
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.expressions.supported_syntax import USAGE
from bj.ruleset.model import Argument
from bj.ruleset.suggestions import find_meant, read_digits, shorten, suggest
from bj.ruleset.usage_line import UsageWord, parse_usage

LARGEST_NUMBER = 10**12

USAGE_LINE: KeyPath = ("ruleset", "usage")

RESERVED = frozenset(keyword.kwlist) | frozenset(USAGE)
"""Words that already have a meaning in expressions."""


@needs("arguments")
def check_arguments(checking: Checking) -> None:
    """Check that each argument has a permitted name, only keys that suit its type, and a valid default."""
    for name, argument in checking.ruleset.arguments.items():
        path: KeyPath = ("arguments", name)
        if name in RESERVED:
            message = f"`{name}` is a reserved word in expressions"
            checking.fault("BJ602", path, message, "rename it", key=True)
        if not checking.is_sure(*path, "type"):
            continue  # the other checks depend on the type
        _check_keys(checking, path, argument)
        if argument.type == "integer":
            _check_integer(checking, path, argument)
        elif argument.type in ("choice", "players"):
            _check_choice(checking, path, argument)


def _check_keys(checking: Checking, path: KeyPath, argument: Argument) -> None:
    allowed = {
        "integer": {"default", "between"},
        "choice": {"default", "choices"},
        "cuts": set(),
        "players": {"choices"},
    }[argument.type]
    for key in sorted(argument.model_fields_set & ({"default", "between", "choices"} - allowed)):
        message = f"`{key}` has no effect on an argument of type `{argument.type}`"
        remedy = " or ".join(["remove it", *(f"use `{name}`" for name in sorted(allowed))])
        if key == "default":
            remedy = f"remove it; `[{path[-1]}]` in `usage` makes the argument optional"
        checking.fault("BJ210", (*path, key), message, remedy, key=True)


def range_of(argument: Argument) -> tuple[int, int]:
    """Return the smallest and the largest value that the integer ``argument`` accepts."""
    low, high = argument.between or (-LARGEST_NUMBER, LARGEST_NUMBER)
    return low, high


def _check_integer(checking: Checking, path: KeyPath, argument: Argument) -> None:
    """Check that the range of an integer argument is valid and contains the default."""
    low, high = range_of(argument)
    if max(abs(low), abs(high)) > LARGEST_NUMBER:
        message = f"numbers cannot be larger than {LARGEST_NUMBER}"
        checking.fault("BJ205", (*path, "between"), message, "use smaller numbers")
    elif low > high:
        remedy = f"write `between = [{high}, {low}]`"
        checking.fault("BJ209", (*path, "between"), "the upper bound comes before the lower bound", remedy)
    elif isinstance(argument.default, str):
        number = read_digits(argument.default)
        digits: Remedy = "write it in digits, without quotes" if number is None else Fix(str(number))
        checking.fault("BJ203", (*path, "default"), "`default` should be a whole number, not text", digits)
    elif argument.default is not None and not low <= argument.default <= high:
        message = f"the default {shorten(str(argument.default))} is not between {low} and {high}"
        checking.fault("BJ603", (*path, "default"), message, "change the default or the range")


def can_be_typed(choice: str) -> bool:
    """Whether users can type ``choice`` as an argument: it must be a single word, and not a number."""
    is_number = choice.lstrip("+-").isdigit()
    return choice.split() == [choice] and not is_number and not choice.startswith("-")


def _check_choice(checking: Checking, path: KeyPath, argument: Argument) -> None:
    """Check that the choices are distinct words, and that the default is one of them."""
    if argument.choices is None:
        if checking.is_sure(*path, "choices"):
            checking.fault("BJ211", (*path, "type"), "a choice needs `choices`", 'add `choices = ["…", "…"]`')
        return
    for index, choice in enumerate(argument.choices):
        if choice in argument.choices[:index]:
            message = f"`{shorten(choice)}` is listed twice"
            checking.fault("BJ601", (*path, "choices", index), message, "remove one")
        elif not can_be_typed(choice):
            message = f"`{shorten(choice)}` cannot be typed on the command line"
            checking.fault(
                "BJ604", (*path, "choices", index), message, "use a single word that is not a number"
            )
    if (
        argument.default is not None
        and argument.default not in argument.choices
        and checking.is_sure(*path, "choices")
    ):
        message = f"the default `{shorten(str(argument.default))}` is not among the choices"
        remedy = suggest(str(argument.default), dict.fromkeys(argument.choices))
        checking.fault("BJ603", (*path, "default"), message, remedy)


@needs("ruleset", "arguments")
def check_usage(checking: Checking) -> None:
    """Check that the usage line lists only arguments, each at most once.

    Brackets are allowed only around arguments that can be optional, and these must come last.
    """
    arguments = checking.ruleset.arguments
    try:
        words = parse_usage(checking.ruleset.ruleset.usage or "")
    except TextFaults as error:
        checking.note(USAGE_LINE, error)
        return
    for place, word in enumerate(words):
        if any(word.name == earlier.name for earlier in words[:place]):
            _refuse_word(
                checking, "BJ601", word, f"`{shorten(word.name)}` is listed twice", "list it only once"
            )
        elif word.name not in arguments:
            _refuse_unknown_word(checking, word)
        elif word.is_optional:
            following = next((later.name for later in words[place:] if not later.is_optional), None)
            _check_optional(checking, word, arguments[word.name], following)


def _refuse_unknown_word(checking: Checking, word: UsageWord) -> None:
    """Report that ``word`` in the usage line is not an argument.

    If another fault may have removed the argument, report nothing.
    """
    plain = re.sub("[^a-z0-9_]", "", word.name.lower()).lstrip("0123456789_")  # of `HANDS` and `<hands>`
    if checking.may_be_argument(plain):
        return
    remedy: Remedy = f"add [arguments.{shorten(plain)}]" if plain else "remove it"
    meant = find_meant(plain, list(checking.ruleset.arguments or {}))
    if isinstance(meant, Fix) and word.length == len(word.name) + 2 * word.is_optional:
        meant = meant._replace(span=(word.offset + word.is_optional, len(word.name)))  # without the brackets
    remedy = meant or remedy
    _refuse_word(checking, "BJ606", word, f"unknown argument `{shorten(word.name)}`", remedy)


def _check_optional(checking: Checking, word: UsageWord, argument: Argument, following: str | None) -> None:
    """Check that an argument in brackets can be optional, and that no required argument follows it."""
    if not checking.is_sure("arguments", word.name, "type"):
        return
    if argument.type in ("integer", "choice"):
        what = "a whole number" if argument.type == "integer" else "a choice"
        message = f"brackets are only for files of cuts and for players, not for {what}"
        remedy = f"write `{word.name}`, and `default = …` under [arguments.{word.name}]"
        _refuse_word(checking, "BJ605", word, message, remedy)
    elif following is not None:
        message = f"`[{word.name}]` is optional, but comes before `{shorten(following)}`"
        _refuse_word(checking, "BJ605", word, message, "move it to the end")


def _refuse_word(checking: Checking, code: str, word: UsageWord, message: str, remedy: Remedy) -> None:
    checking.faults.append(Fault(code, USAGE_LINE, message, remedy, span=(word.offset, word.length)))
