"""What the checks share: the ruleset they look at, the faults they find and the texts they parse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bj.errors import Fault, KeyPath, TextFaults
from bj.ruleset.charts import Playing
from bj.ruleset.expressions.parse import Expression
from bj.ruleset.model import Ruleset, Strategy
from bj.ruleset.pack import Pack, pack_of
from bj.ruleset.templates import Template
from bj.ruleset.toml.gaps import Gaps


@dataclass(frozen=True)
class Checked:
    """A ruleset without a fault, with everything that was parsed on the way."""

    model: Ruleset
    expressions: Mapping[KeyPath, Expression]
    """Every expression of the ruleset by its place."""
    templates: Mapping[str, Template]
    """The template of every event that is not silent."""
    card_name: Template
    """How a card is called."""
    card_names: Mapping[str, Template]
    """How cards of a rank are called, where that is not as others."""
    card_in_list: Template
    """A card in a list of cards."""
    lines: Mapping[KeyPath, Template]
    """The lines that steps say, by their places."""
    strategies: Mapping[str, Strategy]
    """The strategies by name, with what they inherit filled in."""
    playing: Mapping[str, Playing]
    """The playing chart of every strategy that has one."""
    pack: Pack
    """The cards of one pack."""


@dataclass(slots=True)
class Checking:
    """One run of the checks. Sections of ``ruleset`` that could not be read are None."""

    ruleset: Ruleset
    gaps: Gaps = field(default_factory=Gaps)
    faults: list[Fault] = field(default_factory=list)
    expressions: dict[KeyPath, Expression] = field(default_factory=dict)
    templates: dict[str, Template] = field(default_factory=dict)
    card_name: Template = field(default_factory=lambda: Template(()))
    card_names: dict[str, Template] = field(default_factory=dict)
    card_in_list: Template = field(default_factory=lambda: Template(()))
    lines: dict[KeyPath, Template] = field(default_factory=dict)
    strategies: dict[str, Strategy] = field(default_factory=dict)
    playing: dict[str, Playing] = field(default_factory=dict)

    def fault(self, code: str, path: KeyPath, message: str, remedy: str, *, key: bool = False) -> None:
        """Note a fault of the kind ``code`` of the value at ``path``, or of its key."""
        self.faults.append(Fault(code, path, message, remedy, part="key" if key else "value"))

    def note(self, path: KeyPath, error: TextFaults) -> None:
        """Note the faults of the text at ``path`` with their places in it."""
        self.faults += [
            Fault(fault.code, path, fault.message, fault.remedy, span=(fault.offset, fault.length))
            for fault in error.faults
        ]

    def is_sure(self, *path: str | int) -> bool:
        """Whether nothing at ``path``, around it or directly in it was taken out because of another fault.

        If something was, its absence is not a fault.
        """
        return not self.gaps.near(self.gaps.original(path))

    def choices(self) -> dict[str, list[str]]:
        """The arguments that choose a word, by name, with their words."""
        arguments = self.ruleset.command_line
        return {argument.name: argument.choices or [] for argument in arguments if argument.type == "choice"}

    def may_be_argument(self, name: str) -> bool:
        """Whether a faulty argument has this name, as far as one can tell."""
        names = self.gaps.keys(("arguments",))
        is_there = name in (self.ruleset.arguments or {})
        return names is None or name in names or (is_there and not self.is_sure("arguments", name, "type"))

    def remedy_for(self, name: str, remedy: str) -> str:
        """The ``remedy`` for an unknown name, unless it is an argument that ``usage`` leaves out."""
        is_taken = any(argument.name == name for argument in self.ruleset.command_line)
        if name in (self.ruleset.arguments or {}) and not is_taken:
            return f"add `{name}` to `usage` under [ruleset]"
        return remedy

    def finish(self) -> Checked:
        """The result of the checks."""
        return Checked(
            self.ruleset,
            self.expressions,
            self.templates,
            self.card_name,
            self.card_names,
            self.card_in_list,
            self.lines,
            self.strategies,
            self.playing,
            pack_of(self.ruleset.cards),
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
