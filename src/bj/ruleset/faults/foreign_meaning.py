"""The meanings in bj of rule names from other games and programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from bj.ruleset.faults.foreign_values import if_true
from bj.ruleset.toml.reading_and_writing import write_value

REMOVE: Final = object()
"""The new value of a key that only repeats a default, so that the fix removes the key."""


class Foreign(NamedTuple):
    """The meaning in bj of a rule name from another game or program."""

    hint: str | Callable[[Any], str]
    """The remedy as a sentence, or a function that makes the sentence from the value.

    If it is empty, the key gets the remedy of any other unknown key.
    """
    new: str = ""
    """The dotted key of the rule in bj. A leading dot means a key in the same table."""
    rewrite: Callable[[Any], Any] = lambda value: None
    """Converts the foreign value to the value in bj. Returns None if the value has no clear meaning."""
    other: Foreign | None = None
    """The row to try for values that this row cannot convert."""
    because: str = ""
    """A reason to print before the remedy, if the new key does not explain itself."""

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
    """Make a row whose hint shows ``example``, the value that replaces the foreign value true.

    ``otherwise`` replaces the foreign value false. If ``rewrite`` is given, it converts values instead.
    """
    section, _, name = new.rpartition(".")
    hint = f"write it like `{name} = {write_value(example)}` under [{section}]"
    return Foreign(hint, new, rewrite or if_true(example, otherwise))
