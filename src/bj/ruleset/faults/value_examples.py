"""Describes a value in a ruleset for use in messages: its name, and an example of a valid value."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cached_property
from itertools import dropwhile
from typing import Any, NamedTuple, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bj.faults_and_fixes import KeyPath
from bj.ruleset.model_fields import fields_at, is_model, kinds_of
from bj.ruleset.suggestions import in_digits, shorten
from bj.ruleset.toml.reading_and_writing import write_key, write_value

RATIO = re.compile(r"[0-9]+:[0-9]+")
NUMBER = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)"
RATIO_HABIT = re.compile(rf"\s*+{NUMBER}\s*+(?:(%)|(?:/|-|to|for|:)\s*+{NUMBER})?\s*+")
RATIOS = {
    **dict.fromkeys(("even money", "even", "evens", "same"), "1:1"),
    **dict.fromkeys(("half", "one half"), "1:2"),
    **dict.fromkeys(("double", "twice"), "2:1"),
    **dict.fromkeys(("triple",), "3:1"),
    **dict.fromkeys(("a quarter", "quarter", "one quarter"), "1:4"),
}
"""Maps phrases for payouts to ratios."""
AROUND_RATIO = re.compile(
    r"^(?:.*\b)?(?:pays?|paid) |^\+|^(?:(?:gets?|wins?|loses?|lose|keeps?|costs?|at|only|just) )+"
    r"|(?: (?:only|back|odds|payout|payoff|(?:(?:of )?(?:the|your|a) )?(?:original )?(?:bet|wager|stake)))+$"
    r"|(?<=[0-9])x$"
)
"""Matches filler words before or after a ratio."""
LARGEST_PART = 9999  # the largest number in a ratio
LONGEST_EXAMPLE = 70


class _Place(NamedTuple):
    """The path of a value, and the model for the whole document."""

    path: KeyPath
    root: type[BaseModel]


class Site(_Place):
    """The place of a value in a ruleset, and what can be written there."""

    @property
    def subject(self) -> str:
        """The name of the value for use in messages.

        >>> from bj.ruleset.model import Ruleset
        >>> Site(("rules", "target"), Ruleset).subject, Site(("procedure", "hand", 2), Ruleset).subject
        ('`target`', 'entry 3 of `hand`')
        """
        *_, last = self.path
        if isinstance(last, str):
            return f"`{shorten(last)}`"
        holder = next(dropwhile(lambda step: isinstance(step, int), reversed(self.path)), "")
        return f"entry {last + 1} of `{shorten(str(holder))}`"

    @cached_property
    def field(self) -> FieldInfo | None:
        """The model field for this value, or for the list that contains it."""
        path = self.path
        while path and isinstance(path[-1], int):
            path = path[:-1]
        return fields_at(path[:-1], self.root).get(str(path[-1])) if path else None

    @property
    def is_list_of_tables(self) -> bool:
        """Whether the value may be a list of tables."""
        kinds = list(kinds_of(self.field.annotation)) if self.field and isinstance(self.path[-1], str) else []
        lists = [get_args(kind)[0] for kind in kinds if get_origin(kind) is list]
        return any(is_model(kind) for inner in lists for kind in kinds_of(inner))

    @property
    def is_table_of_tables(self) -> bool:
        """Whether the value may be a table of named tables."""
        kinds = list(kinds_of(self.field.annotation)) if self.field else []
        return any(get_origin(kind) is dict and is_model(get_args(kind)[-1]) for kind in kinds)

    def table_with(self, value: Any) -> str:
        """Return the table or the table header that ``value`` probably means.

        Return an empty string if it is unclear.

        >>> from bj.ruleset.model import Ruleset
        >>> Site(("cards", "ranks", "K"), Ruleset).table_with("Rey")
        '{ name = "Rey" }'
        """
        if isinstance(value, list | dict):
            return ""
        if self.is_table_of_tables and self.field is not None:
            return "" if self.example else f"[{write_key(*map(str, self.path))}.NAME]"
        fitting = {"name": isinstance(value, str), "value": isinstance(value, int) and value is not True}
        fitting["ask"] = self.path[0] == "prompts" and isinstance(value, str)
        fitting["default"] = self.path[0] == "arguments"
        keys = [key for key in fields_at(self.path, self.root) if fitting.get(key)]
        return f"{{ {keys[0]} = {write_value(value)} }}" if keys else ""

    @property
    def is_ratio(self) -> bool:
        """Whether the value may be a payout."""
        return isinstance(self.example, str) and RATIO.fullmatch(self.example) is not None

    @property
    def is_condition(self) -> bool:
        """Whether the value may be a condition."""
        return isinstance(self.example, str) and re.search("[<>=]", self.example) is not None

    @property
    def example(self) -> Any:
        """An example of a valid value, or None if no example is known."""
        examples = (self.field.examples if self.field else None) or [None]
        found: Any = next((each for each in examples if each is not True), examples[0])
        depth = len(self.path) - len(list(dropwhile(lambda step: isinstance(step, int), reversed(self.path))))
        for _ in range(depth):
            found = found[0] if isinstance(found, list) and found else None
        return found

    def suggest(self, value: Any) -> str:
        """Return an example of a valid value, phrased as the end of a remedy.

        Return an empty string if the example is too long, or has the same type as ``value``.
        """
        if self.example is None or type(self.example) is type(value):
            return ""
        written = write_value(self.example)
        return f", such as `{written}`" if len(written) <= LONGEST_EXAMPLE else ""


def as_ratio(written: str) -> str:
    """Convert a payout in another notation to a ratio. Return an empty string if that is impossible.

    >>> as_ratio("1.5"), as_ratio("3 to 2"), as_ratio("10%"), as_ratio("pays six to five"), as_ratio("more")
    ('3:2', '3:2', '1:10', '6:5', '')
    """
    text = AROUND_RATIO.sub("", " ".join(written.lower().split()))
    match = RATIO_HABIT.fullmatch(in_digits(RATIOS.get(text, text)))
    if match is None:
        return ""
    first, percent, second = match.groups()
    if second is not None and Fraction(second) == 0:
        return ""
    share = Fraction(first) / (100 if percent else Fraction(second or 1))
    if max(share.numerator, share.denominator) > LARGEST_PART:
        return ""
    return f"{share.numerator}:{share.denominator}"
