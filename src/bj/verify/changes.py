"""Changes to a game, which represent mistakes that a program may make."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from bj.argument_values import Value
from bj.compiler.wrong_rules import Variation
from bj.faults_and_fixes import KeyPath
from bj.ruleset.model.house_rule_reading import table_of
from bj.verify.leeway import NONE, Leeway

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """A mistake that a program may make, also called an edit. Changes with equal names are the same."""

    name: str
    kind: str = field(compare=False)
    rule: KeyPath = field(compare=False)
    message: str = field(compare=False)
    """A message about the mistake, which does not reveal the correct rule."""
    condition: str = field(default="", compare=False)
    """The condition that the program seems to use instead of the right one, or an empty string if unknown."""
    data: Callable[[Data], None] | None = field(default=None, compare=False)
    """A function that changes the ruleset's data in place, or None."""
    formula: tuple[KeyPath, str] | None = field(default=None, compare=False)
    """The path of the expression to replace and its new text, or None."""
    values: Mapping[str, Value] = field(default_factory=dict, compare=False)
    """Arguments to replace, with their new values."""
    vary: Variation | None = field(default=None, compare=False)
    """A function that changes the compiled program and its table in place, or None."""
    leeway: Leeway = field(default=NONE, compare=False)
    """The differences to accept, and any behavior that a ruleset cannot express."""
    remembers: Literal["", "shuffle", "game"] = field(default="", compare=False)
    """The point from which the change affects the game: the last shuffle, or the start of the game.

    If it is an empty string, the effects last only for a hand.
    """
    always: bool = field(default=False, compare=False)
    """Whether the change must apply from the start of the game, or else not at all."""
    once: bool = field(default=False, compare=False)
    """Whether the change applies to a single hand only."""
    correct: Callable[[list[int]], None] | None = field(default=None, compare=False)
    """A function that corrects the table at the start of the hand to which the change applies, or None."""
    bits: float = field(default=0, compare=False)
    """The cost of this change in bits, in addition to the cost of its family."""
    ranks: str = field(default="", compare=False)
    """The codes of the ranks that the change affects, separated by spaces."""
    group: str = field(default="", compare=False)
    """A name shared by changes that represent the same mistake in different rules. If given, it is compared
    instead of the rule.
    """

    @property
    def is_about_order(self) -> bool:
        """Whether the change reorders the cards in the shoe, so that every later hand differs."""
        return self.kind == "shuffle" and self.remembers == "game"

    @property
    def is_remade(self) -> bool:
        """Whether the ruleset must be compiled again."""
        return self.data is not None or self.formula is not None or bool(self.values)


def put(data: Data, path: KeyPath, value: Any) -> None:
    """Set the value at ``path`` in a ruleset's data.

    If an entry on the path is written as a bare name, convert it to a table first.
    """
    holder: Any = data
    for step in path[:-1]:
        if isinstance(holder, dict):
            inner = holder.setdefault(step, {})
            holder[step] = inner if isinstance(inner, dict | list) else table_of(str(step), inner) or {}
            holder = holder[step]
        else:
            if isinstance(holder[step], str):
                holder[step] = {"step": holder[step]}
            holder = holder[step]
    holder[path[-1]] = copy.deepcopy(value)  # so that changes do not share data


def setting(path: KeyPath, value: Any, kind: str, message: str, **more: Any) -> Change:
    """Return a change that sets the key at ``path`` to ``value``."""
    return Change(
        f"{path} is {value}", kind, path, message, data=partial(put, path=path, value=value), **more
    )


def look(data: Mapping[str, Any], path: KeyPath) -> Any:
    """Return the value at ``path`` in a ruleset's data, or None if it is not set."""
    here: Any = data
    for step in path:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            return None
    return here
