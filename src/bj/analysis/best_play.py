"""Finds the best play, both for each exact combination of cards and for the cells of a chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from bj.analysis.chart_evaluator import Chart
from bj.analysis.solver_choice import Explored
from bj.catalogue.actions import ACTIONS, PLAYS
from bj.engine.search.chart_cells import NO, YES, Weighed
from bj.engine.search.nodes import Decision, DecisionKind

LEAST_GAIN = 1e-13
"""Two plays are equally good if their values differ by at most this much, in wagers."""

MOST_ROUNDS = 100

ENDS = frozenset((ACTIONS["hit"], ACTIONS["stand"]))
"""The actions that can be the last choice in a code, because they are always legal."""

INSURANCE = "insurance"


class Cell(NamedTuple):
    """A cell in a chart, or the question of whether to insure a hand."""

    kind: str
    """"hard", "soft", "pair" or INSURANCE."""
    number: int
    """The hand's total or, for a pair, the rank of its cards."""
    upcard: int
    """The rank of the upcard or, in a chart by dealer total, the column."""


Codes: TypeAlias = Mapping[Cell, str]
"""Maps the cells in a chart to codes from the catalogue."""

DONE = "S"
"""The code for hands that stand automatically, without a decision."""

BEST: Codes = {}
"""An empty chart: as no cell has a code, every hand gets its best play."""


class Solver:
    """Finds the best play for an explored game in which one player makes the decisions."""

    def __init__(self, explored: Explored) -> None:
        self.explored = explored
        self._evaluators = explored.evaluators
        rules = explored.game.checked.model.rules
        self._plays = [code for code, play in PLAYS.items() if all(map(rules.may_ever, play.rules))]
        self.decisions: dict[Cell, Decision] = {}
        """Maps each cell in the chart to one of its decisions, as an example."""
        self._cells: list[dict[int, Cell]] = []
        """For each evaluator, maps the evaluator's own cell numbers to cells."""
        for evaluator in self._evaluators:
            decisions = evaluator.cells()
            self._cells.append({number: cell_of(decision) for number, decision in decisions.items()})
            self.decisions |= {cell_of(decision): decision for decision in decisions.values()}

    def codes(self, cell: Cell) -> list[str]:
        """Return the codes that are possible in ``cell``.

        If several codes are equivalent, only the simplest one is included. Codes that split are possible only
        for pairs. Except for ``Rp``, they include an action for pairs that cannot be split.
        """
        if cell.kind == INSURANCE:
            return [NO, YES]
        return [
            code
            for code in self._plays
            if (cell.kind == "pair" or ACTIONS["split"] not in PLAYS[code].actions)
            and (code == "Rp" or not ENDS.isdisjoint(PLAYS[code].actions))
        ]

    def value(self, codes: Codes) -> float:
        """Return the value of a hand played according to the chart ``codes``, per initial wager.

        If a cell has no code, every hand in it is given its own best play.
        """
        values = (
            evaluator.value(chart_of(cells, codes))
            for evaluator, cells in zip(self._evaluators, self._cells, strict=True)
        )
        return (self.explored.over + sum(values)) / self._wager

    def weigh(self, codes: Codes) -> dict[Cell, Weighed]:
        """Return the probability of reaching each cell, and the value of each possible code in it.

        The chart ``codes`` is followed both before and after the decision.
        """
        return self._weigh(codes, codes)

    def solve(self) -> dict[Cell, str]:
        """Find a chart that cannot be improved by changing any single cell.

        The starting chart contains the best play for each cell, assuming that all earlier actions are equally
        likely. Each cell is then improved repeatedly, using the probabilities and values that the current
        chart leads to.
        """
        codes = {cell: self.codes(cell)[0] for cell in self.decisions}
        self._improve(codes, self._weigh(BEST, BEST))
        for _ in range(MOST_ROUNDS):
            if not self._improve(codes, self.weigh(codes)):
                break
        return codes

    def _improve(self, codes: dict[Cell, str], weighed: Mapping[Cell, Weighed]) -> bool:
        """Put the best play into every cell of ``codes``, and return whether any cell has changed.

        If the chart never reaches a cell, the best play for it is found as if all earlier actions were
        equally likely.
        """
        anywhere = {} if all(each.chance for each in weighed.values()) else self._weigh(codes, BEST)
        changed = False
        for cell, each in weighed.items():
            worths = each.worths if each.chance else anywhere[cell].worths
            best = max(self.codes(cell), key=lambda code: worths[code])
            if worths[best] > worths[codes[cell]] + LEAST_GAIN:
                codes[cell] = best
                changed = True
        return changed

    def _weigh(self, values: Codes, chances: Codes) -> dict[Cell, Weighed]:
        """Return the probability of reaching each cell, and each possible code's value per initial wager.

        Before a decision, play follows the chart ``chances``, taking every action where a cell is empty.
        After the decision, it follows the chart ``values``, making the best play where a cell is empty.
        """
        found: dict[Cell, Weighed] = {}
        for evaluator, cells in zip(self._evaluators, self._cells, strict=True):
            weighed = evaluator.weigh(chart_of(cells, values), chart_of(cells, chances))
            for number, each in weighed.items():
                before = found.get(cells[number], Weighed(0.0, {}))
                worths = {
                    code: worth / self._wager + before.worths.get(code, 0.0)
                    for code, worth in each.worths.items()
                }
                found[cells[number]] = Weighed(before.chance + each.chance, worths)
        return found

    @property
    def _wager(self) -> int:
        """The wager on a hand, in the smallest unit of money."""
        return self.explored.game.wager


def chart_of(cells: Mapping[int, Cell], codes: Codes) -> Chart:
    """Return ``codes`` as a chart for an evaluator. ``cells`` maps the evaluator's cell numbers to cells."""
    return {number: codes[cell] for number, cell in cells.items() if cell in codes}


def code_at(codes: Mapping[Cell, str], kind: str, total: int, column: int) -> str:
    """Return the code for ``total`` in one column of a chart.

    If the chart has no code for that total, return the code for the next higher total that has one.
    """
    highest = max((cell.number for cell in codes if cell.kind == kind), default=0)
    for number in range(total, highest + 1):
        if Cell(kind, number, column) in codes:
            return codes[Cell(kind, number, column)]
    return DONE


def cell_of(decision: Decision) -> Cell:
    """Return the chart cell for ``decision``."""
    if decision.question == DecisionKind.INSURANCE:
        return Cell(INSURANCE, 0, decision.upcard)
    if decision.pair is not None:
        return Cell("pair", decision.pair, decision.upcard)
    return Cell("soft" if decision.is_soft else "hard", decision.total, decision.upcard)
