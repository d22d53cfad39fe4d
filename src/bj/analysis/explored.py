"""A game with all that was found in it: the first cards, and the graph of what they lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bj.analysis.dealing import Deal, Dealer
from bj.analysis.game import Game
from bj.analysis.graph import Choice, Graph, Vector, add_up
from bj.analysis.search import OutOfMemoryError, PlainStore, Progress, Search, StoppedError, Store
from bj.engine.searching import MEASURES, End, new_work, places_of
from bj.errors import GameError
from bj.extras import lack, missing

Speed: TypeAlias = Literal["auto", "plain", "compiled"]

MOST_NUMBERS = 1 << 27
"""Of each sequence of a search: a gigabyte."""

ENDS: Mapping[int, str] = {
    End.TOO_DEEP: "a hand may take cards without end, so its exact value cannot be found",
    End.MIXED: "cards are shuffled in the middle of a hand, so its exact value cannot be found",
    End.STRANGER: "somebody has to decide about a hand of somebody else",
}


@dataclass(frozen=True, slots=True)
class Explored:
    """One hand of a game, in all the ways it can go."""

    game: Game
    persons: tuple[int, ...]
    """Whose numbers are known, in the order of the vectors."""
    measures: tuple[str, ...]
    """What is known of each of them."""
    deals: Sequence[Deal]
    roots: Sequence[int]
    """The nodes of the deals, 0 for those that end the hand."""
    graph: Graph
    states: int

    def values(self, choose: Choice) -> list[Vector]:
        """What every deal brings where decisions are made by ``choose``."""
        found = self.graph.values(choose)
        return [
            found[root] if root else deal.value for deal, root in zip(self.deals, self.roots, strict=True)
        ]

    def mean(self, values: Sequence[Vector]) -> Vector:
        """What a hand brings, from what every deal does."""
        return add_up([(deal.chance, value) for deal, value in zip(self.deals, values, strict=True)])

    def of_person(self, vector: Vector, index: int) -> dict[str, float]:
        """The numbers of one of the persons, by their names."""
        size = len(self.measures)
        means = dict(zip(self.measures, vector[index * size : (index + 1) * size], strict=True))
        if self.game.is_apart:  # each hand from a split was counted as one, and its square is not that of all
            means |= {"hands": 1.0, "initial": float(self.game.wager)}
            means.pop("squares", None)
        return means

    def place(self, measure: str) -> int:
        """Where a number of the one who decides stands in the vectors."""
        index = self.persons.index(self.game.observer) if self.game.observer in self.persons else 0
        return index * len(self.measures) + self.measures.index(measure)


def explore_game(
    game: Game,
    engine: Speed = "auto",
    progress: Progress | None = None,
    measures: Sequence[str] = MEASURES,
) -> Explored:
    """Play a hand in all the ways it can go.

    Raises UsageError without the extra that the engine needs, and GameError when a rule asks for something
    impossible, when a hand has no end, or when there is too much to remember.
    """
    search = new_search(game, engine, progress, measures)
    try:
        deals = Dealer(game, search).deals()
        roots = [search.find(deal.sights) if deal.sights else 0 for deal in deals]
    except (StoppedError, OutOfMemoryError) as error:
        raise explain_end(game, search, error) from None
    graph = Graph(search.reader(), [root for root in roots if root])
    return Explored(game, game.view.players, tuple(measures), deals, roots, graph, search.states)


def new_search(game: Game, engine: Speed, progress: Progress | None, measures: Sequence[str]) -> Search:
    """A search through a hand; what is measured stands player by player."""
    players = game.view.players
    places = {person: places_of(game.program, game.table, person) for person in players}
    payoffs = [places[person][measure] for person in players for measure in measures]
    head = new_work(
        game.program,
        game.table,
        game.kinds,
        payoffs,
        observer=game.observer,
        reads=game.reads,
        apart=game.is_apart,
        decides=game.decides,
    )
    return Search(game.program, game.table, head, store_of(engine), MOST_NUMBERS, progress)


def explain_end(game: Game, search: Search, error: StoppedError | OutOfMemoryError) -> GameError:
    """Why a search has no result."""
    if isinstance(error, StoppedError):
        return GameError(ENDS.get(error.status) or game.explain(error.status, error.table))
    return GameError(f"there is too much to remember: more than {search.states:,} states of the game")


def store_of(engine: Speed) -> Store:
    """What a search works on at the speed that is wanted."""
    if engine == "plain" or (engine == "auto" and missing("fast")):
        return PlainStore()
    try:
        from bj.compiled.explorer import CompiledStore
    except ImportError as error:
        raise lack("the compiled engine needs", "fast", error) from None
    return CompiledStore()
