"""Advice on defaults of arguments that prevent a game."""

from __future__ import annotations

from bj.errors import KeyPath
from bj.ruleset.advice.advising import Advising
from bj.ruleset.expressions.parse import names_used
from bj.ruleset.start_values import default_numbers, find_misfits


def advise_defaults(advising: Advising) -> None:
    """A game can begin with the defaults of all arguments."""
    defaults = default_numbers(advising.model)
    for path, error in find_misfits(advising.checked, defaults):
        names = sorted(names_used(advising.checked.expressions[path]))
        listed = " and ".join(f"`{name}` is {defaults[name]}" for name in names)
        message = f"{error.what} {error.why} when {listed}, the default{'s' * (len(names) > 1)}"
        places: list[tuple[KeyPath, bool]] = [(("arguments", name, "default"), False) for name in names]
        remedy = "change the default, or the expression"
        advising.note_first("BJ952", [(path, False), *places], message, remedy)
