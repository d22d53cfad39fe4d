"""The result of a full search: the first cards, and a graph of everything that may follow them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from bj.analysis.chart_evaluator import ChartEvaluator
from bj.analysis.exact_game import ExactGame
from bj.analysis.observed_deals import Deal, DealFinder, First
from bj.analysis.one_hand_search import OutOfMemoryError, Progress, Room, Search, StoppedError
from bj.analysis.search_buffers import Buffers, PlainBuffers
from bj.analysis.search_graph import Choice, Graph, Vector, add_up, best_by
from bj.cards import rank_of
from bj.engine.layout.plain_or_compiled import Ints
from bj.engine.search.search_driving import End
from bj.engine.search.search_setup import MEASURES, new_work, places_of
from bj.errors import GameError
from bj.native.search_buffers import CompiledBuffers
from bj.session.engines import Speed, choose_engine, compiled_engine
from bj.worker_pools import Pool, count_cores, wait_for

T = TypeVar("T")

APART = 1 << 40
"""The distance between the first node numbers of two consecutive searches."""

FIRST = -1
"""The number of the search that deals the first cards, used when it reports its progress."""

SOON = 0.01
"""How many seconds to wait before trying to stop a search again."""

MOST_NUMBERS = 1 << 29
"""The memory limit for all searches together, as a count of eight-byte numbers: four gigabytes."""

ONE_HAND = 1 + 1e-12
"""If more hands than this are settled per hand dealt, some hands are split.

The limit is slightly above 1 to allow for rounding.
"""

ENDS: Mapping[int, str] = {
    End.TOO_DEEP: "a hand can have any number of cards, so its exact value cannot be computed",
    End.MIXED: "cards are shuffled in the middle of a hand, so its exact value cannot be computed",
    End.TOO_MANY_DOWN: "too many of the dealer's cards are face down, so the exact value cannot be computed",
    End.STRANGER: "a player must decide about another player's hand",
}


@dataclass(frozen=True)
class SolutionGraph:
    """The graph of one hand, which covers every deal and everything that may follow."""

    game: ExactGame
    persons: tuple[int, ...]
    """The people whose results are measured. Vectors list the results in this order."""
    measures: tuple[str, ...]
    """The names of the quantities measured for each person."""
    deals: Sequence[Deal]
    parts: Sequence[tuple[Search, Mapping[int, int]]]
    """The searches, each with a map from the index of a deal to the deal's node."""

    @property
    def states(self) -> int:
        """The number of different states in all searches."""
        return sum(search.states for search, _ in self.parts)

    @cached_property
    def roots(self) -> Sequence[int]:
        """For each deal, its node in the graph, or 0 if the deal ends the hand."""
        roots = [0] * len(self.deals)
        for number, (_, found) in enumerate(self.parts):
            for index, root in found.items():
                roots[index] = root + number * APART
        return roots

    @cached_property
    def graph(self) -> Graph:
        """The graph of everything that may follow the deals."""
        graph = Graph()
        for number, (search, found) in enumerate(self.parts):
            shift = number * APART
            graph.add(search.reader(shift), [root + shift for root in found.values()])
        return graph

    def values(self, choose: Choice) -> list[Vector]:
        """Return the value of every deal. ``choose`` computes the value of a decision."""
        found = self.graph.values(choose)
        return [
            found[root] if root else deal.value for deal, root in zip(self.deals, self.roots, strict=True)
        ]

    @property
    def is_by_own_cards(self) -> bool:
        """False, because decisions about a split hand may depend on the cards in the other hands."""
        return False

    @property
    def totals(self) -> Sequence[int]:
        """Always empty: the columns of these charts are upcards, not totals."""
        return ()

    @cached_property
    def evaluators(self) -> Sequence[ChartEvaluator]:
        """The chart evaluators, one for each search."""
        found = []
        for search, nodes in self.parts:
            roots = dict.fromkeys(nodes.values(), 0.0)
            for index, root in nodes.items():
                roots[root] += self.deals[index].chance
            found.append(ChartEvaluator(search, roots, self.place("received")))
        return found

    @property
    def over(self) -> float:
        """The total value of all deals that end the hand, in the smallest unit of money."""
        payoff = self.place("received")
        return sum(deal.chance * deal.value[payoff] for deal in self.deals if not deal.sights)

    @cached_property
    def _found(self) -> dict[int, Vector]:
        """Maps each node to its value under the best play or the game's strategies."""
        mixed = self.game.mixed
        return self.graph.values(best_by(self.place("received")) if mixed is None else mixed.choose())

    def means(self) -> list[dict[str, float]]:
        """Return the mean of each measured quantity, as one dict per player."""
        found = self._found
        mean = self.mean(
            [found[root] if root else deal.value for deal, root in zip(self.deals, self.roots, strict=True)]
        )
        return [self.of_person(mean, index) for index in range(len(self.persons))]

    def first_hands(self) -> Iterator[tuple[First, float, float, Mapping[int, float], int]]:
        """For each deal, yield the first cards, probability, value, values of answers, and question.

        The question is the first one that the player is asked, or 0 if there are no answers.
        """
        found, received = self._found, self.place("received")
        for deal, root in zip(self.deals, self.roots, strict=True):
            node = self.graph.nodes[root] if root else None
            value = (found[root] if root else deal.value)[received]
            if node is None or node.decision is None or self.game.mixed is not None:
                yield deal.first, deal.chance, value, {}, 0
            else:
                answers = {answer: found[to][received] for answer, to in node.choices}
                yield deal.first, deal.chance, value, answers, node.decision.question

    def mean(self, values: Sequence[Vector]) -> Vector:
        """Return the mean of the ``values`` of all deals, weighted by their probabilities."""
        return add_up([(deal.chance, value) for deal, value in zip(self.deals, values, strict=True)])

    def of_person(self, vector: Vector, index: int) -> dict[str, float]:
        """Return the values in ``vector`` for the person with the given ``index``, keyed by measure."""
        size = len(self.measures)
        return dict(zip(self.measures, vector[index * size : (index + 1) * size], strict=True))

    def place(self, measure: str) -> int:
        """Return the index in a vector of the given ``measure`` for the person who makes decisions."""
        return place_of(self.game, self.measures, measure)


