"""Hints for a person at a terminal: what each action with the hand is worth."""

from __future__ import annotations

import sys

from bj.cards import card_code
from bj.catalogue.actions import ACTIONS
from bj.compiler.compile import Compiled
from bj.engine.view import Question, View
from bj.errors import BjError
from bj.session.plan import Plan
from bj.text.visible import make_visible


def hint(plan: Plan, compiled: Compiled, view: View) -> None:
    """Say on stderr what each legal action with the hand brings, and which ones are not legal."""
    question = view.question
    if question is not None:
        lines = [*_values(plan, compiled, view, question), *_not_legal(plan, question)]
        print("".join(f"({make_visible(line)})\n" for line in lines), end="", file=sys.stderr)


def _values(plan: Plan, compiled: Compiled, view: View, question: Question) -> list[str]:
    """The value of each action, the best one first, or why it cannot be found."""
    from bj.analysis.game import make_game
    from bj.analysis.position import find_position
    from bj.cli.progress import prepare_analysis

    codes = plan.checked.pack.codes
    cards = [card_code(held.card, codes) for held in question.hand.cards]
    upcard = view.upcard
    if upcard is None:
        return ["no hint: the dealer shows no card"]
    if len(view.hands(question.person)) > 1:
        return ["no hint: there are several hands"]
    prepare_analysis("auto")
    try:
        game = make_game(plan.checked, plan.values, fresh=True, solved=True)
        found = find_position(game, cards, card_code(upcard, codes))
    except BjError as error:
        return [f"no hint: {error}"]
    shoe = "" if game.is_endless else ", from a fresh shoe"
    heading = f"{found.hand} against {found.upcard}, worth per wager{shoe}"
    legal = {name for name, action in ACTIONS.items() if action.number in question.actions}
    return [heading, *(f"  {name}: {value:+.2%}" for name, value in found.actions.items() if name in legal)]


def _not_legal(plan: Plan, question: Question) -> list[str]:
    """The actions of the rules that may not be taken now."""
    rules = plan.checked.model.rules
    denied = [
        name
        for name, action in ACTIONS.items()
        if action.number not in question.actions and (not action.rule or rules.may_ever(action.rule))
    ]
    return [f"not allowed with this hand: {', '.join(denied)}"] if denied else []
