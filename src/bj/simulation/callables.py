"""Strategies as Python functions, which the plain engine calls for every question."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bj.compiler.compile import Compiled
from bj.engine.face.driving import answer
from bj.engine.face.view import Kind, View
from bj.engine.layout.mode import Ints
from bj.errors import UsageError
from bj.session.engines import asking_engine
from bj.session.plan import Plan
from bj.session.state import State
from bj.session.strategies import Strategy, choose_action, refuse_strategies
from bj.simulation.blocks import play_block
from bj.simulation.crew import LocalCrew
from bj.simulation.jobs import Job


def calling_crew(job: Job, plan: Plan, compiled: Compiled, strategies: Mapping[str, Strategy]) -> LocalCrew:
    """A worker in the calling thread; strategies, by the names of persons, answer its questions.

    Raises UsageError if a strategy names no person, or if a person has no strategy.
    """
    refuse_strategies(strategies, compiled.persons)
    view = View(compiled.program, compiled.table)
    for person in view.players:
        name = compiled.persons[person]
        plays = all(view.decides(person, kind) for kind in (Kind.WAGER, Kind.ACTION))
        if name not in strategies and not plays:
            raise UsageError(f"{name} is a person without a strategy", "give one in `strategies`")

    def ask(_program: Ints, table: Ints) -> None:
        """Answer the open question."""
        answer(table, choose_action(State.at_question(plan, compiled, table), strategies))

    return LocalCrew(partial(play_block, job, engine=asking_engine(ask)))
