"""The best play: by the composition of hands, or one play for each total and upcard, as a chart has it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from bj.analysis.explored import Explored
from bj.catalogue.actions import ACTIONS, PLAYS
from bj.engine.found import Decision, Node, Question

LEAST_GAIN = 1e-13
"""Of a wager: two plays whose values differ by less are equal."""

MOST_ROUNDS = 100

ENDS = frozenset((ACTIONS["hit"], ACTIONS["stand"]))
"""Actions of which a code names one, so that it says what is done in the end."""


INSURANCE = "insurance"
YES, NO = "yes", "no"

GO_ON = -1
"""No action: to go on where a hand may be given up early."""


class Cell(NamedTuple):
    """A place of a chart, or the question whether a hand is insured."""

    kind: str
    """``hard``, ``soft``, ``pair`` or INSURANCE."""
    number: int
    """The total, or the rank of the pair."""
    upcard: int
    """The rank."""


Codes: TypeAlias = Mapping[Cell, str]
"""What a chart says, by the codes of the catalogue."""


class Step(NamedTuple):
    """A node of the graph, as it is computed with."""

    value: float
    edges: tuple[tuple[float, int], ...]
    """Chances and indices of other nodes."""
    actions: Mapping[int, tuple[int, ...]] | None
    """Of a decision, the indices of the nodes that each action leads to, whose values add up."""
    cell: Cell | None


class Solver:
    """Finds the best play of an explored game, whose only player decides."""

    def __init__(self, explored: Explored) -> None:
        self.explored = explored
        self.unit = self._initial(explored)
        """The wager, in smallest units."""
        place = explored.place("received")
        index = {at: number for number, at in enumerate(explored.graph.nodes)}
        self.steps = [
            Step(
                node.value[place] / self.unit,
                tuple((share, index[to]) for share, to in node.edges),
                choices_of(node, index) if node.decision else None,
                cell_of(node.decision) if node.decision else None,
            )
            for node in explored.graph.nodes.values()
        ]
        self.deals = [
            (deal.chance, index[root] if root else -1, 0.0 if root else deal.value[place] / self.unit)
            for deal, root in zip(explored.deals, explored.roots, strict=True)
        ]
        rules = explored.game.checked.model.rules
        self._plays = [code for code, play in PLAYS.items() if all(map(rules.may_ever, play.rules))]
        self.cells: dict[Cell, list[int]] = {}
        """The decisions at each place of a chart."""
        for number, step in enumerate(self.steps):
            if step.cell is not None:
                self.cells.setdefault(step.cell, []).append(number)

    def decision(self, cell: Cell) -> Decision:
        """One of the decisions at a place."""
        nodes = list(self.explored.graph.nodes.values())
        found = nodes[self.cells[cell][0]].decision
        if found is None:
            raise KeyError(cell)
        return found

    def codes(self, cell: Cell) -> list[str]:
        """What can be said at a place: of codes that do the same the simplest.

        Only pairs are split, and every code says what is done where that may not be.
        """
        if cell.kind == INSURANCE:
            return [NO, YES]
        return [
            code
            for code in self._plays
            if (cell.kind == "pair" or ACTIONS["split"] not in PLAYS[code].actions)
            and (code == "Rp" or not ENDS.isdisjoint(PLAYS[code].actions))
        ]

    @staticmethod
    def _initial(explored: Explored) -> float:
        """What is wagered on a hand."""
        return float(explored.game.wager)

    def best(self) -> list[float]:
        """The value of every node where each hand is played as well as its own cards allow."""
        values = [0.0] * len(self.steps)
        for number, step in enumerate(self.steps):
            if step.actions is not None:
                values[number] = max(sum(values[to] for to in all_of) for all_of in step.actions.values())
            else:
                values[number] = step.value + sum(share * values[to] for share, to in step.edges)
        return values

    def play(self, codes: Codes) -> list[float]:
        """The value of every node where a chart is followed."""
        values = [0.0] * len(self.steps)
        for number, step in enumerate(self.steps):
            if step.actions is not None and step.cell is not None:
                all_of = step.actions[action_of(codes[step.cell], step.actions)]
                values[number] = sum(values[to] for to in all_of)
            else:
                values[number] = step.value + sum(share * values[to] for share, to in step.edges)
        return values

    def mean(self, values: Sequence[float]) -> float:
        """What a hand brings, per initial wager."""
        return sum(chance * (values[root] if root >= 0 else value) for chance, root, value in self.deals)

    def chances(self, codes: Codes | None) -> list[float]:
        """How likely every node is where a chart is followed; without one, where anything may be done."""
        found = [0.0] * len(self.steps)
        for chance, root, _ in self.deals:
            if root >= 0:
                found[root] += chance
        for number in range(len(self.steps) - 1, -1, -1):
            step, chance = self.steps[number], found[number]
            if step.actions is None:
                for share, to in step.edges:
                    found[to] += chance * share
            elif codes is None or step.cell is None:
                for all_of in step.actions.values():
                    for to in all_of:
                        found[to] += chance
            else:
                for to in step.actions[action_of(codes[step.cell], step.actions)]:
                    found[to] += chance
        return found

    def worth(self, cell: Cell, code: str, chances: Sequence[float], values: Sequence[float]) -> float:
        """What a play at a place of the chart brings in all, where everything else stays as it is."""
        total = 0.0
        for number in self.cells[cell]:
            actions = self.steps[number].actions or {}
            total += chances[number] * sum(values[to] for to in actions[action_of(code, actions)])
        return total

    def solve(self) -> dict[Cell, str]:
        """The best chart: no other play at any one place of it brings more.

        It begins with what is best where every hand would be as likely as anything that may be done makes
        it, and is improved place by place with the chances and the values that it has itself.
        """
        codes = {cell: self.codes(cell)[0] for cell in self.cells}
        anywhere = self.chances(None)
        self._improve(codes, anywhere, self.best(), anywhere)
        for _ in range(MOST_ROUNDS):
            if not self._improve(codes, self.chances(codes), self.play(codes), anywhere):
                break
        return codes

    def _improve(
        self,
        codes: dict[Cell, str],
        chances: Sequence[float],
        values: Sequence[float],
        anywhere: Sequence[float],
    ) -> bool:
        """Put the best play at every place of a chart: whether anything has changed.

        Hands that never come about count as they would where anything may be done.
        """
        changed = False
        for cell, numbers in self.cells.items():
            is_reached = any(chances[number] for number in numbers)
            weights = chances if is_reached else anywhere
            worths = {code: self.worth(cell, code, weights, values) for code in self.codes(cell)}
            best = max(worths, key=lambda code: worths[code])
            if worths[best] > worths[codes[cell]] + LEAST_GAIN:
                codes[cell] = best
                changed = True
        return changed


def cell_of(decision: Decision) -> Cell:
    """The place of a chart where a decision is made."""
    if decision.question == Question.INSURANCE:
        return Cell(INSURANCE, 0, decision.upcard)
    if decision.pair is not None:
        return Cell("pair", decision.pair, decision.upcard)
    return Cell("soft" if decision.is_soft else "hard", decision.total, decision.upcard)


def choices_of(node: Node, index: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """The answers to a question as actions, with the indices of the nodes that each leads to."""
    found = {answer: tuple(index[to] for to in all_of) for answer, all_of in node.choices}
    if node.decision is not None and node.decision.question == Question.SURRENDER:
        return {GO_ON: found[0], ACTIONS["surrender"].number: found[1]}
    return found


def action_of(code: str, legal: Collection[int]) -> int:
    """The action of a chart's code: the first one that is legal, a hit behind the last, and then to stand."""
    if code in (NO, YES):
        return int(code == YES)
    actions = [action.number for action in PLAYS[code].actions]
    if GO_ON in legal:
        return actions[0] if actions[0] in legal else GO_ON
    behind = (ACTIONS["hit"].number, ACTIONS["stand"].number)
    return next(action for action in (*actions, *behind) if action in legal)
