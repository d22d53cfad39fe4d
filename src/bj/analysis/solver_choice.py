"""Explores a game with hand graphs if its rules allow that, and otherwise with a full search."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from bj.analysis import full_search
from bj.analysis.chart_evaluator import Chart
from bj.analysis.exact_game import ExactGame
from bj.analysis.full_search import explore_graph
from bj.analysis.hand_graph_deals import EVERYTHING, WantedCards
from bj.analysis.hand_transitions import UnfitError
from bj.analysis.observed_deals import First
from bj.analysis.one_hand_search import OutOfMemoryError, Progress, Room, Search, StoppedError
from bj.analysis.single_player_solver import HandSolution
from bj.engine.search.chart_cells import Weighed
from bj.engine.search.nodes import Decision
from bj.engine.search.search_setup import MEASURES, new_work, places_of
from bj.session.engines import Speed
from bj.session.game_plan import refuse_uncallable


@contextmanager
def uncollected() -> Iterator[None]:
    """Suspend Python's garbage collection until the context ends.

    A search creates no garbage, but the collector would keep scanning all of its results.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Evaluator(Protocol):
    """An object that evaluates charts."""

    def cells(self) -> Mapping[int, Decision]:
        """Return an example decision for each cell that is used."""

    def value(self, chart: Chart) -> float:
        """Return the total value of all hands, played according to ``chart``.

        Hands in cells without a code get their best play.
        """

    def weigh(self, values: Chart, chances: Chart) -> Mapping[int, Weighed]:
        """Return the probability of reaching each cell, and the value of each possible code in it.

        Before a decision, play follows the chart ``chances``. After the decision, it follows the chart
        ``values``.
        """


class Explored(Protocol):
    """The results of exploring a game."""

    @property
    def game(self) -> ExactGame:
        """The game that was explored."""

    @property
    def states(self) -> int:
        """The number of different states found."""

    @property
    def is_by_own_cards(self) -> bool:
        """Whether each split hand is played without regard to the other hands."""

    @property
    def totals(self) -> Sequence[int]:
        """The chart columns for the dealer's totals. Empty if charts are based on the upcard."""

    @property
    def evaluators(self) -> Sequence[Evaluator]:
        """The chart evaluators. The value of a chart is the sum of the values that all evaluators return."""

    @property
    def over(self) -> float:
        """The total value of the deals that end the hand, unless evaluators cover them."""

    def means(self) -> list[dict[str, float]]:
        """Return the mean of each measured quantity, as one dict per player."""

    def first_hands(self) -> Iterator[tuple[First, float, float, Mapping[int, float], int]]:
        """For each deal, yield the first cards, probability, value, values of answers, and question.

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
    """Compute the value of every hand in a game.

    If ``chosen`` is true, only the best action for each decision is kept. Raises UsageError if the engine is
    not installed, and GameError if a rule requires something impossible, a hand never ends, or memory runs
    out.
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
    """Solve a game with one player. Returns None if the rules depend on more than one hand.

    Only hands that start with the ``wanted`` cards are considered.
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
    buffers = full_search.buffers_of(engine)
    room = Room(full_search.MOST_NUMBERS)
    try:
        search = Search(game.program, game.table, head, buffers, room, progress)
        search.join_situations()
        found = HandSolution(game, search, buffers, measures, room, wanted, progress)
        return None if runs_out(game, found.most_hands) else found
    except (UnfitError, OutOfMemoryError, StoppedError):
        return None  # the full search either succeeds or explains why it cannot


def is_one_against_one(game: ExactGame) -> bool:
    """Return whether the rules seem to depend only on a single hand played against the dealer.

    The search may still find a rule that depends on more.
    """
    return game.mixed is None and game.is_by_hand and not game.reads.left and not runs_out(game, 1)


def runs_out(game: ExactGame, hands: int) -> bool:
    """Return whether the dealer's hand and this many ``hands`` might use up the shoe.

    The worst case is that all hands consist of the lowest cards, because only the last card of a hand can
    take the hand above the target.
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
