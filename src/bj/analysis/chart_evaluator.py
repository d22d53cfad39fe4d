"""Computes the values of charts from the nodes found by a search."""

from __future__ import annotations

from collections.abc import Mapping

from bj.analysis.one_hand_search import Search
from bj.engine.layout.plain_or_compiled import Floats
from bj.engine.search import chart_cells
from bj.engine.search.chart_cells import ChartRequest, Weighed
from bj.engine.search.nodes import Decision

Chart = Mapping[int, str]
"""Maps cells to action codes. Cells may be missing.

For a missing cell, values assume the best play, and probabilities assume that every action is taken.
"""


class ChartEvaluator:
    """Evaluates charts for a single payoff, using all nodes that a search found below the given roots."""

    def __init__(self, search: Search, roots: Mapping[int, float], payoff: int) -> None:
        """``roots`` maps each root to its probability. ``payoff`` is the index of the payoff to evaluate."""
        self._search = search
        self._payoff = payoff
        self._weights = search.weights()
        self._count = 0
        for root in roots:
            self._count = self._want(ChartRequest.ORDER, root, self._count)
        self._roots = [(chart_cells.place_of(self._weights, root), chance) for root, chance in roots.items()]
        self._cells: Mapping[int, Decision] = {}
        self._anywhere = self._spread({})

    def cells(self) -> Mapping[int, Decision]:
        """Return an example decision for each cell that is used."""
        if not self._cells:
            self._weigh(self._anywhere)
            self._cells = chart_cells.cells_of(self._weights)
        return self._cells

    def value(self, chart: Chart) -> float:
        """Return the sum of the values of all roots, weighted by their probabilities.

        Hands are played according to ``chart``.
        """
        self._follow(chart)
        self._want(ChartRequest.VALUE, self._count, self._payoff)
        return float(sum(chance * self._weights.values[place] for place, chance in self._roots))

    def weigh(self, values: Chart, chances: Chart) -> dict[int, Weighed]:
        """Return the probability of reaching each cell, and the value of each possible code in it.

        Before a decision, play follows the chart ``chances``. After the decision, it follows the chart
        ``values``.
        """
        self.value(values)
        self._weigh(self._spread(chances) if chances else self._anywhere)
        return {cell: chart_cells.weighed(self._weights, cell) for cell in self.cells()}

    def _spread(self, chart: Chart) -> Floats:
        """Return the probability of reaching each node when hands are played according to ``chart``."""
        self._follow(chart)
        chances = self._search.zeros(self._count + 1)
        for place, chance in self._roots:
            chances[place] += chance
        self._weights = self._weights._replace(chances=chances)
        self._want(ChartRequest.SPREAD, self._count)
        return chances

    def _weigh(self, chances: Floats) -> None:
        worths = self._search.zeros(chart_cells.worths_size())
        self._weights = self._weights._replace(chances=chances, worths=worths)
        self._want(ChartRequest.WEIGH, self._count, len(chart_cells.CODES))

    def _follow(self, chart: Chart) -> None:
        """Write ``chart`` to the buffer from which the engine reads it."""
        for cell, code in enumerate(chart_cells.chart_of(chart)):
            self._weights.chart[cell] = code

    def _want(self, wanted: ChartRequest, first: int, second: int = 0) -> int:
        return self._search.weigh(self._weights, wanted, first, second)
