"""Strategies and the dealer's rule as numbers: charts, lists of rules and counting tags."""

from __future__ import annotations

from bj.cards import RANKS
from bj.compiler.writing import ProgramWriter
from bj.engine import program as p
from bj.errors import GameError, KeyPath
from bj.ruleset.charts import parse_ranks
from bj.ruleset.expressions import evaluate_expression
from bj.ruleset.model import Strategy

ACTION_CODES = {
    **{"S": p.STAND, "H": p.HIT, "D": p.DOUBLE},
    **{"stand": p.STAND, "hit": p.HIT, "double": p.DOUBLE},
}


class Strategies:
    """The strategies of a ruleset; what several of them share is written once."""

    def __init__(self, writer: ProgramWriter) -> None:
        self.writer = writer

    def path_of(self, name: str, key: str) -> KeyPath:
        """Where the strategy ``name`` has ``key`` from: itself or the one it extends."""
        while getattr(self.writer.model.strategies[name], key) is None:
            name = self.writer.model.strategies[name].extends or name
        return ("strategies", name, key)

    def chart(self, name: str) -> int:
        """The index of the playing chart of the strategy ``name``, 0 for none."""
        playing = self.writer.checked.playing.get(name)
        if playing is None:
            return 0
        path = self.path_of(name, "chart")
        if path not in self.writer.placed:
            actions = [p.STAND] * (p.VALUES * len(RANKS))
            for (soft, total, rank), letter in playing.actions.items():
                actions[(2 * total + soft) * len(RANKS) + rank] = ACTION_CODES[letter]
            self.writer.placed[path] = self.writer.place(actions)
        return self.writer.placed[path]

    def dealer_chart(self) -> int:
        """The dealer's rule as a chart: what is known of a hand is worked out before the game."""
        path: KeyPath = ("dealer", "draws")
        if path not in self.writer.placed:
            actions: list[int] = []
            for value in range(p.VALUES):
                known = {**self.writer.numbers, "total": value >> 1, "soft": value & 1}
                try:
                    draws = evaluate_expression(
                        self.writer.checked.expressions[path], known, self.writer.unit
                    )
                except ZeroDivisionError:
                    raise GameError(f"dealer.draws divides by zero at a total of {value >> 1}") from None
                actions += [p.HIT if draws else p.STAND] * len(RANKS)
            self.writer.placed[path] = self.writer.place(actions)
        return self.writer.placed[path]

    def rules(self, name: str, strategy: Strategy) -> int:
        """The index of the list of rules of a strategy, 0 for none: formula and action, ended by 0."""
        if not strategy.rules:
            return 0
        path = self.path_of(name, "rules")
        if path not in self.writer.placed:
            listed = [
                number
                for index, rule in enumerate(strategy.rules)
                for number in (self.writer.formula((*path, index, "when")), ACTION_CODES[rule.do])
            ]
            self.writer.placed[path] = self.writer.place([*listed, 0])
        return self.writer.placed[path]

    def tags(self, name: str, strategy: Strategy) -> int:
        """The index of the thirteen counting tags of a strategy, 0 when it does not count."""
        if strategy.count is None:
            return 0
        path = self.path_of(name, "count")
        if path not in self.writer.placed:
            tags = [0] * len(RANKS)
            for ranks, tag in strategy.count.items():
                for rank in parse_ranks(ranks):
                    tags[rank] = tag
            self.writer.placed[path] = self.writer.place(tags)
        return self.writer.placed[path]
