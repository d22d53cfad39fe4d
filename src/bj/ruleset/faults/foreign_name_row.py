"""Describes what the names of rules in other games and programs mean in bj."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from bj.ruleset.faults.foreign_values import if_true
from bj.ruleset.toml.reading_and_writing import write_value

REMOVE: Final = object()
"""The new value for a key that only repeats a default. It makes the fix remove the key."""


class Foreign(NamedTuple):
    """The meaning of a name that another game or program uses for a rule."""

    hint: str | Callable[[Any], str]
    """The remedy as a sentence, or a function that creates the sentence from the value.

    If it is empty, the key gets the same remedy as any other unknown key.
    """
    new: str = ""
    """The dotted key for the rule in bj. A leading dot refers to a key in the same table."""
    rewrite: Callable[[Any], Any] = lambda value: None
    """Converts a foreign value to a value in bj. Returns None if the foreign value has no clear meaning."""
    other: Foreign | None = None
    """The row to try next if this row cannot convert a value."""
    because: str = ""
    """A reason to print before the remedy, if the new key needs an explanation."""

    def read(self, value: Any) -> tuple[Foreign, Any]:
        """Return the first row that can convert ``value``, and the converted value.

        If no row can, return the last row and None.
        """
        row, rewritten = self, self.rewrite(value)
        while rewritten is None and row.other is not None:
            row = row.other
            rewritten = row.rewrite(value)
        return row, rewritten


def by_example(
    new: str, example: Any, otherwise: Any = None, *, rewrite: Callable[[Any], Any] | None = None
) -> Foreign:
    """Create a row whose hint shows ``example``. The value ``example`` also replaces true.

    The value ``otherwise`` replaces false. If ``rewrite`` is given, it converts all values instead.
    """
    section, _, name = new.rpartition(".")
    hint = f"write it like `{name} = {write_value(example)}` under [{section}]"
    return Foreign(hint, new, rewrite or if_true(example, otherwise))
