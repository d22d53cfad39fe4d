"""Explores a game. It uses graphs of hands if the rules allow it, and a full search otherwise."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from bj.analysis import solution_graph
from bj.analysis.chart_evaluator import Chart
from bj.analysis.game import ExactGame
from bj.analysis.hand_deals import EVERYTHING, WantedCards
from bj.analysis.hand_rules import UnfitError
from bj.analysis.search import OutOfMemoryError, Progress, Room, Search, StoppedError
from bj.analysis.search_deals import First
from bj.analysis.single_player_solver import HandSolution
from bj.analysis.solution_graph import explore_graph
from bj.engine.search.chart_cells import Weighed
from bj.engine.search.nodes import Decision
from bj.engine.search.setup import MEASURES, new_work, places_of
from bj.session.engines import Speed
from bj.session.plan import refuse_uncallable


@contextmanager
def uncollected() -> Iterator[None]:
    """Suspend garbage collection. A search makes no garbage, but the collector would scan all its results."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Evaluator(Protocol):
    """Evaluates charts."""

    def cells(self) -> Mapping[int, Decision]:
        """Map each cell that a decision uses to one of the decisions that use it."""

    def value(self, chart: Chart) -> float:
        """Return the value of a hand that follows ``chart``. Cells without a code get the best play."""

    def weigh(self, values: Chart, chances: Chart) -> Mapping[int, Weighed]:
        """Return the chance of each cell, and the value of each code in it.

        After the decision, hands are played by the chart ``values``. The chart ``chances`` determines how
        often each cell is reached.
        """


class Explored(Protocol):
    """A game and the results of its exploration."""

    @property
    def game(self) -> ExactGame:
        """The explored game."""

    @property
    def states(self) -> int:
        """The number of distinct states found."""

    @property
    def is_by_own_cards(self) -> bool:
        """Whether each hand from a split is played according to its own cards only."""

    @property
    def totals(self) -> Sequence[int]:
        """The columns for the dealer's totals. Empty if charts use the upcard."""

    @property
    def evaluators(self) -> Sequence[Evaluator]:
        """The evaluators of charts. The value of a chart is the sum of their values."""

    @property
    def over(self) -> float:
        """The value of the deals that end the hand, unless the evaluators include it."""

    def means(self) -> list[dict[str, float]]:
        """Return the means of all counted quantities, one dict for each player."""

    def first_hands(self) -> Iterator[tuple[First, float, float, Mapping[int, float], int]]:
        """Yield each deal with its first cards, chance, value, values of answers, and question.

        The question is the first one that the player is asked.
        """


def explore_game(
    game: ExactGame,
    engine: Speed = "auto",
    progress: Progress | None = None,
    measures: Sequence[str] = MEASURES,
    *,
    chosen: bool = False,
) -> Explored:
    """Find the values of all hands of a game. With ``chosen``, keep only the best action of each decision.

    Raises UsageError if the engine is not installed, and GameError if a rule demands something impossible, a
    hand has no end, or memory runs out.
    """
    refuse_uncallable(progress)
    found = explore_hands(game, engine, progress, measures)
    return found if found is not None else explore_graph(game, engine, progress, measures, chosen=chosen)


@uncollected()
def explore_hands(
    game: ExactGame,
    engine: Speed,
    progress: Progress | None,
    measures: Sequence[str],
    wanted: WantedCards = EVERYTHING,
) -> HandSolution | None:
    """Solve a game of one hand against one dealer. Return None if the rules involve more than one hand.

    Only hands with the ``wanted`` first cards are found.
    """
    if not is_one_against_one(game):
        return None
    (player,) = game.view.players
    places = places_of(game.program, game.table, player)
    head = new_work(
        game.program,
        game.table,
        game.kinds,
        [places[measure] for measure in measures],
        observer=player,
        reads=game.reads,
        aim=-1,
        by_hand=True,
    )
    buffers = solution_graph.buffers_of(engine)
    room = Room(solution_graph.MOST_NUMBERS)
    try:
        search = Search(game.program, game.table, head, buffers, room, progress)
        search.join_situations()
        found = HandSolution(game, search, buffers, measures, room, wanted, progress)
        return None if runs_out(game, found.most_hands) else found
    except (UnfitError, OutOfMemoryError, StoppedError):
        return None  # if the full search cannot continue either, it gives the reason


def is_one_against_one(game: ExactGame) -> bool:
    """Return whether the rules appear to involve only one hand against one dealer.

    The search may still find that they involve more hands.
    """
    return game.mixed is None and game.is_by_hand and not game.reads.left and not runs_out(game, 1)


def runs_out(game: ExactGame, hands: int) -> bool:
    """Return whether ``hands`` hands and the dealer's hand could together need more cards than the shoe has.

    The lowest cards determine the limit, because no hand exceeds the target before its last card.
    """
    if game.is_endless:
        return False
    worths = sorted(
        min(game.checked.pack.worths[game.rank_of(kind)]) for kind in game.kinds for _ in range(kind.copies)
    )
    points, drawn = (hands + 1) * game.checked.model.rules.target, 0
    while drawn < len(worths) and worths[drawn] <= points:
        points -= worths[drawn]
        drawn += 1
    return worths[0] <= 0 or drawn + hands + 1 > len(worths)
