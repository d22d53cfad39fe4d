"""Check the arguments that set whole numbers in a ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bj.catalogue import expression_names
from bj.catalogue.limits import MOST_PACKS, MOST_RAISES, MOST_SPLIT
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check.arguments import range_of
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.model import Ruleset
from bj.ruleset.suggestions import find_meant

SET_BY_ARGUMENTS: Mapping[KeyPath, tuple[int, int, tuple[str, ...]]] = {
    ("shoe", "packs"): (1, MOST_PACKS, ("infinite",)),
    ("rules", "split", "hands"): (2, MOST_SPLIT, ("unlimited",)),
    ("rules", "betting", "raises"): (1, MOST_RAISES, ()),
}
"""Numbers that arguments can set.

Each path maps to the number's limits, and to the words that are also valid.
"""


def numbers_of(ruleset: Ruleset) -> Iterator[tuple[KeyPath, str]]:
    """Yield the path of each number that an argument sets, and the argument's name."""
    for path, (_, _, words) in SET_BY_ARGUMENTS.items():
        value: object = ruleset
        for key in path:
            value = getattr(value, str(key), None)
        if isinstance(value, str) and value not in words:
            yield path, value


@needs("arguments")
def check_numbers(checking: Checking) -> None:
    """Check that each word written in place of a number is an argument that accepts only valid numbers."""
    arguments = {each.name: each for each in checking.ruleset.command_line if each.type == "integer"}
    for path, name in numbers_of(checking.ruleset):
        low, high, words = SET_BY_ARGUMENTS[path]
        if name not in arguments:
            if not checking.may_be_argument(name):
                message = f"the command line has no whole number called `{name}`"
                usual = " or ".join(("a number", *(f'"{word}"' for word in words)))
                meant = find_meant(name, [*arguments, *words])
                remedy = checking.remedy_for(name, meant or f"write {usual}, or add [arguments.{name}]")
                checking.fault("BJ607", path, message, remedy)
        elif name in expression_names.NAMES:
            message = f"the argument `{name}` has the same name as another value in conditions"
            checking.fault("BJ607", path, message, "rename the argument")
        elif checking.is_sure("arguments", name):
            least, most = range_of(arguments[name])
            if least < low or most > high:
                message = f"`{path[-1]}` must be from {low} to {high}, but `{name}` accepts other values"
                remedy = f"write `between = [{low}, {high}]` under [arguments.{name}]"
                checking.fault("BJ607", path, message, remedy)
