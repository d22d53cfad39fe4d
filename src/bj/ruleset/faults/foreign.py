"""A rule with another name in other games and programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from bj.ruleset.faults.foreign_values import if_true
from bj.ruleset.toml.reading_and_writing import write_value

REMOVE: Final = object()
"""The new value of a key that only repeats a default."""


class Foreign(NamedTuple):
    """A rule with another name here."""

    hint: str | Callable[[Any], str]
    """The remedy in words, or a function of the value; empty for the remedy of unknown keys."""
    new: str = ""
    """Its dotted key here; with a leading dot, a key of the same table."""
    rewrite: Callable[[Any], Any] = lambda value: None
    """The value of that key for a value of the foreign one; None if that is not clear."""
    other: Foreign | None = None
    """The row for values that this row does not rewrite."""
    because: str = ""
    """A reason to put before the remedy, if the new key does not explain itself."""

    def read(self, value: Any) -> tuple[Foreign, Any]:
        """The first row that rewrites a value, with its new value; None as the value if none does."""
        row, rewritten = self, self.rewrite(value)
        while rewritten is None and row.other is not None:
            row = row.other
            rewritten = row.rewrite(value)
        return row, rewritten


def by_example(
    new: str, example: Any, otherwise: Any = None, *, rewrite: Callable[[Any], Any] | None = None
) -> Foreign:
    """A rule with an example of its key, which is also the new value for a foreign value of true.

    ``otherwise`` is the new value for false; ``rewrite`` returns new values instead.
    """
    section, _, name = new.rpartition(".")
    hint = f"write it like `{name} = {write_value(example)}` under [{section}]"
    return Foreign(hint, new, rewrite or if_true(example, otherwise))
