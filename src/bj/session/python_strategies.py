"""Strategies written as Python functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, TypeAlias

from bj.compiler.compile import Compiled
from bj.engine.face.view import Kind, View
from bj.errors import UsageError, wrong_type
from bj.ruleset.check import Checked
from bj.ruleset.suggestions import shorten, suggest
from bj.session.game_plan import Plan

if TYPE_CHECKING:
    from bj.session.controlled_game import State


class PythonStrategy(Protocol):
    """A function that returns the next action in a state, as a number or a name."""

    def __call__(self, state: State, /) -> int | str:
        """Return the action to take in ``state``."""


Strategy: TypeAlias = PythonStrategy
"""The public name for ``PythonStrategy``."""


def refuse_unknown(checked: Checked, strategy: str) -> None:
    """Raise UsageError unless the ruleset has a strategy called ``strategy``."""
    if not isinstance(strategy, str):
        raise wrong_type("a strategy", strategy, "pass the name of a strategy")
    if strategy not in checked.strategies:
        remedy = suggest(strategy, checked.strategies)
        raise UsageError(f"no strategy is called `{shorten(strategy)}`", remedy)


def take_strategies(strategies: Mapping[str, Strategy] | None) -> dict[str, Strategy]:
    """Return a new dict of the strategies that a program passed.

    Raises UsageError if they are not in a dict.
    """
    if not isinstance(strategies, Mapping | None):
        raise wrong_type("strategies", strategies, "pass a dict that maps names to functions")
    return dict(strategies or {})


def refuse_strategies(strategies: Mapping[str, Strategy], plan: Plan, compiled: Compiled) -> None:
    """Raise UsageError if a key does not name a player who decides, or if a value is not a function."""
    persons, model, view = compiled.persons, plan.checked.model, View(compiled.program, compiled.table)
    asks_again = not plan.rounds and "ask again" in model.procedure.steps_named()
    for name, strategy in strategies.items():
        if name not in persons:
            raise UsageError(f"no person is called `{shorten(str(name))}`", suggest(str(name), persons))
        if not callable(strategy):
            raise wrong_type(f"the strategy of {name}", strategy, "pass a function that takes a `bj.State`")
        if not asks_again and not model.bank_goes_round and plays_alone(view, persons.index(name)):
            remedy = "use arguments that seat a human player there, such as `human`"
            raise UsageError(f"{name} is never asked because the ruleset makes all decisions", remedy)


def plays_alone(view: View, person: int) -> bool:
    """Return whether the ruleset makes all of a person's decisions about wagers and actions."""
    return all(view.decides(person, kind) for kind in (Kind.WAGER, Kind.ACTION))


def choose_action(state: State, strategies: Mapping[str, Strategy]) -> int:
    """Return the action chosen by the strategy of the person who must act.

    Raises UsageError if the person has no strategy, or if the action is not legal.
    """
    name = state.persons[state.actor or 0]
    if name not in strategies:
        raise UsageError(
            f"{name} has no strategy for the question `{state.kind}`", "pass a function in `strategies`"
        )
    return state.number_of(strategies[name](state))
