"""Explains to players why an action is not legal."""

from __future__ import annotations

from bj.catalogue.actions import ACTIONS
from bj.catalogue.house_rules import ALLOWANCES
from bj.compiler.compile import Compiled
from bj.compiler.formulas import compile_expression
from bj.describe.rules.expressions_in_words import Phrases
from bj.engine.face.view import View
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import operands


def reason_against(checked: Checked, compiled: Compiled, view: View, action: str) -> str:
    """Return the reason why ``action`` is not legal for the hand in the current question.

    The reason is a clause that can follow a colon. It states the first condition in the ruleset that is not
    met.
    """
    question, row = view.question, ACTIONS[action]
    key = row.rule
    if question is None or checked.model.rules.condition(key) is None:
        return f"the rules do not allow {ALLOWANCES[key].doing}"
    condition = checked.expressions["rules", key]
    is_once = (ALLOWANCES[key].once or action == "hit") and not checked.model.rules.allows_doubled(key)
    if question.hand.is_doubled and is_once:
        return "the hand has been doubled"
    for part in operands(condition, "and"):
        formula = compile_expression(part, compiled.names, 10**compiled.decimals)
        if not view.holds(formula):
            clause = Phrases(checked).clause(part, Place.RULE)
            return f"only when {clause or f'`{checked.model.rules.condition(key)}`'}"
    if action == "split" and len(question.hand.cards) != 2:
        return "only a hand of two cards can be split"
    if action in ("double", "split") and not view.can_raise(row.number):
        return "there is not enough money left"
    return "the table has no room for another hand"
