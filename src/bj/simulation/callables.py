"""Workers that call strategies which are Python functions."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future

from bj.compiler.compile import Compiled
from bj.engine.face.driving import answer
from bj.engine.face.view import Kind, View
from bj.engine.layout.mode import Ints
from bj.errors import UsageError
from bj.session.engines import asking_engine
from bj.session.plan import Plan
from bj.session.state import State, Strategy
from bj.simulation.blocks import play_block
from bj.simulation.jobs import Job
from bj.simulation.tallies import BlockTally


class CallingWorker:
    """Plays each block immediately with the plain engine, and calls a strategy for every question.

    Raises UsageError if a strategy names no person, or if a person has none.
    """

    size = 1

    def __init__(self, job: Job, plan: Plan, compiled: Compiled, strategies: Mapping[str, Strategy]) -> None:
        self._job, self._plan, self._compiled, self._strategies = job, plan, compiled, strategies
        for name in strategies:
            if name not in compiled.persons:
                raise UsageError(f"there is no person `{name}`", f"persons: {', '.join(compiled.persons)}")
        view = View(compiled.program, compiled.table)
        for person in view.players:
            name = compiled.persons[person]
            if name not in strategies and not all(
                view.decides(person, kind) for kind in (Kind.WAGER, Kind.ACTION)
            ):
                raise UsageError(f"{name} is a person without a strategy", "give one in `strategies`")
        self._engine = asking_engine(self._ask)

    def play(self, index: int, size: int) -> Future[BlockTally]:
        """Play a block, and return it finished."""
        future: Future[BlockTally] = Future()
        try:
            future.set_result(play_block(self._job, index, size, self._engine))
        except Exception as error:  # the reader of the future gets it, as from any worker
            future.set_exception(error)
        return future

    def _ask(self, _program: Ints, table: Ints) -> None:
        """Answer the open question."""
        state = State.at_question(self._plan, self._compiled, table)
        name = state.persons[state.actor or 0]
        if name not in self._strategies:
            raise UsageError(f"{name} has to decide about {state.kind}", "give a function in `strategies`")
        answer(table, state.number_of(self._strategies[name](state)))
