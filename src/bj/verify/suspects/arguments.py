"""Provides edits to the arguments of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from bj.argument_values import Value
from bj.verify.changes import Change
from bj.verify.mismatch import Mismatch


def other_arguments(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that use a different choice for an argument, or that swap two integer arguments."""
    values, numbers = mismatch.book.values, []
    for argument in mismatch.book.model.command_line:
        own = values.get(argument.name)
        numbers += [argument.name] if argument.type == "integer" and isinstance(own, int) else []
        for other in argument.choices or ():
            if other != own:
                message = f"the program takes `{other}` for the argument `{argument.name}`, which is `{own}`"
                yield _with_values(message, argument.name, {argument.name: other})
    for one, other in combinations(numbers, 2):
        if values[one] != values[other]:
            message = f"the arguments {one} and {other} are swapped"
            yield _with_values(message, one, {one: values[other], other: values[one]})


def _with_values(message: str, name: str, values: Mapping[str, Value]) -> Change:
    rule = ("arguments", name)
    return Change(message, "order", rule, message, values=values, always=True, remembers="game")
