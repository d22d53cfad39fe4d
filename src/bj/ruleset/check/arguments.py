"""Checks of the command line that a ruleset declares."""

from __future__ import annotations

from bj.errors import KeyPath
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.model import Argument

RESERVED = {"True", "False", "None", "and", "or", "not", "if", "else", "in", "is", "for", "lambda"}


@needs("arguments")
def check_arguments(checking: Checking) -> None:
    """Every argument has a name of its own, the keys of its type, and a default that it would accept."""
    seen: set[str] = set()
    for index, argument in enumerate(checking.ruleset.arguments):
        path: KeyPath = ("arguments", index)
        if argument.name in seen:
            checking.fault(
                (*path, "name"), f"two arguments are called `{argument.name}`", "rename one of them"
            )
        if argument.name in RESERVED:
            checking.fault((*path, "name"), f"`{argument.name}` is a word of expressions", "rename it")
        seen.add(argument.name)
        _check_keys(checking, path, argument)
        if argument.type == "integer":
            _check_integer(checking, path, argument)
        elif argument.type == "choice":
            _check_choice(checking, path, argument)


def _check_keys(checking: Checking, path: KeyPath, argument: Argument) -> None:
    """Refuse keys that mean nothing for this type of argument."""
    allowed = {
        "integer": {"default", "between"},
        "choice": {"default", "choices"},
        "cuts": {"optional"},
    }[argument.type]
    for key in sorted(argument.model_fields_set & ({"default", "between", "choices", "optional"} - allowed)):
        message = f"`{key}` means nothing for an argument of type `{argument.type}`"
        checking.fault((*path, key), message, f"take it out, or use {_list(sorted(allowed))}", key=True)


def _list(names: list[str]) -> str:
    return " or ".join(f"`{name}`" for name in names)


def _check_integer(checking: Checking, path: KeyPath, argument: Argument) -> None:
    """The range is a range, and the default lies in it."""
    low, high = argument.between or (-(10**12), 10**12)
    if low > high:
        checking.fault((*path, "between"), f"{low} is larger than {high}", "give the smaller number first")
    elif abs(low) > 10**12 or abs(high) > 10**12:
        checking.fault((*path, "between"), "the range goes beyond 10**12", "use smaller numbers")
    elif isinstance(argument.default, str):
        checking.fault((*path, "default"), "should be a whole number", "write it without quotes")
    elif argument.default is not None and not low <= argument.default <= high:
        message = f"the default {argument.default} is not between {low} and {high}"
        checking.fault((*path, "default"), message, "change the default or the range")


def _check_choice(checking: Checking, path: KeyPath, argument: Argument) -> None:
    """The choices are different words, and the default is one of them."""
    if argument.choices is None:
        checking.fault((*path, "type"), "a choice needs its choices", 'add `choices = ["…", "…"]`')
        return
    for index, choice in enumerate(argument.choices):
        if choice in argument.choices[:index]:
            checking.fault((*path, "choices", index), f"`{choice}` stands here twice", "take one out")
        elif (
            not choice
            or choice.lstrip("+-").isdigit()
            or choice.startswith("-")
            or choice.split() != [choice]
        ):
            message = f"`{choice}` cannot be typed as a choice"
            checking.fault((*path, "choices", index), message, "use one word that is no number")
    if argument.default is not None and argument.default not in argument.choices:
        message = f"the default `{argument.default}` is not among the choices"
        checking.fault((*path, "default"), message, "use one of " + ", ".join(argument.choices))
