"""The state that all checks share: the ruleset, its faults, and its expressions and templates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bj.cards import ANY_OF_RANK, ANY_OF_SUIT
from bj.cards import SUITS as SUIT_CODES
from bj.catalogue.events import EVENTS
from bj.catalogue.expression_names import BY_SUIT, SUITS
from bj.catalogue.reaction_targets import CARDS
from bj.errors import TextFaults
from bj.faults_and_fixes import Fault, KeyPath, Remedy
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.charts import Playing
from bj.ruleset.check.scopes import Meanings, Scope
from bj.ruleset.expressions.tree import ASKING_FOR_CARDS, Call, Expression, Literal, names_used, walk
from bj.ruleset.model import Reaction, Ruleset, Strategy
from bj.ruleset.model.output import find_key
from bj.ruleset.pack import Pack, pack_of
from bj.ruleset.templates import Template, fill_in
from bj.ruleset.toml.removed_parts import Gaps

if TYPE_CHECKING:
    from bj.ruleset.documents import Document


class Checked(NamedTuple):
    """A valid ruleset, together with everything that was parsed while checking it."""

    model: Ruleset
    expressions: Mapping[KeyPath, Expression]
    templates: Mapping[KeyPath, Template]
    texts: Mapping[str, Template]
    """Maps each event to its template, with the role already filled in."""
    strategies: Mapping[str, Strategy]
    """Maps names to strategies. Each strategy includes the parts that it inherits."""
    playing: Mapping[str, Playing]
    """Maps strategies to their charts with columns for upcards.

    Strategies without such a chart are missing.
    """
    playing_totals: Mapping[str, Playing]
    """Maps strategies to their charts with columns for dealer totals.

    Strategies without such a chart are missing.
    """
    worths: Mapping[str, Playing]
    """Maps strategies to their charts of hand values, which decide when to switch cards.

    Strategies without such a chart are missing.
    """
    pack: Pack
    amounts: frozenset[str]
    """The names of remembered numbers that are amounts of money."""
    documents: tuple[Document, ...] = ()
    """The ruleset's document and the documents that it extends. Empty if the ruleset is from a saved game."""

    def __repr__(self) -> str:
        return f"<Checked: {self.model.ruleset.title}>"

    def __hash__(self) -> int:
        return hash(self.model.ruleset.title)

    def shows_money(self, name: str) -> bool:
        """Whether the number ``name`` is printed as an amount of money."""
        return name == "bankroll" or name in self.amounts

    @property
    def deals_only_spades(self) -> bool:
        """Whether the shoe deals only spades.

        An infinite shoe of standard packs does so if suits do not matter. Suits matter if an expression
        depends on them, or if a reaction names a card with a suit.
        """
        if not (self.model.shoe.is_infinite and self.pack.is_usual):
            return False
        chosen = (reaction for _, reaction in self.model.all_reactions())
        return not (any(map(_asks_for_suits, self.expressions.values())) or any(map(_names_suit, chosen)))


def _asks_for_suits(expression: Expression) -> bool:
    held = (
        node.arguments[0]
        for node in walk(expression)
        if isinstance(node, Call) and node.function in ASKING_FOR_CARDS
    )
    return bool(names_used(expression) & (BY_SUIT | SUITS)) or any(
        isinstance(wanted, Literal) and not ANY_OF_RANK <= wanted.value < ANY_OF_SUIT for wanted in held
    )


def _names_suit(reaction: Reaction) -> bool:
    return reaction.suit is not None or (reaction.card not in CARDS and reaction.card[-1] in SUIT_CODES)


