"""Computes the exact value of each answer in a game, if the game can be analyzed."""

from __future__ import annotations

from bj.analysis.action_values import Positions
from bj.analysis.exact_game import make_game
from bj.analysis.valued_decision import VALUED, decision_about
from bj.engine.face.view import Kind, View
from bj.errors import BjError
from bj.session.game_plan import Plan


class Valuer:
    """Computes the value of each answer, in wagers, for a hand that is dealt from a fresh shoe."""

    def __init__(self, plan: Plan) -> None:
        self._codes = plan.checked.pack.codes
        self._positions = Positions(make_game(plan.checked, plan.values, fresh=True, solved=True))
        self._known: dict[object, dict[int, float]] = {}

    def values(self, view: View) -> dict[int, float]:
        """Return the value of each legal action for the current hand, or an empty dict if unknown."""
        question = view.question
        if question is None or question.kind != Kind.ACTION or question.kind not in VALUED:
            return {}
        try:
            decision = decision_about(view, question, self._codes)
            if decision not in self._known:
                self._known[decision] = dict(decision.values(self._positions).of_answers)
        except BjError:
            return {}
        return self._known[decision]
