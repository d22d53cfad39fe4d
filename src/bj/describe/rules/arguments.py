"""Describe the arguments of a ruleset."""

from __future__ import annotations

from bj.argument_values import describe
from bj.describe.rules.description_parts import HeadedPart, Rows, Unprinted
from bj.ruleset.check import Checked
from bj.ruleset.model import Parameter

COLUMNS = ("takes", "default", "")


def describe_argument(argument: Parameter) -> tuple[str, str, str]:
    """Describe the values that an argument accepts, its default, and its meaning."""
    default = "" if argument.default is None else str(argument.default)
    return describe(argument), "none" if argument.optional else default, argument.help


def describe_arguments(checked: Checked) -> HeadedPart:
    """Return a table of the arguments."""
    arguments = checked.model.command_line
    order = ", ".join(argument.name for argument in arguments) or "nothing"
    rows = {argument.name: describe_argument(argument) for argument in arguments}
    return HeadedPart(
        "Arguments",
        [
            Unprinted("order", "Arguments on the command line, in this order: {}.", order),
            _Arguments("arguments", COLUMNS, rows),
        ],
    )


class _Arguments(Rows):
    """A list of arguments. Each line starts with the meaning of the argument."""

    def lines(self, width: int) -> list[str]:
        rows = {}
        for name, (takes, default, what) in self.rows.items():
            unless = f" ({'optional' if default == 'none' else f'default {default}'})" if default else ""
            rows[name] = [f"{what}: {takes}{unless}" if what else f"{takes}{unless}"]
        return Rows(self.key, [""], rows).lines(width)