@dataclass(slots=True)
class Checking:
    """One run of all checks. A section of ``ruleset`` that could not be read is None, despite its type."""

    ruleset: Ruleset
    gaps: Gaps = field(default_factory=Gaps)
    faults: list[Fault] = field(default_factory=list)
    expressions: dict[KeyPath, Expression] = field(default_factory=dict)
    templates: dict[KeyPath, Template] = field(default_factory=dict)
    strategies: dict[str, Strategy] = field(default_factory=dict)
    playing: dict[str, Playing] = field(default_factory=dict)
    playing_totals: dict[str, Playing] = field(default_factory=dict)
    worths: dict[str, Playing] = field(default_factory=dict)
    scopes: dict[Place, Scope] = field(default_factory=dict)
    """Caches the scope for expressions in each place."""
    meanings: dict[Place, Meanings] = field(default_factory=dict)
    """Caches the meanings of all definitions in each place."""
    amounts: set[str] = field(default_factory=set)
    """The names of remembered numbers that are known to be amounts of money."""

    def fault(self, code: str, path: KeyPath, message: str, remedy: Remedy, *, key: bool = False) -> None:
        """Report a fault in the value at ``path``, or in its key if ``key`` is true."""
        self.faults.append(Fault(code, path, message, remedy, part="key" if key else "value"))

    def note(self, path: KeyPath, error: TextFaults) -> None:
        """Report every fault in ``error``, each with its own position in the text at ``path``."""
        self.faults += [
            Fault(fault.code, path, fault.message, fault.remedy, span=(fault.offset, fault.length))
            for fault in error.faults
        ]

    def is_sure(self, *path: str | int) -> bool:
        """Whether nothing at, above or directly inside ``path`` was dropped because of another fault.

        If so, a value that is missing at ``path`` is a fault in its own right.
        """
        return not self.gaps.near(self.gaps.original(path))

    def choices(self) -> dict[str, list[str]]:
        """Map the name of each argument of type `choice` to its choices."""
        arguments = self.ruleset.command_line
        return {argument.name: argument.choices or [] for argument in arguments if argument.type == "choice"}

    def smallest(self, name: str) -> int:
        """Return the smallest value that the argument ``name`` accepts, or 0 if it has no range."""
        argument = (self.ruleset.arguments or {}).get(name)
        return argument.between[0] if argument and argument.between else 0

    def may_be_argument(self, name: str) -> bool:
        """Whether another fault may have removed an argument called ``name``."""
        names = self.gaps.keys(("arguments",))
        is_there = name in (self.ruleset.arguments or {})
        return names is None or name in names or (is_there and not self.is_sure("arguments", name, "type"))

    def remedy_for(self, name: str, remedy: Remedy) -> Remedy:
        """Return a remedy for the unknown ``name``.

        If ``name`` is an argument that `usage` omits, the remedy is to add it. Otherwise, it is ``remedy``.
        """
        is_taken = any(argument.name == name for argument in self.ruleset.command_line)
        if name in (self.ruleset.arguments or {}) and not is_taken:
            return f"add `{name}` to `usage` under [ruleset]"
        return remedy

    def finish(self) -> Checked:
        """Return the ruleset together with everything that the checks have parsed."""
        return Checked(
            self.ruleset,
            self.expressions,
            self.templates,
            dict(self._said()),
            self.strategies,
            self.playing,
            self.playing_totals,
            self.worths,
            pack_of(self.ruleset.cards),
            frozenset(self.amounts),
        )

    def _said(self) -> Iterator[tuple[str, Template]]:
        """Yield each event that prints a line, with its template."""
        output = self.ruleset.output
        for event in EVENTS.values():
            template = self.templates.get(("output", find_key(output, event)))
            if template is not None and (event.key != "player_bets" or self.ruleset.rules.has_wagers):
                yield event.key, fill_in(template, {"role": getattr(output.roles, event.role, "")})


class Check(Protocol):
    """A function that checks a ruleset. ``needs`` contains the sections that it requires."""

    needs: frozenset[str]

    def __call__(self, checking: Checking) -> None:
        """Report any faults to ``checking``."""


def needs(*sections: str) -> Callable[[Callable[[Checking], None]], Check]:
    """Return a decorator that marks a check as requiring ``sections``. Without them, the check is skipped."""

    def mark(function: Callable[[Checking], None]) -> Check:
        function.needs = frozenset(sections)  # type: ignore[attr-defined]  # a function has no such field
        return function  # type: ignore[return-value]  # now it has

    return mark
