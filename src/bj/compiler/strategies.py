"""Compiles strategies into charts, lists of rules, and tags for counting cards."""

from __future__ import annotations

from collections.abc import Sequence

from bj.catalogue import actions as a
from bj.catalogue import house_rules as h
from bj.compiler.decisions_in_advance import ALWAYS, Rule, decisions, work_of
from bj.compiler.program_writer import ProgramWriter
from bj.engine.layout import program as p
from bj.faults_and_fixes import KeyPath
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.charts import read_count
from bj.ruleset.model import Strategy
from bj.ruleset.model.strategies import ImpliedRule, StrategyRule, owner_of

MOST_WORK = 1_000_000
"""The maximum number of parts of conditions to evaluate for one program.

Evaluating this many takes about a second.
"""


def _code_of(rule: StrategyRule) -> str:
    """Return the code for the play that a rule calls for.

    If a chart implies the rule, the code is the one in the chart; otherwise, it is the action's letter.
    """
    code = rule.code if isinstance(rule, ImpliedRule) else ""
    return code or a.ACTIONS[rule.do].letter


class Strategies:
    """Writes the strategies in a ruleset. Parts that several strategies share are written only once."""

    def __init__(self, writer: ProgramWriter) -> None:
        self.writer = writer
        self._lists: dict[tuple[Rule, ...], int] = {(): writer.place([0])}
        self._work = 0

    def path_of(self, name: str, key: str) -> KeyPath:
        """Return the path of ``key`` in the strategy ``name``.

        If the key is inherited, this is its path in the strategy that defines it.
        """
        return ("strategies", owner_of(self.writer.model.strategies, name, key), key)

    def chart(self, name: str) -> int:
        """Return the index of the playing chart for the strategy ``name``, or 0 if it has no chart."""
        playing = self.writer.checked.playing.get(name)
        if playing is None:
            return 0
        path = self.path_of(name, "chart")
        if path not in self.writer.placed:
            actions = [a.STAND] * (p.VALUES * p.RANKS)
            preferences = {code: self._preference(play) for code, play in a.PLAYS.items()}
            for (soft, total, rank), code in playing.actions.items():
                actions[(2 * total + soft) * p.RANKS + rank] = preferences[code]
            for first in range(p.RANKS):
                row = self.value_of_pair(first) * p.RANKS
                cells = actions[row : row + p.RANKS]
                for rank, code in playing.pairs.get(first, {}).items():
                    cells[rank] = self._preference(a.PLAYS[code], fallback=cells[rank])
                actions += cells
            self.writer.placed[path] = self.writer.place(actions)
        return self.writer.placed[path]

    def worths(self, name: str) -> int:
        """Return the index of a strategy's values for switching cards, or 0 if it has none.

        The list contains a value for each hand and upcard, followed by the value of a natural against each
        upcard.
        """
        playing = self.writer.checked.worths.get(name)
        if playing is None:
            return 0
        path = self.path_of(name, "switch")
        if path not in self.writer.placed:
            cells = [0] * (p.CHART_ROWS * p.RANKS)
            for (soft, total, rank), number in playing.actions.items():
                cells[(2 * total + soft) * p.RANKS + rank] = int(number)
            for first in range(p.RANKS):
                row, value = (p.VALUES + first) * p.RANKS, self.value_of_pair(first) * p.RANKS
                cells[row : row + p.RANKS] = cells[value : value + p.RANKS]
                for rank, number in playing.pairs.get(first, {}).items():
                    cells[row + rank] = int(number)
            natural = [int(playing.natural.get(rank, 0)) for rank in range(p.RANKS)]
            self.writer.placed[path] = self.writer.place([*cells, *natural])
        return self.writer.placed[path]

    def value_of_pair(self, rank: int) -> int:
        """Return the value of a hand with two cards of the same ``rank``."""
        program = self.writer.program
        return program[p.ADDITIONS + program[p.ADDITIONS + rank] * p.RANKS + rank]

    def rules(self, name: str, strategy: Strategy) -> int:
        """Return the index of a strategy's list of rules, or 0 if it has no rules.

        The list has a formula and a preference for each rule, and ends with 0.
        """
        return self._place_list(self._rules(name, strategy)) if strategy.rules else 0

    def decisions(self, name: str, strategy: Strategy) -> int:
        """Return the index of a chart that combines a strategy's rules with its chart.

        Return 0 if computing the combined chart would exceed the work allowed for all such charts. Each cell
        is a preference or, if the decision depends on more than the hand and the upcard, the negative index
        of a list of rules. A game then spends no time on rules that are irrelevant to a hand.
        """
        chart = self.chart(name)
        path: KeyPath = ("strategies", name, "decisions")
        if not strategy.rules or path in self.writer.placed:
            return self.writer.placed.get(path, chart)
        program, ranks = self.writer.program, p.RANKS
        never_splits = program[p.ALLOWED + h.SPLIT] == p.NEVER
        known = self.writer.known_at(Place.ACTION)
        hands = [{**known, "total": value >> 1, "soft": value & 1} for value in range(p.VALUES)]
        hands += [hands[self.value_of_pair(rank)] for rank in range(ranks)]
        if never_splits:
            # strategies never have to decide about higher totals
            hands = hands[: 2 * self.writer.model.highest_target + 2]
        actions = [
            # no rule comes after the chart, so the fallback is to stand
            cell | a.STAND << 2 * p.ACTION_BITS if cell in a.PASSED_OVER else cell
            for cell in (program[chart : chart + p.CHART_ROWS * ranks] if chart else [])
        ]
        worths = program[p.WORTHS : p.WORTHS + ranks]
        rules = self._rules(name, strategy)
        self._work += work_of(rules, {*hands[0], "upcard"}, (len(hands), len({*worths})))
        if self._work > MOST_WORK:
            return 0
        cells = [
            left[0][1]
            if left and left[0][0] == ALWAYS and left[0][1] not in a.PASSED_OVER
            else -self._place_list(left)
            for left in decisions(rules, actions, hands, worths, self.writer.unit)
        ]
        cells += [a.STAND] * (p.CHART_ROWS * ranks - len(cells))
        self.writer.placed[path] = self.writer.place(cells)
        return self.writer.placed[path]

    def _preference(self, play: a.Play, fallback: int = 0) -> int:
        """Convert a play to a preference, leaving out actions that the house never allows.

        If neither hitting nor standing remains, ``fallback`` is appended. For a pair, ``fallback`` is the
        preference for the pair's total.
        """
        rules = self.writer.model.rules
        needed = {action: action.rule for action in play.actions}
        allowed = [action.number for action, rule in needed.items() if not rule or rules.may_ever(rule)]
        if not {a.HIT, a.STAND} & set(allowed):
            while fallback:
                allowed.append(fallback & p.ACTION_MASK)
                fallback >>= p.ACTION_BITS
        return sum(action << place * p.ACTION_BITS for place, action in enumerate(allowed))

    def _rules(self, name: str, strategy: Strategy) -> list[Rule]:
        path = self.path_of(name, "rules")
        conditions = self.writer.checked.expressions
        return [
            (conditions[*path, index, "when"], self._preference(a.PLAYS[_code_of(rule)]))
            for index, rule in enumerate(strategy.rules or ())
        ]

    def _place_list(self, rules: Sequence[Rule]) -> int:
        """Add a list of rules, and return its index.

        The list has a formula and a preference for each rule, and ends with 0.
        """
        listed = tuple(rules)
        if listed not in self._lists:
            numbers = [
                number
                for condition, preference in listed
                for number in (self.writer.write(condition, Place.ACTION), preference)
            ]
            self._lists[listed] = self.writer.place([*numbers, 0])
        return self._lists[listed]

    def tags(self, name: str, strategy: Strategy) -> int:
        """Return the index of a strategy's counting tags, by rank, or 0 if it does not count cards."""
        if strategy.count is None:
            return 0
        path = self.path_of(name, "count")
        if path not in self.writer.placed:
            tags = [0] * p.RANKS
            for rank, tag in read_count(strategy.count, self.writer.checked.pack.codes).items():
                tags[rank] = tag
            self.writer.placed[path] = self.writer.place(tags)
        return self.writer.placed[path]
