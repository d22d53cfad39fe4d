"""Coaching: at the end of a game, what the mistakes of the people who played cost."""

from __future__ import annotations

import sys
from collections import Counter
from typing import NamedTuple

from bj.cards import card_code
from bj.catalogue.actions import ACTIONS
from bj.engine.view import Kind, View
from bj.errors import BjError
from bj.session.plan import Plan
from bj.text.numbers import count_of
from bj.text.visible import make_visible

NAMES = {action.number: name for name, action in ACTIONS.items()}


class _Act(NamedTuple):
    """What somebody has done with a hand."""

    cards: tuple[str, ...]
    upcard: str
    hands: int
    """How many hands there were, from splits."""
    legal: frozenset[str]
    action: str


class Coach:
    """Remembers what people do with their hands, and finds out what it was worth."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._acts: Counter[_Act] = Counter()
        self._left_out: Counter[str] = Counter()
        """Decisions that are not looked at, by the reason."""

    def note(self, view: View, answer: int) -> None:
        """Remember the ``answer`` to the open question."""
        question, upcard, codes = view.question, view.upcard, self._plan.checked.pack.codes
        if question is None or question.kind != Kind.ACTION or answer not in NAMES:
            return
        if upcard is None:
            self._left_out["the dealer shows no card"] += 1
        elif question.hand.is_doubled:
            self._left_out["the hand was doubled"] += 1
        else:
            cards = tuple(card_code(held.card, codes) for held in question.hand.cards)
            hands = len(view.hands(question.person))
            legal = frozenset(NAMES[action] for action in question.actions)
            self._acts[_Act(cards, card_code(upcard, codes), hands, legal, NAMES[answer])] += 1

    def tell(self) -> None:
        """Say on stderr what each mistake cost, the dearest first."""
        lines = self._lines() if self._acts else []
        lines += [
            f"{count_of(times, 'decision')} not looked at: {why}" for why, times in self._left_out.items()
        ]
        lines = lines or ["no decisions to coach"]
        print("".join(f"({make_visible(line)})\n" for line in lines), end="", file=sys.stderr)

    def _lines(self) -> list[str]:
        """What was done otherwise than best, and what it cost."""
        from bj.analysis.game import make_game
        from bj.analysis.position import Positions

        try:
            game = make_game(self._plan.checked, self._plan.values, fresh=True, solved=True)
            positions = Positions(game)
            costs = []
            for act, times in self._acts.items():
                values = positions.find(act.cards, act.upcard, act.hands).actions
                best = max(act.legal & values.keys(), key=lambda name: values[name])
                costs.append((values[best] - values[act.action], times, act, best))
        except BjError as error:
            return [f"no coaching: {error}"]
        mistakes = sorted((each for each in costs if each[0] > 0), key=lambda each: -each[0] * each[1])
        shoe = "" if game.is_endless else ", from a fresh shoe"
        lost = sum(cost * times for cost, times, _, _ in mistakes)
        made, all_of = sum(times for _, times, _, _ in mistakes), self._acts.total()
        share = f"{count_of(made, 'mistake')} in {count_of(all_of, 'decision')}"
        lines = [f"{share}, costing {lost:.2%} of a wager{shoe}"]
        for cost, times, act, best in mistakes:
            often = f", {times} times" if times > 1 else ""
            hand = f"{' '.join(act.cards)} against {act.upcard}"
            lines.append(f"  {hand}: {act.action} instead of {best}, {cost:.2%}{often}")
        return lines
