"""Solves a game with one player, accounting for the cards that each hand removes from the shoe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from bj.analysis.chart_evaluator import Chart
from bj.analysis.exact_game import ExactGame
from bj.analysis.hand_enumeration import HandFinder
from bj.analysis.hand_graph import CardsLeft
from bj.analysis.hand_graph_deals import EVERYTHING, Members, WantedCards, chance_of, first_cards
from bj.analysis.hands_against_upcard import HandsAgainstUpcard
from bj.analysis.observed_deals import First
from bj.analysis.one_hand_search import Progress, Room, Search
from bj.analysis.search_buffers import Buffers
from bj.catalogue.limits import MOST_HELD
from bj.engine.layout.plain_or_compiled import Ints
from bj.engine.search import chart_cells, hand_graph_driving
from bj.engine.search.chart_cells import Weighed
from bj.engine.search.hand_graph_driving import RuleKind, Way
from bj.engine.search.nodes import Decision


class HandSolution:
    """The solution of a game with one player. It covers all hands against all upcards."""

    def __init__(
        self,
        game: ExactGame,
        search: Search,
        buffers: Buffers,
        measures: Sequence[str],
        room: Room,
        wanted: WantedCards = EVERYTHING,
        progress: Progress | None = None,
    ) -> None:
        """Find every hand that starts with the ``wanted`` cards.

        Raises UnfitError if a rule depends on anything beyond a single hand played against the dealer,
        StoppedError if the engine cannot continue, and OutOfMemoryError if memory runs out.
        """
        self.game = game
        self._buffers, self._measures = buffers, tuple(measures)
        alike = search.alike
        self.shoe = CardsLeft(tuple(kind.copies for kind in game.kinds), alike, game.is_endless)
        codes = buffers.ints(chart_cells.actions_of_codes(), 0)
        evaluators: dict[int | None, HandEvaluator] = {}
        self._fixed = MOST_HELD if game.reads.last else int(game.reads.first[0])
        by_shown: dict[tuple[int, ...], dict[tuple[int, ...], Members]] = {}
        for (own, shown), members in first_cards(search, alike, wanted).items():
            if wanted.shown in (None, shown) and chance_of(self.shoe, (*shown, *own)):
                by_shown.setdefault(shown, {})[own] = members
        finder = HandFinder(game, search, buffers, self._measures, room, self.shoe, self._fixed)
        self.against: dict[tuple[int, ...], HandsAgainstUpcard] = {}
        for shown, dealt in by_shown.items():
            column = game.column_of_total(shown) if len(shown) > 1 else None
            evaluator = evaluators.setdefault(column, HandEvaluator(buffers, codes, column))
            other = next((each.graph for each in self.against.values()), None)
            against = finder.find(shown, dealt, evaluator.shared, other)
            search.forget_turns()
            self.against[shown] = against
            evaluator.against.append(against)
            if progress is not None:
                progress(self.states)
        self.totals = tuple(
            sorted(
                column for column, evaluator in evaluators.items() if column is not None and evaluator.cells()
            )
        )
        self.evaluators = tuple(evaluators.values())

    @property
    def states(self) -> int:
        """The number of different states found."""
        return sum(each.states for each in self.against.values())

    @property
    def most_hands(self) -> int:
        """The maximum number of hands that the player can have after splitting."""
        return max([1, *(hands.split.most for each in self.against.values() for hands in each.splits)])

    @property
    def is_by_own_cards(self) -> bool:
        """True, because each split hand is played without regard to the other hands."""
        return True

    @property
    def over(self) -> float:
        """0, because the evaluators cover every deal."""
        return 0.0

    @property
    def splits(self) -> bool:
        """Whether any hand is ever split under the current decisions."""
        return any(any(each.chances_of_splits()) for each in self.against.values())

    def find_best(self) -> None:
        """Find the best play and the value of every hand under it."""
        value_of_best(list(self.against.values()))

    def means(self) -> list[dict[str, float]]:
        """Return the mean of each measured quantity, for the best play or for the game's strategy.

        The list contains one dict, for the only player.
        """
        self.find_best()
        square = self._measures.index("squares") if "squares" in self._measures else None
        totals = [0.0] * len(self._measures)
        for each in self.against.values():
            for at, mean in enumerate(each.means(self._buffers, len(totals), square)):
                totals[at] += mean
        found = dict(zip(self._measures, totals, strict=True))
        if self.splits and "hands" in found:
            found |= {"hands": 1.0, "initial": float(self.game.wager)}
        return [found]

    def first_hands(self) -> Iterator[tuple[First, float, float, Mapping[int, float], int]]:
        """For each deal, yield the first cards, probability, value, values of answers, and question.

        The question is the first one that the player is asked. If the player is asked nothing, there are no
        answers.
        """
        self.find_best()
        for each in self.against.values():
            for deal in each.deals:
                value, rule, answers = (
                    each.values.values[deal.node],
                    each.values.rule(deal.node),
                    dict[int, float](),
                )
                node = each.open_node(deal.node)
                if node:
                    rule = each.values.rule(node)
                if rule.kind == RuleKind.DECISION:
                    answers = each.values_of_answers(node)
                yield First(deal.hand, deal.shown), deal.chance, value, answers, rule.question

    def first_decisions(self) -> Iterator[tuple[First, float, Mapping[int, float]]]:
        """Yield every deal that lets the player act, with its probability and the value of each action."""
        self.find_best()
        for each in self.against.values():
            for deal in each.deals:
                share, answers = each.decision(deal.node)
                if answers:
                    yield First(deal.hand, deal.shown), deal.chance * share, answers

    def position(
        self, cards: Sequence[int], shown: Sequence[int], others: Sequence[int]
    ) -> tuple[dict[int, float], dict[int, float], int]:
        """Return the value of each answer to an offer, the value of each action, and the kind of offer.

        ``cards`` are the player's cards, and ``shown`` the dealer's face-up cards. ``others`` are the first
        cards of the other hands from the same split.
        """
        self.find_best()
        against = self.against.get(tuple(shown))
        return ({}, {}, 0) if against is None else against.position(cards, others, self._fixed)


class HandEvaluator:
    """Evaluates charts, either for all hands or for the hands in one column of a chart."""

    def __init__(self, buffers: Buffers, codes: Ints, column: int | None) -> None:
        """All hands belong to ``column``.

        If it is None, a hand belongs to the column for the dealer's upcard.
        """
        self._buffers, self._column = buffers, column
        self.against: list[HandsAgainstUpcard] = []
        self.shared = buffers.ints([], chart_cells.CELLS), codes
        """The chart to follow, and the actions for each code."""

    def cells(self) -> dict[int, Decision]:
        """Return an example decision for each cell that is used."""
        found: dict[int, Decision] = {}
        for each in self.against:
            for rule in chain(*each.rules):
                if rule.kind == RuleKind.DECISION and rule.cell not in found:
                    decision = hand_graph_driving.decision_of(rule)
                    if self._column is not None:
                        decision = decision._replace(upcard=self._column)
                    found[rule.cell] = decision
        return found

    def value(self, chart: Chart) -> float:
        """Return the total value of all hands, played according to ``chart``.

        Hands in cells without a code get their best play.
        """
        if not chart:
            return value_of_best(self.against)
        for cell, code in enumerate(chart_cells.chart_of(chart)):
            self.shared[0][cell] = code
        return sum(each.value(Way.BY_CHART) for each in self.against)

    def weigh(self, values: Chart, chances: Chart) -> dict[int, Weighed]:
        """Return the probability of reaching each cell, and the value of each possible code in it.

        Before a decision, play follows the chart ``chances``. If that chart is empty, every action is taken.
        After the decision, play follows the chart ``values``.
        """
        self.value(values)
        worths = self._buffers.floats([], chart_cells.worths_size())
        for each in self.against:
            for graph in each.spread(is_open=not chances):
                graph.weigh(worths)
        return {cell: chart_cells.weighed_in(worths, cell) for cell in self.cells()}


def value_of_best(against: Sequence[HandsAgainstUpcard]) -> float:
    """Return the sum of the values of all hands under the best play, weighted by their probabilities."""
    return sum(each.value(Way.BEST) for each in against)