def explore_graph(
    game: ExactGame,
    engine: Speed = "auto",
    progress: Progress | None = None,
    measures: Sequence[str] = MEASURES,
    *,
    chosen: bool = False,
) -> SolutionGraph:
    """Play a hand in every possible way. If ``chosen`` is true, keep only the best action for each decision.

    There is one search for each rank of the upcard, and the searches run in parallel. Raises UsageError if
    the engine is not installed, and GameError if a rule requires something impossible, a hand never ends, or
    memory runs out.
    """
    shares = Shares(progress)
    first = new_search(game, engine, lambda steps: shares.tell(FIRST, steps), measures, chosen=chosen)
    searches: list[Search] = []
    groups: dict[int, list[int]] = {}
    spare: list[Ints] = []

    def find(number: int, upcard: int) -> tuple[Search, dict[int, int]]:
        """Search all deals with one upcard, reusing the results of the search that dealt them."""
        used = None
        with suppress(IndexError):
            used = spare.pop()
        search = first.fork(lambda steps: shares.tell(number, steps), used)
        searches.append(search)
        found = {index: search.find(deals[index].sights) for index in groups[upcard]}
        spare.append(search.give_up_situations())
        return search, found

    try:
        deals = DealFinder(game, first).deals()
        for index, deal in enumerate(deals):
            if deal.sights:
                groups.setdefault(rank_of_upcard(game, deal), []).append(index)
        lowest, highest = sorted(groups)[:-1], sorted(groups)[-1:]
        parts = shares.run(find, searches, [*highest, *lowest], is_free=buffers_of(engine).name == "compiled")
    except (StoppedError, OutOfMemoryError) as error:
        raise explain_end(game, searches, error) from None
    return SolutionGraph(game, game.view.players, tuple(measures), deals, parts)


def rank_of_upcard(game: ExactGame, deal: Deal) -> int:
    """Return the rank of the upcard in ``deal``, or -1 if ``deal`` has no upcard.

    The suit does not matter, because it never affects the result.
    """
    return rank_of(game.kinds[deal.first.upcard].card) if deal.first.upcard >= 0 else -1


class EndedError(Exception):
    """Raised in a running search when another search has failed."""


