"""What the checks share: the ruleset they look at, the faults they find and the texts they parse."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bj.errors import Fault, KeyPath
from bj.ruleset.charts import Playing
from bj.ruleset.expressions import Expression
from bj.ruleset.model import Ruleset, Strategy
from bj.ruleset.templates import Template


@dataclass(frozen=True, slots=True)
class Checked:
    """A ruleset without a fault, with everything that was parsed on the way."""

    model: Ruleset
    expressions: Mapping[KeyPath, Expression]
    """Every expression of the ruleset by its place."""
    templates: Mapping[str, Template]
    """The template of every event that is not silent."""
    card_name: Template
    """How a card is called."""
    strategies: Mapping[str, Strategy]
    """The strategies by name, with what they inherit filled in."""
    playing: Mapping[str, Playing]
    """The playing chart of every strategy that has one."""


@dataclass(slots=True)
class Checking:
    """One run of the checks."""

    ruleset: Ruleset
    faults: list[Fault] = field(default_factory=list)
    expressions: dict[KeyPath, Expression] = field(default_factory=dict)
    templates: dict[str, Template] = field(default_factory=dict)
    card_name: Template = field(default_factory=lambda: Template(()))
    strategies: dict[str, Strategy] = field(default_factory=dict)
    playing: dict[str, Playing] = field(default_factory=dict)

    def fault(self, path: KeyPath, message: str, remedy: str, *, key: bool = False) -> None:
        """Note a fault of the value at ``path``, or of its key."""
        self.faults.append(Fault(path, message, remedy, part="key" if key else "value"))

    def finish(self) -> Checked:
        """What came of the checks."""
        return Checked(
            self.ruleset, self.expressions, self.templates, self.card_name, self.strategies, self.playing
        )


class Check(Protocol):
    """One check: a function of a run, with the sections that it needs."""

    needs: frozenset[str]

    def __call__(self, checking: Checking) -> None:
        """Note the faults."""


def needs(*sections: str) -> Callable[[Callable[[Checking], None]], Check]:
    """Say which sections have to be valid for a check to make sense."""

    def mark(function: Callable[[Checking], None]) -> Check:
        function.needs = frozenset(sections)  # type: ignore[attr-defined]  # a function has no such field
        return function  # type: ignore[return-value]  # now it has

    return mark


def suggest(word: str, known: Iterable[str]) -> str:
    """The remedy for an unknown word: the nearest known one, or all of them."""
    known = list(known)
    close = difflib.get_close_matches(word, known, n=1)
    if close:
        return f"did you mean `{close[0]}`?"
    return "known are " + ", ".join(f"`{name}`" for name in known) if known else "there is none yet"
