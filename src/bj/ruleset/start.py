"""Start values, which are computed from the arguments before a game begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bj.catalogue.limits import LARGEST_NUMBER
from bj.errors import BjError, KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.check.text import expressions_of
from bj.ruleset.expressions.parse import evaluate_expression, names_used
from bj.ruleset.names import Place

MINIMUM: KeyPath = ("rules", "minimum_wager")


class StartValueError(BjError):
    """No game can begin with a start value; the message says what is wrong with it."""


def start_value(checked: Checked, path: KeyPath, numbers: Mapping[str, int]) -> int:
    """The value of the expression at ``path``, which can use only the ``numbers`` of the command line.

    Money is in smallest units. Raises StartValueError.
    """
    try:
        value = evaluate_expression(checked.expressions[path], numbers, 10**checked.model.money.decimals)
    except ZeroDivisionError:
        raise StartValueError("divides by zero") from None
    if path == MINIMUM and value < 1:
        raise StartValueError("is not above 0")
    return within_bounds(value)


def within_bounds(value: int) -> int:
    """``value``. Raises StartValueError if it is beyond the range of formulas."""
    if abs(value) > LARGEST_NUMBER:
        raise StartValueError("is too large")
    return value


def find_misfits(checked: Checked, numbers: Mapping[str, int]) -> Iterator[tuple[KeyPath, str]]:
    """The start values with which no game can begin, by their places, with what is wrong with each.

    Those that need a number that is not among ``numbers`` are skipped.
    """
    for use in expressions_of(checked.model):
        if use.place == Place.START and names_used(checked.expressions[use.path]) <= numbers.keys():
            try:
                start_value(checked, use.path, numbers)
            except StartValueError as error:
                yield use.path, str(error)
