"""Runs strategies that are Python functions.

The plain engine calls a player's function for every decision.
"""

from __future__ import annotations

from collections.abc import Mapping

from bj.compiler.compile import compile_ruleset
from bj.engine.face.driving import answer
from bj.engine.face.view import View
from bj.engine.layout.plain_or_compiled import Ints
from bj.errors import UsageError
from bj.session.controlled_game import State
from bj.session.engines import PLAIN, Engine, asking_engine
from bj.session.game_plan import Plan
from bj.session.python_strategies import Strategy, choose_action, plays_alone, refuse_strategies


def calling_engine(plan: Plan, strategies: Mapping[str, Strategy]) -> Engine:
    """Return a plain engine that asks ``strategies`` for decisions.

    ``strategies`` maps people's names to strategies. Raises UsageError if a name does not belong to a person
    who makes decisions, or if a human player has no strategy.
    """
    if not strategies:
        return PLAIN
    compiled = compile_ruleset(plan.checked, plan.values, 0, rounds=plan.rounds, tallied=True)
    refuse_strategies(strategies, plan, compiled)
    view = View(compiled.program, compiled.table)
    for person in view.players:
        name = compiled.persons[person]
        if name not in strategies and not plays_alone(view, person):
            raise UsageError(f"{name} is a human player without a strategy", "pass one in `strategies`")

    def ask(_program: Ints, table: Ints) -> None:
        answer(table, choose_action(State.at_question(plan, compiled, table), strategies))

    return asking_engine(ask)
