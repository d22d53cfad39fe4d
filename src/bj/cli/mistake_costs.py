"""Coaching: reports the cost of each mistake that a player made."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from bj.analysis.valued_decision import VALUED, ValuedDecision, Values, decision_about
from bj.engine.face.view import View
from bj.errors import BjError, UsageError
from bj.session.game_plan import Plan
from bj.text.sentences import count_of
from bj.text.untrusted_text import make_visible

if TYPE_CHECKING:
    from bj.analysis.exact_game import ExactGame as AnalysedGame

LEAST = 1e-9
"""The minimum cost of a mistake, in wagers. Answers whose values differ by less count as equally good."""

CANCELLED = "canceled with Ctrl-C"


class Coach:
    """Records the decisions that people make about their hands, and computes the cost of each mistake."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.answers: Counter[tuple[ValuedDecision, int]] = Counter()
        """The number of times that each answer was given for each decision."""
        self._left_out: Counter[str] = Counter()
        """The number of decisions without a value, for each reason."""
        self._is_cancelled = False

    def note(self, view: View, answer: int) -> None:
        """Record the ``answer`` to the current question, if coaching covers such questions."""
        question = view.question
        if question is None or question.kind not in VALUED:
            return
        try:
            decision = decision_about(view, question, self._plan.checked.pack.codes)
        except UsageError as error:
            self._left_out[str(error)] += 1
        else:
            if answer not in decision.answers:
                return  # the player quit
            self.answers[decision, answer] += 1

    def tell(self, interlude: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
        """Print the cost of each mistake on stderr, the most expensive first.

        Each search runs in the context that ``interlude`` returns. If Ctrl-C interrupts a search, the results
        so far are printed before KeyboardInterrupt is raised.
        """
        lines = self._lines(interlude) if self.answers else []
        lines += [f"{count_of(times, 'decision')} not valued: {why}" for why, times in self._left_out.items()]
        lines = lines or ["no decisions to coach"]
        if self._is_cancelled:
            print(file=sys.stderr)  # the terminal shows ^C on the current line
        print("".join(f"({make_visible(line)})\n" for line in lines), end="", file=sys.stderr)
        if self._is_cancelled:
            raise KeyboardInterrupt

    def _lines(self, interlude: Callable[[], AbstractContextManager[None]]) -> list[str]:
        """Return a line for each mistake with its cost, the most expensive first."""
        from bj.analysis.exact_game import make_game

        try:
            game = make_game(self._plan.checked, self._plan.values, fresh=True, solved=True)
        except BjError as error:
            return [f"no coaching: {error}"]
        prompts = self._plan.checked.model.prompts.action
        mistakes: dict[str, tuple[float, int]] = {}
        looked_at = 0
        are_exact = True
        for decision, answer, times, (values, _, is_exact) in self._valued(game, interlude):
            looked_at += times
            are_exact = are_exact and is_exact
            best = next(iter(values))
            lost = values[best] - values[answer]
            if times * lost > LEAST:
                did, better = (decision.name(each, prompts) for each in (answer, best))
                mistake = f"  {decision.hand(game)}: {did} instead of {better}"
                cost, often = mistakes.get(mistake, (0.0, 0))
                mistakes[mistake] = (cost + times * lost, often + times)
        if not looked_at:
            return []
        all_cost = sum(cost for cost, _ in mistakes.values())
        shoe = "" if game.is_endless else ", from a fresh shoe"
        shoe += "" if are_exact else ", approximate"
        costs = f", costing {all_cost:.2%} of a wager{shoe}" if mistakes else ""
        made = sum(often for _, often in mistakes.values())
        number = count_of(made, "mistake") if mistakes else "no mistake"
        head = f"{number} in {count_of(looked_at, 'decision')}{costs}"
        lines = [
            f"{mistake}, {cost:.2%}{f', {often} times' if often > 1 else ''}"
            for mistake, (cost, often) in sorted(mistakes.items(), key=lambda each: -each[1][0])
        ]
        return [head, *lines]

    def _valued(
        self, game: AnalysedGame, interlude: Callable[[], AbstractContextManager[None]]
    ) -> Iterator[tuple[ValuedDecision, int, int, Values]]:
        """Yield each answer with its decision, how often it was given, and the values of all the answers.

        Decisions whose values are unknown are omitted.
        """
        from bj.analysis.action_values import Positions
        from bj.cli.hint_budget import Budget, NotInTimeError, engine_of_hints, remedy_for_hints

        engine = engine_of_hints()
        budget = Budget(engine)
        positions = Positions(game, engine, budget)
        for (decision, answer), times in self.answers.items():
            why = CANCELLED if self._is_cancelled else "not possible with a fresh shoe"
            values = Values({}, "", is_exact=True)
            try:
                budget.begin()
                if not self._is_cancelled:
                    with interlude():
                        values = decision.values(positions)
            except BjError as error:
                why = f"{error}{remedy_for_hints(engine) if isinstance(error, NotInTimeError) else ''}"
                positions = Positions(game, engine, budget)  # a canceled search cannot be continued
            except KeyboardInterrupt:
                why, self._is_cancelled = CANCELLED, True
            if answer in values.of_answers:
                yield decision, answer, times, values
            else:
                self._left_out[why] += times
