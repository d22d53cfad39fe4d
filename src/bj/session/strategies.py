"""Strategies that are Python functions, for people by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Protocol, TypeAlias

from bj.errors import UsageError
from bj.ruleset.suggestions import shorten, suggest

if TYPE_CHECKING:
    from bj.session.state import State


class PythonStrategy(Protocol):
    """A function that returns the action of the person who acts, by number or by name."""

    def __call__(self, state: State, /) -> int | str:
        """The action in this state."""


Strategy: TypeAlias = PythonStrategy
"""The public name: programs have no other strategies."""


def refuse_strategies(strategies: Mapping[str, Strategy], persons: Collection[str]) -> None:
    """Raise UsageError unless these are functions by the names of persons."""
    if not isinstance(strategies, Mapping):
        kind = type(strategies).__name__
        raise UsageError(f"strategies cannot be {kind}", "give a dictionary of functions by name")
    for name, strategy in strategies.items():
        if name not in persons:
            raise UsageError(f"no person is called `{shorten(str(name))}`", suggest(str(name), persons))
        if not callable(strategy):
            kind = type(strategy).__name__
            raise UsageError(f"the strategy of {name} is {kind}", "give a function that takes a `bj.State`")


def choose_action(state: State, strategies: Mapping[str, Strategy]) -> int:
    """The action that the strategy of the person who acts returns.

    Raises UsageError if the person has none, or if the action is not legal.
    """
    name = state.persons[state.actor or 0]
    if name not in strategies:
        raise UsageError(f"{name} has to decide about {state.kind}", "give a function in `strategies`")
    return state.number_of(strategies[name](state))
