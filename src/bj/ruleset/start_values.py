"""Compute starting values from the arguments, before a game begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bj.catalogue.limits import LARGEST_NUMBER, LARGEST_WAGER
from bj.errors import GameError
from bj.faults_and_fixes import KeyPath
from bj.ruleset.all_expressions import expressions_of
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import evaluate_expression, names_used, uses_chance
from bj.ruleset.model import Ruleset
from bj.ruleset.toml.reading_and_writing import write_path

MINIMUM: KeyPath = ("rules", "minimum_wager")
MAXIMUM: KeyPath = ("rules", "maximum_wager")
STEP: KeyPath = ("rules", "wager_step")
RAISE: KeyPath = ("rules", "betting", "amount")
METER: tuple[KeyPath, ...] = (("jackpot", "start"), ("jackpot", "reset"))
"""The last two keys in the paths of two jackpot amounts: at the start of a game, and after a payout."""


class StartValueError(GameError):
    """Raised if the arguments lead to a value with which no game can start.

    ``what`` names the value, and ``why`` gives the reason.
    """

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what} {why} with these arguments")
        self.what = what
        self.why = why


def start_value(checked: Checked, path: KeyPath, numbers: Mapping[str, int]) -> int:
    """Return the starting value at ``path``. ``numbers`` contains the argument values.

    An amount of money is in smallest units. Raises StartValueError if a game cannot start with this value.
    """
    what = _describe(checked.model, path)
    try:
        value = evaluate_expression(checked.expressions[path], numbers, 10**checked.model.money.decimals)
    except ZeroDivisionError:
        raise StartValueError(what, "divides by zero") from None
    if path in (MINIMUM, RAISE) and value < 1 and checked.model.rules.has_wagers:
        raise StartValueError(what, "is not above 0")
    if path == MAXIMUM and value < start_value(checked, MINIMUM, numbers):
        raise StartValueError(what, "is less than the minimum wager")
    if path == STEP and value < 1:
        raise StartValueError(what, "is not above 0")
    if path == STEP and start_value(checked, MINIMUM, numbers) % value:
        raise StartValueError(_describe(checked.model, MINIMUM), f"is not a multiple of {what}")
    if path[-2:] in METER and value < 0:
        raise StartValueError(what, "is below 0")
    if (path == MINIMUM or path[-2:] in METER) and value > LARGEST_WAGER:
        raise StartValueError(what, "is too large")
    return within_bounds(what, value)


def is_random(checked: Checked, path: KeyPath) -> bool:
    """Whether the remembered number at ``path`` starts with a random value."""
    return uses_chance(checked.expressions[path])


def has_random_starts(checked: Checked) -> bool:
    """Whether any remembered number starts with a random value."""
    uses = expressions_of(checked.model)
    return any(use.place == Place.MEMORY and is_random(checked, use.path) for use in uses)


def within_bounds(what: str, value: int) -> int:
    """Return ``value`` if it is not too large.

    Raises StartValueError if its absolute value exceeds LARGEST_NUMBER. ``what`` is the name of the value.
    """
    if abs(value) > LARGEST_NUMBER:
        raise StartValueError(what, "is too large")
    return value


def find_misfits(checked: Checked, numbers: Mapping[str, int]) -> Iterator[tuple[KeyPath, StartValueError]]:
    """Yield the path of each starting value with which no game can start, and the error.

    Values that depend on an argument missing from ``numbers`` are skipped.
    """
    for use in expressions_of(checked.model):
        paths = (use.path, MINIMUM) if use.path in (MAXIMUM, STEP) else (use.path,)
        names = {name for path in paths for name in names_used(checked.expressions[path])}
        is_start = use.place in (Place.START, Place.MEMORY) and not is_random(checked, use.path)
        if is_start and names <= numbers.keys():
            try:
                start_value(checked, use.path, numbers)
            except StartValueError as error:
                yield use.path, error


def default_numbers(model: Ruleset) -> dict[str, int]:
    """Map the name of each argument whose default is a whole number to its default."""
    return {each.name: each.default for each in model.command_line if isinstance(each.default, int)}


def _describe(model: Ruleset, path: KeyPath) -> str:
    match path:
        case ("players", int(seat), key):
            return f"{model.players[seat].name}'s {key}"
    return f"`{write_path(path)}`"
