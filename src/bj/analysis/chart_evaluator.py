"""Evaluates charts on the nodes of one search."""

from __future__ import annotations

from collections.abc import Mapping

from bj.analysis.search import Search
from bj.engine.layout.mode import Floats
from bj.engine.search import chart_cells
from bj.engine.search.chart_cells import ChartRequest, Weighed
from bj.engine.search.nodes import Decision

Chart = Mapping[int, str]
"""Maps cells to codes. A cell may have no code.

Without a code, hands get the best play when values are computed, and every play when chances are.
"""


class ChartEvaluator:
    """Evaluates charts on the nodes of a search below its roots. Values are those of one payoff."""

    def __init__(self, search: Search, roots: Mapping[int, float], payoff: int) -> None:
        """``roots`` maps each root to its chance. ``payoff`` is the index of the payoff."""
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
        """Map each cell that a decision uses to one of the decisions that use it."""
        if not self._cells:
            self._weigh(self._anywhere)
            self._cells = chart_cells.cells_of(self._weights)
        return self._cells

    def value(self, chart: Chart) -> float:
        """Return the total value of the roots if ``chart`` is followed."""
        self._follow(chart)
        self._want(ChartRequest.VALUE, self._count, self._payoff)
        return float(sum(chance * self._weights.values[place] for place, chance in self._roots))

    def weigh(self, values: Chart, chances: Chart) -> dict[int, Weighed]:
        """Return the chance of each cell, and the value of each code in it.

        After the decision, hands are played by the chart ``values``. The chart ``chances`` determines how
        often each cell is reached.
        """
        self.value(values)
        self._weigh(self._spread(chances) if chances else self._anywhere)
        return {cell: chart_cells.weighed(self._weights, cell) for cell in self.cells()}

    def _spread(self, chart: Chart) -> Floats:
        """Return the chance of every node if ``chart`` is followed."""
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
        """Make ``chart`` the chart that the engine follows."""
        for cell, code in enumerate(chart_cells.chart_of(chart)):
            self._weights.chart[cell] = code

    def _want(self, wanted: ChartRequest, first: int, second: int = 0) -> int:
        return self._search.weigh(self._weights, wanted, first, second)