class Shares:
    """Runs several searches in parallel, and stops them all if one fails."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._steps: dict[int, int] = {}
        self._is_over = False

    def tell(self, number: int, steps: int) -> None:
        """Record the ``steps`` made by search ``number``, and report the total for all searches.

        Raises EndedError if another search has failed.
        """
        if self._is_over:
            raise EndedError
        self._steps[number] = steps
        if self._progress is not None:
            self._progress(sum(list(self._steps.values())))

    def run(
        self,
        find: Callable[[int, int], T],
        searches: Sequence[Search],
        upcards: Sequence[int],
        *,
        is_free: bool,
    ) -> list[T]:
        """Call ``find`` with the index and the value of each item in ``upcards``, and return the results.

        The searches run in threads if they release Python's lock (``is_free``). Pass the slowest upcards
        first: the ace, because of naturals, and then low cards. The first failure, or an interrupt, ends all
        ``searches``.
        """
        if not is_free:
            return [find(number, upcard) for number, upcard in enumerate(upcards)]

        def try_to_find(number: int, upcard: int) -> T:
            try:
                return find(number, upcard)
            except BaseException:
                self._end(searches)
                raise

        with Pool(count_cores(), apart=False) as pool:
            running = [pool.submit(try_to_find, number, upcard) for number, upcard in enumerate(upcards)]
            try:
                wait_for(running)
            except BaseException as error:
                pool.end()
                while any(each.running() for each in running):
                    self._end(searches)
                    time.sleep(SOON)
                if isinstance(error, EndedError):
                    failures = [each.exception() for each in running if not each.cancelled()]
                    raise next(
                        each for each in failures if each and not isinstance(each, EndedError)
                    ) from None
                raise
            return [each.result() for each in running]

    def _end(self, searches: Sequence[Search]) -> None:
        self._is_over = True
        for search in list(searches):
            search.stop()


def new_search(
    game: ExactGame, engine: Speed, progress: Progress | None, measures: Sequence[str], *, chosen: bool
) -> Search:
    """Create a search through one hand.

    Its vectors contain all ``measures`` for the first player, then the second, and so on.
    """
    players = game.view.players
    places = {person: places_of(game.program, game.table, person) for person in players}
    is_open = game.decides or game.mixed is not None  # if no one decides, hidden cards make no difference
    payoffs = [places[person][measure] for person in players for measure in measures]
    head = new_work(
        game.program,
        game.table,
        game.kinds,
        payoffs,
        observer=game.observer if is_open else None,
        reads=game.reads,
        aim=place_of(game, measures, "received") if chosen else -1,
    )
    return Search(game.program, game.table, head, buffers_of(engine), Room(MOST_NUMBERS), progress)


def place_of(game: ExactGame, measures: Sequence[str], measure: str) -> int:
    """Return the index in a vector of the given ``measure`` for the person who makes decisions."""
    players = game.view.players
    index = players.index(game.observer) if game.observer in players else 0
    return index * len(measures) + list(measures).index(measure)


def explain_end(
    game: ExactGame, searches: Sequence[Search], error: StoppedError | OutOfMemoryError
) -> GameError:
    """Return an error that explains why one of the searches raised ``error`` instead of finding a result."""
    if isinstance(error, StoppedError):
        return GameError(ENDS.get(error.status) or game.explain(error.status, error.table))
    steps = sum(search.steps for search in searches)
    why = f"it had already explored {steps:,} cards and decisions"
    if not steps:
        why = f"{len(game.kinds)} kinds of cards can be dealt in too many ways"
    ended = GameError(f"the search ran out of memory: {why}")
    ended.remedy = f"use `bj simulate`, or {_smaller(game)}"
    return ended


def _smaller(game: ExactGame) -> str:
    """Suggest a change to the game that would reduce the number of different hands."""
    if any(game.checked.model.all_reactions()):
        return "remove all powers and reactions"  # because of them, every card in a hand matters
    fewer = "use a pack with fewer kinds of cards"
    return fewer if game.is_endless else f"use an infinite shoe, or {fewer}"


def buffers_of(engine: Speed) -> Buffers:
    """Return buffers for a search with the plain or the compiled engine.

    Raises UsageError if that engine is not available.
    """
    if choose_engine(engine) == "plain":
        return PlainBuffers()
    compiled_engine()
    return CompiledBuffers()
