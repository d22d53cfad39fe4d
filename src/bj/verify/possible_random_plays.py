"""Determines which actions and wagers a random strategy can choose, so that all others are rejected."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from bj.cards import rank_of
from bj.catalogue.actions import ACTIONS
from bj.compiler.constant_folding import fold
from bj.engine.face.view import Question, View
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import (
    Arithmetic,
    Call,
    Compare,
    Expression,
    ExpressionNode,
    Literal,
    Logic,
    NamedValue,
    Negate,
    Not,
    ToMoney,
    ValueKind,
    parts,
    walk,
)
from bj.ruleset.model.strategies import owner_of

DRAWS = ("chance", "random")
"""The functions that draw random numbers."""

DECISIONS = ("wager", "rules")
"""The keys in a strategy whose random results are taken from transcripts."""

MOST_KEPT = 1_000
"""The maximum number of results to cache for each strategy."""


class ChanceBounds:
    """The limits on the choices of a strategy with random decisions.

    Formulas set limits only if they depend on nothing other than the hand, the upcard and the bankroll.
    """

    def __init__(self, checked: Checked, strategy: str, decimals: int) -> None:
        self._worths = checked.pack.worths
        self._unit: int = 10**decimals
        self._said = checked.expressions
        self._wager: KeyPath = ("strategies", owner_of(checked.model.strategies, strategy, "wager"), "wager")
        self._rules: KeyPath = ("strategies", owner_of(checked.model.strategies, strategy, "rules"), "rules")
        self._actions = [ACTIONS[rule.do].number for rule in checked.strategies[strategy].rules or ()]
        self._names: dict[KeyPath, Sequence[str]] = {}
        self._ends = lru_cache(MOST_KEPT)(self._ends_for)

    def actions(self, view: View, question: Question) -> tuple[int, ...]:
        """Return the legal actions that the strategy may choose in reply to ``question``."""
        possible = set()
        for index, action in enumerate(self._actions):
            values = self._values((*self._rules, index, "when"), view, question)
            if values != {0}:
                possible.add(action)
            if values is not None and 0 not in values:
                break
        return tuple(each for each in question.actions if each in possible) or question.actions

    def wagers(self, view: View, question: Question) -> range:
        """Return the range of legal wagers that the strategy may choose."""
        values = self._values(self._wager, view, question)
        if values is None:
            return question.wagers
        legal = question.wagers
        return range(max(min(values), legal.start), min(max(values) + 1, legal.stop)) or legal

    def _values(self, path: KeyPath, view: View, question: Question) -> set[int] | None:
        """Return the lowest and the highest value of a formula that draws at most one random number.

        Return None if they are unknown.
        """
        if path not in self._said:
            return None
        hand, upcard = question.hand, view.upcard
        known = {
            "total": hand.total,
            "soft": int(hand.is_soft),
            "cards": len(hand.cards),
            "bankroll": view.bankroll(question.person),
        }
        if upcard is not None:
            known["upcard"] = max(self._worths[rank_of(upcard)])
        return self._ends(path, *((name, known[name]) for name in self._names_in(path) if name in known))

    def _names_in(self, path: KeyPath) -> Sequence[str]:
        if path not in self._names:
            self._names[path] = [each.name for each in walk(self._said[path]) if isinstance(each, NamedValue)]
        return self._names[path]

    def _ends_for(self, path: KeyPath, *known: tuple[str, int]) -> set[int] | None:
        """Compute the result of ``_values``, given the values in ``known`` for names in the formula."""
        formula = self._said[path]
        if sum(map(_is_draw, walk(formula))) > 1 or not _keeps_order(formula):
            return None
        ends = [fold(_drawn(formula, highest=highest), dict(known), self._unit) for highest in (False, True)]
        values = {end.value for end in ends if isinstance(end, Literal)}
        return values if all(isinstance(end, Literal) for end in ends) else None


def draws(formula: Expression) -> bool:
    """Return whether a formula draws a random number."""
    return any(map(_is_draw, walk(formula)))


def is_decision(path: KeyPath) -> bool:
    """Return whether the formula at ``path`` determines a wager or an action.

    Transcripts show such decisions.
    """
    return path[0] == "strategies" and path[2] in DECISIONS


def _is_draw(part: Expression) -> bool:
    return isinstance(part, Call) and part.function in DRAWS


def _keeps_order(formula: Expression) -> bool:
    """Return whether the lowest and the highest random number give the extreme values of a formula.

    This is not the case for `random(1, 3) == 2`, which is false for both.
    """
    match formula:
        case Call("random") | Not() | Negate() | ToMoney() | Logic() | Call("min" | "max"):
            pass
        case Arithmetic("+" | "-" | "*") | Compare("<" | "<=" | ">" | ">="):
            pass
        case Arithmetic("//", _, right) if not draws(right):
            pass
        case _:
            return not any(isinstance(each, Call) and each.function == "random" for each in walk(formula))
    return all(map(_keeps_order, parts(formula)))


def _drawn(formula: Expression, *, highest: bool) -> Expression:
    """Return a formula in which the random number is replaced by its lowest or highest value."""

    def draw(part: Any) -> Any:
        match part:
            case Call("chance"):
                return Literal(int(highest), ValueKind.BOOLEAN)
            case Call("random", (low, high)):
                return high if highest else low
            case ExpressionNode():
                return type(part)(*(draw(getattr(part, name)) for name in part.__match_args__))
            case tuple():
                return tuple(map(draw, part))
        return part

    drawn: Expression = draw(formula)
    return drawn
