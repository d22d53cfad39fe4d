"""Mixed strategies, which choose randomly between hitting and standing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from bj.analysis.search_graph import Choice, Vector, add_up
from bj.argument_values import Value
from bj.catalogue.actions import ACTIONS
from bj.compiler.constant_folding import fold
from bj.engine.search.nodes import Decision, DecisionKind
from bj.errors import UsageError
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import Call, Expression, Literal, uses_chance
from bj.ruleset.model.strategies import owner_of
from bj.simulation.participants import strategies_of

PERCENT = 100


class MixedStrategy:
    """The strategy of a game's only player, which chooses randomly between hitting and standing."""

    def __init__(self, checked: Checked, name: str) -> None:
        self._worths = checked.pack.worths
        self._strategy = checked.strategies[name]
        self.path: KeyPath = ("strategies", owner_of(checked.model.strategies, name, "rules"), "rules")
        self._rules: Sequence[tuple[Expression, int]] = [
            (checked.expressions[*self.path, index, "when"], ACTIONS[rule.do].number)
            for index, rule in enumerate(self._strategy.rules or ())
        ]

    def choose(self) -> Choice:
        """Return a function that computes the value of a decision as the weighted mean over its actions."""
        shares = cache(self._shares)

        def mean(decision: Decision, of_actions: Mapping[int, Vector]) -> Vector:
            if decision.question != DecisionKind.ACTION:
                return of_actions[0]
            return add_up([(share, of_actions[action]) for action, share in shares(decision).items()])

        return mean

    def _shares(self, decision: Decision) -> dict[int, float]:
        """Return the probability of each action for a decision.

        Raises UsageError if the probabilities depend on anything except the hand and the upcard.
        """
        known = {
            "total": decision.total,
            "soft": int(decision.is_soft),
            "upcard": max(self._worths[decision.upcard]),
        }
        found: dict[int, float] = {}
        rest = 1.0
        for condition, action in self._rules:
            match fold(condition, known, 1):
                case Literal(value):
                    share = float(bool(value))
                case Call("chance", (Literal(percent),)):
                    share = min(max(percent, 0), PERCENT) / PERCENT
                case _:
                    where = ".".join(map(str, self.path))
                    raise UsageError(f"bj cannot compute the chances in {where}", "use `bj simulate`")
            found[action] = found.get(action, 0.0) + rest * share
            rest *= 1 - share
        if rest:
            raise UsageError("the strategy does not cover every hand", "add a rule without `when`")
        return {action: share for action, share in found.items() if share}


def mixed_strategy_of(checked: Checked, values: Mapping[str, Value]) -> MixedStrategy | None:
    """Return the only player's strategy if it is a mixed strategy, and otherwise None."""
    names = [name for name in strategies_of(checked.model, values) if name]
    if len(names) != 1 or names[0] not in checked.strategies:
        return None
    strategy = checked.strategies[names[0]]
    owner = owner_of(checked.model.strategies, names[0], "rules")
    rules = [each for path, each in checked.expressions.items() if path[:3] == ("strategies", owner, "rules")]
    simple = all(rule.do in ("hit", "stand") for rule in strategy.rules or ()) and strategy.insurance is None
    return MixedStrategy(checked, names[0]) if simple and any(map(uses_chance, rules)) else None
