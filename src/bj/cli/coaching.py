"""Coaching: at the end of a game, what the mistakes of the people who played cost."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from bj.cli.decisions import VALUED, Decision, decision_about
from bj.engine.view import View
from bj.errors import BjError, GameError, UsageError
from bj.session.plan import Plan
from bj.text.numbers import count_of
from bj.text.visible import make_visible

if TYPE_CHECKING:
    from bj.analysis.game import Game as AnalysedGame

LEAST = 1e-9
"""What a mistake costs at least, in wagers: less is a tie that numbers do not tell."""


class Coach:
    """Remembers what people do with their hands, and finds out what it was worth."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.answers: Counter[tuple[Decision, int]] = Counter()
        """What was decided, and how often."""
        self._left_out: Counter[str] = Counter()
        """Decisions that are not looked at, by the reason."""

    def note(self, view: View, answer: int) -> None:
        """Remember the ``answer`` to the open question."""
        question = view.question
        if question is None or question.kind not in VALUED:
            return
        try:
            decision = decision_about(view, question, self._plan.checked.pack.codes)
        except UsageError as error:
            self._left_out[str(error)] += 1
        else:
            if answer not in decision.answers:
                return  # the game was left
            self.answers[decision, answer] += 1

    def tell(self) -> None:
        """Say on stderr what each mistake cost, the dearest first."""
        lines = self._lines() if self.answers else []
        lines += [
            f"{count_of(times, 'decision')} not looked at: {why}" for why, times in self._left_out.items()
        ]
        lines = lines or ["no decisions to coach"]
        print("".join(f"({make_visible(line)})\n" for line in lines), end="", file=sys.stderr)

    def _lines(self) -> list[str]:
        """What was done otherwise than best, and what it cost."""
        from bj.analysis.game import make_game
        from bj.cli.progress import prepare_analysis

        try:
            game = make_game(self._plan.checked, self._plan.values, fresh=True, solved=True)
        except BjError as error:
            return [f"no coaching: {error}"]
        prepare_analysis("auto")
        prompts = self._plan.checked.model.prompts.action
        mistakes: list[tuple[float, str]] = []
        made = looked_at = 0
        for decision, answer, times, values in self._valued(game):
            looked_at += times
            best = next(iter(values))
            cost = times * (values[best] - values[answer])
            if cost > LEAST:
                made += times
                did, better = (decision.name(each, prompts) for each in (answer, best))
                often = f", {times} times" if times > 1 else ""
                mistakes.append((cost, f"  {decision.hand}: {did} instead of {better}, {cost:.2%}{often}"))
        if not looked_at:
            return []
        lost = sum(cost for cost, _ in mistakes)
        shoe = "" if game.is_endless else ", from a fresh shoe"
        costs = f", costing {lost:.2%} of a wager{shoe}" if mistakes else ""
        number = count_of(made, "mistake") if mistakes else "no mistake"
        head = f"{number} in {count_of(looked_at, 'decision')}{costs}"
        return [head, *(line for _, line in sorted(mistakes, key=lambda each: -each[0]))]

    def _valued(self, game: AnalysedGame) -> Iterator[tuple[Decision, int, int, Mapping[int, float]]]:
        """Each decision with its answer, how often that was given, and the values of all answers.

        Decisions without values are left out; after one that takes too long, all are.
        """
        from bj.analysis.position import Positions
        from bj.cli.progress import Patience

        patience = Patience()
        positions, too_long = Positions(game, progress=patience), ""
        for (decision, answer), times in self.answers.items():
            why = too_long
            values: Mapping[int, float] = {}
            patience.begin()
            try:
                values = values if too_long else decision.values(positions)
            except UsageError as error:
                why = str(error)
            except GameError as error:
                why = too_long = str(error)
            if answer in values:
                yield decision, answer, times, values
            else:
                self._left_out[why or "not possible with a fresh shoe"] += times
