"""The evaluation of charts on hands that are weighed by the cards left."""

from __future__ import annotations

from collections.abc import Sequence

from bj.analysis.buffers import Buffers
from bj.analysis.chart_evaluator import Chart
from bj.analysis.hands_against_upcard import HandsAgainstUpcard
from bj.engine.layout.mode import Ints
from bj.engine.search import chart_cells, hand_setup
from bj.engine.search.chart_cells import Weighed
from bj.engine.search.hand_setup import RuleKind, Way
from bj.engine.search.nodes import Decision


class HandEvaluator:
    """Evaluates charts on all hands against what the dealer shows, for one column or for many."""

    def __init__(self, buffers: Buffers, codes: Ints, column: int | None) -> None:
        """All cells are in one ``column``; if it is None, in the columns of their upcards."""
        self._buffers, self._column = buffers, column
        self.against: list[HandsAgainstUpcard] = []
        self.shared = buffers.ints([], chart_cells.CELLS), codes
        """The chart that is followed, and the actions of codes."""

    def cells(self) -> dict[int, Decision]:
        """The cells of charts that decisions ask for, each with one of its decisions."""
        found: dict[int, Decision] = {}
        for each in self.against:
            for rules in (each.rules, *(graph.rules.rules for graph in each.split_graphs)):
                for rule in rules:
                    if rule.kind == RuleKind.DECISION and rule.cell not in found:
                        decision = hand_setup.decision_of(rule)
                        if self._column is not None:
                            decision = decision._replace(upcard=self._column)
                        found[rule.cell] = decision
        return found

    def value(self, chart: Chart) -> float:
        """The value of a hand that is played by a chart, and as well as possible where it says nothing."""
        if not chart:
            return value_of_best(self.against)
        for cell, code in enumerate(chart_cells.chart_of(chart)):
            self.shared[0][cell] = code
        return sum(each.value(Way.BY_CHART) for each in self.against)

    def weigh(self, values: Chart, chances: Chart) -> dict[int, Weighed]:
        """The value of every code in every cell: one chart says what follows, one how likely hands are.

        If the second says nothing, anything may be done.
        """
        self.value(values)
        worths = self._buffers.floats([], chart_cells.worths_size())
        for each in self.against:
            for graph in each.spread(is_open=not chances):
                graph.weigh(worths)
        return {cell: chart_cells.weighed_in(worths, cell) for cell in self.cells()}


def value_of_best(against: Sequence[HandsAgainstUpcard]) -> float:
    """The value of hands with the best play."""
    return sum(each.value(Way.BEST) for each in against)
