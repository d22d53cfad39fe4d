"""Advice on ranges that leave no choice."""

from __future__ import annotations

from bj.errors import KeyPath
from bj.ruleset.advice.advising import Advising


def advise_ranges(advising: Advising) -> None:
    """Every range has more than one value."""
    for name, argument in advising.model.arguments.items():
        remedy = "widen the range, or write the number in place of the argument"
        _advise_range(advising, ("arguments", name, "between"), argument.between, "the argument", remedy)
    for path, reaction in advising.reactions:
        remedy = "widen the range, or ask for yes or no, without `between`"
        _advise_range(advising, (*path, "between"), reaction.between, "the answer", remedy)
    shuffle = advising.model.shoe.shuffle
    if shuffle.method == "riffle":
        remedy = "widen the range, as in `between = [10, 42]`"
        _advise_range(advising, ("shoe", "shuffle", "between"), shuffle.between, "every cut", remedy)


def _advise_range(
    advising: Advising, path: KeyPath, between: list[int] | None, what: str, remedy: str
) -> None:
    """A range has two different ends."""
    if between is not None and between[0] == between[1]:
        message = f"{what} can only be {between[0]}: both ends of the range are the same"
        advising.note("BJ919", path, message, remedy)
