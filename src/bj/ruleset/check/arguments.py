"""Checks of the command line that a ruleset declares."""

from __future__ import annotations

import keyword

from bj.errors import KeyPath
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.expressions.vocabulary import USAGE
from bj.ruleset.model import Argument
from bj.ruleset.suggestions import shorten, suggest

LARGEST_NUMBER = 10**12

RESERVED = frozenset(keyword.kwlist) | frozenset(USAGE)
"""The words that already have a meaning in expressions."""


@needs("arguments")
def check_arguments(checking: Checking) -> None:
    """Every argument has a name with no other meaning, only keys of its type, and a default it accepts."""
    for name, argument in checking.ruleset.arguments.items():
        path: KeyPath = ("arguments", name)
        if name in RESERVED:
            message = f"`{name}` is a reserved word of expressions"
            checking.fault("BJ602", path, message, "rename it", key=True)
        if not checking.is_sure(*path, "type"):
            continue  # what follows depends on it
        _check_keys(checking, path, argument)
        if argument.type == "integer":
            _check_integer(checking, path, argument)
        elif argument.type in ("choice", "players"):
            _check_choice(checking, path, argument)


def _check_keys(checking: Checking, path: KeyPath, argument: Argument) -> None:
    """Refuse keys that have no meaning for this type of argument."""
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
            remedy = f"remove it; `[{path[-1]}]` in `usage` may be left out"
        checking.fault("BJ210", (*path, key), message, remedy, key=True)


def range_of(argument: Argument) -> tuple[int, int]:
    """The smallest and the largest value of a whole number."""
    low, high = argument.between or (-LARGEST_NUMBER, LARGEST_NUMBER)
    return low, high


def _check_integer(checking: Checking, path: KeyPath, argument: Argument) -> None:
    """The range is valid, and the default is in it."""
    low, high = range_of(argument)
    if max(abs(low), abs(high)) > LARGEST_NUMBER:
        message = f"no number may be larger than {LARGEST_NUMBER}"
        checking.fault("BJ205", (*path, "between"), message, "use smaller numbers")
    elif low > high:
        remedy = f"write `between = [{high}, {low}]`"
        checking.fault("BJ209", (*path, "between"), "the larger number comes first", remedy)
    elif isinstance(argument.default, str):
        remedy = "write it without quotes"
        checking.fault("BJ203", (*path, "default"), "`default` should be a whole number, not text", remedy)
    elif argument.default is not None and not low <= argument.default <= high:
        message = f"the default {shorten(str(argument.default))} is not between {low} and {high}"
        checking.fault("BJ603", (*path, "default"), message, "change the default or the range")


def can_be_typed(choice: str) -> bool:
    """Whether a choice is one word on the command line, and not a number."""
    is_number = choice.lstrip("+-").isdigit()
    return choice.split() == [choice] and not is_number and not choice.startswith("-")


def _check_choice(checking: Checking, path: KeyPath, argument: Argument) -> None:
    """The choices are different words, and the default is one of them."""
    if argument.choices is None:
        if checking.is_sure(*path, "choices"):
            checking.fault("BJ211", (*path, "type"), "a choice needs `choices`", 'add `choices = ["…", "…"]`')
        return
    for index, choice in enumerate(argument.choices):
        if choice in argument.choices[:index]:
            message = f"`{shorten(choice)}` is listed twice"
            checking.fault("BJ601", (*path, "choices", index), message, "remove one")
        elif not can_be_typed(choice):
            message = f"`{shorten(choice)}` cannot be typed as a choice"
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
