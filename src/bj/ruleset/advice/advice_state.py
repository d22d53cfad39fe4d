"""The state shared by all functions that look for advice: the ruleset, and the advice found so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from bj.faults_and_fixes import Fault, KeyPath, Remedy
from bj.ruleset.check import Checked
from bj.ruleset.expressions import tree
from bj.ruleset.expressions.tree import Expression
from bj.ruleset.model import Reaction, Ruleset, Step, Strategy
from bj.ruleset.model.reactions import as_gift
from bj.ruleset.model.strategies import owner_of

MOST_PARTS = 2_000_000
"""The maximum number of parts of conditions to evaluate per ruleset.

Evaluating them takes about two seconds.
"""


@dataclass
class Advising:
    """Collects advice on a ruleset that can be played."""

    checked: Checked
    found: list[tuple[Fault, ...]] = field(default_factory=list)
    """The advice found so far.

    Each tuple is for one fault, and lists the places that may cause it. Only the first place in the user's
    own file is reported.
    """
    parts_left: int = MOST_PARTS
    """How many parts of conditions may still be evaluated.

    When none are left, every condition is assumed to be satisfiable.
    """
    answers: dict[tuple[int, ...], tuple[Expression, bool]] = field(default_factory=dict)
    """Caches the results of evaluating conditions.

    Each key contains the identity of a condition and the values of its names.
    """
    _names: dict[KeyPath, frozenset[str]] = field(default_factory=dict)

    @property
    def model(self) -> Ruleset:
        """The ruleset to advise on."""
        return self.checked.model

    def note(self, code: str, path: KeyPath, message: str, remedy: Remedy, *, key: bool = False) -> None:
        """Add advice about the value at ``path``, or about its key if ``key`` is true."""
        self.note_first(code, [(path, key)], message, remedy)

    def note_first(
        self, code: str, places: Iterable[tuple[KeyPath, bool]], message: str, remedy: Remedy
    ) -> None:
        """Add advice about the first of the ``places`` that is in the user's own file.

        Each place is a path and a flag, which is true if the advice is about the key instead of the value.
        """
        faults = (
            Fault(code, self.model.written_path(path), message, remedy, "key" if key else "value")
            for path, key in places
        )
        self.found.append(tuple(faults))

    def expressions(self, *start: str | int) -> Iterator[tuple[KeyPath, Expression]]:
        """Yield the path and the tree of each expression at or below the path ``start``."""
        for path, expression in self.checked.expressions.items():
            if path[: len(start)] == start:
                yield path, expression

    def of_strategy(self, name: str) -> Iterator[tuple[str, KeyPath, Expression]]:
        """Yield the key, path and tree of each expression in a strategy and in its powers."""
        for path, expression in self.expressions("strategies", name):
            yield str(path[2]), path, expression
        for entry in self.model.strategies[name].powers or []:
            for path, expression in self.expressions("powers", as_gift(entry).power):
                yield "powers", path, expression

    def names(self, *start: str | int) -> frozenset[str]:
        """Return the names used by expressions at or below the path ``start``."""
        if start not in self._names:
            used = (tree.names_used(expression) for _, expression in self.expressions(*start))
            self._names[start] = frozenset().union(*used)
        return self._names[start]

    @cached_property
    def steps(self) -> Sequence[tuple[KeyPath, Step]]:
        """Every step in the procedure, with its path."""
        return list(self.model.procedure.all_steps())

    @cached_property
    def step_names(self) -> frozenset[str]:
        """The names of all steps that can occur."""
        return self.model.procedure.steps_named()

    @cached_property
    def reactions(self) -> Sequence[tuple[KeyPath, Reaction]]:
        """Every reaction, with its path."""
        return list(self.model.all_reactions())

    def owners(self, path: KeyPath) -> frozenset[KeyPath]:
        """Return the paths of the strategies, members or dealer that have the reaction at ``path``."""
        if path[0] != "powers":
            return frozenset({path[:2]})
        return frozenset(place[:2] for place, gift in self.model.gifts() if gift.power == path[1])

    def roles_of(self, path: KeyPath, reaction: Reaction) -> frozenset[str]:
        """Return the roles in which the reaction at ``path`` is possible.

        Strategies belong to players, and members have both roles.
        """
        roles = {"strategies": {"player"}, "members": {"player", "dealer"}, "dealer": {"dealer"}}
        possible = {role for owner in self.owners(path) for role in roles[str(owner[0])]}
        return frozenset(possible & ({"player", "dealer"} if reaction.as_ == "both" else {reaction.as_}))

    @cached_property
    def played(self) -> frozenset[str]:
        """The names of the strategies that players can have."""
        model = self.model
        named = [player.strategy for player in model.players]
        named += [member.strategy for member in model.members.values()]
        choices = {argument.name: argument.choices or [] for argument in model.command_line}
        seated = {name for name in named if name in model.strategies}
        seated |= {choice for name in named for choice in choices.get(name, [])}
        for argument in model.command_line:
            seated |= set(argument.choices or []) if argument.type == "players" else set()
        return frozenset(seated & model.strategies.keys())

    def players_with(self, owner: str, key: str) -> list[Strategy]:
        """Return the strategies of players that take their ``key`` from the strategy ``owner``."""
        heirs = (name for name in self.played if owner_of(self.model.strategies, name, key) == owner)
        return [self.checked.strategies[name] for name in heirs]

    def asked(self) -> frozenset[str]:
        """Return the sections of `prompts` with questions that players may be asked."""
        strategies = [self.checked.strategies[name] for name in self.played]
        asked = {
            "wager": self.model.rules.has_wagers and any(strategy.wager is None for strategy in strategies),
            "action": any(map(_is_asked, strategies)),
            "insurance": "offer insurance" in self.step_names
            and any(strategy.insurance is None and _is_asked(strategy) for strategy in strategies),
            "surrender": "offer surrender" in self.step_names and any(map(_is_asked, strategies)),
            "side_bet": "take side bets" in self.step_names
            and any(
                _is_asked(strategy) and self.model.side_bets.keys() - (strategy.side_bets or {}).keys()
                for strategy in strategies
            ),
            "switch": "offer switch" in self.step_names
            and any(strategy.switch is None and _is_asked(strategy) for strategy in strategies),
            **{
                key: "betting round" in self.step_names
                and any(getattr(strategy, own) is None and _is_asked(strategy) for strategy in strategies)
                for key, own in (("calling", "calls"), ("raising", "raises"))
            },
            "power": any(map(_is_asked, strategies)) and any(each.ask for _, each in self.reactions),
            "again": "ask again" in self.step_names,
            "roster": any(argument.type == "players" for argument in self.model.command_line),
        }
        return frozenset(name for name, is_so in asked.items() if is_so)

    def questions(self) -> Iterator[str]:
        """Yield the text of every question that players may be asked."""
        for section in self.asked() - {"roster"}:
            yield getattr(self.model.prompts, section).ask
        if "power" in self.asked():
            yield self.model.prompts.power.ask_number


def _is_asked(strategy: Strategy) -> bool:
    return strategy.chart is None and not strategy.rules


@tree.once_per_tree
def depends_on_luck(expression: Expression) -> bool:
    """Whether the value of ``expression`` depends on chance or on individual cards in a hand."""
    calls = (node for node in tree.walk(expression) if isinstance(node, tree.Call))
    return tree.uses_chance(expression) or any(node.function in tree.ASKING_FOR_CARDS for node in calls)
