"""Describes rules that have a different name in other games and programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from bj.ruleset.faults.foreign_values import if_true
from bj.ruleset.toml.reading_and_writing import write_value

REMOVE: Final = object()
"""The new value of a key that only repeats a default. The fix removes the key."""


class Foreign(NamedTuple):
    """A rule under the name that another game or program gives it."""

    hint: str | Callable[[Any], str]
    """The remedy as a sentence, or a function that makes the sentence. Empty for the remedy of unknown
    keys."""
    new: str = ""
    """The dotted key of the rule in bj. A leading dot means the same table."""
    rewrite: Callable[[Any], Any] = lambda value: None
    """Converts the value of the foreign key to that of the new key. None if the new value is unclear."""
    other: Foreign | None = None
    """The row for values that this row does not rewrite."""
    because: str = ""
    """A reason to put before the remedy, if the new key does not explain itself."""

    def read(self, value: Any) -> tuple[Foreign, Any]:
        """Find the first row that converts a value, and the new value. The value is None if no row does."""
        row, rewritten = self, self.rewrite(value)
        while rewritten is None and row.other is not None:
            row = row.other
            rewritten = row.rewrite(value)
        return row, rewritten


def by_example(
    new: str, example: Any, otherwise: Any = None, *, rewrite: Callable[[Any], Any] | None = None
) -> Foreign:
    """Make a rule whose new key has an example value. The example also replaces a foreign value of true.

    ``otherwise`` is the new value for false. ``rewrite`` computes new values instead.
    """
    section, _, name = new.rpartition(".")
    hint = f"write it like `{name} = {write_value(example)}` under [{section}]"
    return Foreign(hint, new, rewrite or if_true(example, otherwise))
