"""Advice on rows and rules that never apply, actions that are not allowed, and house rules without effect."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from bj.catalogue.actions import ACTIONS, PASSED_OVER, PLAYS
from bj.catalogue.house_rules import ALLOWANCES, RULES, STAND_ON_TARGET
from bj.faults_and_fixes import KeyPath
from bj.ruleset.advice.advice_state import Advising, depends_on_luck
from bj.ruleset.allowed_names_by_place import NAMES, Place
from bj.ruleset.charts import find_narrowest, is_pair_row, read_row_name
from bj.ruleset.expressions import tree
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import Expression, ValueKind, evaluate_expression
from bj.ruleset.model import Ruleset, Strategy
from bj.ruleset.model.allowances import Double
from bj.ruleset.model.house_rule_reading import OF_TOTALS, condition_of_totals
from bj.ruleset.model.index_plays import hand_of
from bj.ruleset.pack import pack_of
from bj.ruleset.possible_hands import hands_of_powers, possible_hands

MOST_SITUATIONS = 20_000
"""The maximum number of combinations of situations and rules for an exhaustive check."""

Situation: TypeAlias = dict[str, int]
"""Maps names to their values when a player has to decide. A partial situation lacks some names."""


def advise_unreachable(advising: Advising) -> None:
    """Check that every part of each strategy, and every house rule, has an effect."""
    for name, strategy in advising.model.strategies.items():
        if strategy.chart is not None:
            _advise_rows(advising, name, strategy)
        _advise_indices(advising, name, strategy)
        if strategy.rules:
            _advise_rules(advising, name, strategy)
        _advise_actions(advising, name, strategy)
    _advise_house_rules(advising)
    _advise_totals(advising)
    _advise_steps(advising)
    _advise_peek(advising)


def _advise_indices(advising: Advising, name: str, strategy: Strategy) -> None:
    """Check that each index play is for a possible hand."""
    possible = possible_hands(advising.model) | hands_of_powers(advising.model)
    for key in strategy.indices or {}:
        hand = hand_of(key)
        if hand is not None and hand not in possible:
            message = f"with these cards, no hand matches `{key}`"
            advising.note("BJ911", ("strategies", name, "indices", key), message, "remove the line", key=True)


def _advise_rows(advising: Advising, name: str, strategy: Strategy) -> None:
    """Check that each chart row is for a possible hand."""
    possible = possible_hands(advising.model) | hands_of_powers(advising.model)
    rows = [row for row in strategy.chart.rows if not is_pair_row(row)] if strategy.chart else ()
    covered = {row: read_row_name(row, (), advising.model.highest_target, []) for row in rows}
    deciding = set(find_narrowest(covered).values())
    for row, hands in covered.items():
        path: KeyPath = ("strategies", name, "chart", "rows", row)
        if possible.isdisjoint(hands):
            message = f"with these cards, no hand matches the row `{row}`"
            advising.note("BJ911", path, message, "remove the row", key=True)
        elif row not in deciding:
            message = f"narrower rows cover every hand in `{row}`"
            remedy = "remove the row; to drop inherited ones, write `without` under [ruleset]"
            advising.note("BJ911", path, message, remedy, key=True)


def _situations(model: Ruleset, conditions: Sequence[Expression]) -> list[Situation]:
    return _join(_parts_of_situations(model, conditions))


def _join(parts: Sequence[Sequence[Situation]]) -> list[Situation]:
    return [hand | upcard | cards for hand, upcard, cards in product(*parts)]


def _parts_of_situations(model: Ruleset, conditions: Sequence[Expression]) -> list[list[Situation]]:
    """Return three lists: the possible hands, the possible upcards, and the possible numbers of cards.

    A list has only one item if the conditions do not depend on the values in it.
    """
    names = frozenset().union(*(tree.names_used(condition) for condition in conditions))
    pack = pack_of(model.cards)
    dealt = sum(entry.startswith("player") for entry in model.procedure.deal)
    hands = frozenset({(False, model.rules.target)})
    if names & {"soft", "total"}:
        hands = possible_hands(model) | hands_of_powers(model)
    upcards = sorted({pack.worths[rank][1] for rank in pack.ranks})
    most = model.highest_target if "cards" in names else dealt
    return [
        [{"soft": int(soft), "total": total} for soft, total in sorted(hands)],
        [{"upcard": upcard} for upcard in (upcards if "upcard" in names else upcards[:1])],
        [{"cards": cards} for cards in range(dealt, most + 1)],
    ]


def _advise_rules(advising: Advising, name: str, strategy: Strategy) -> None:
    """Check that every rule can apply, and that the rules leave some hands to the chart."""
    rules = strategy.rules or []
    path: KeyPath = ("strategies", name, "rules")
    conditions = [advising.checked.expressions[(*path, index, "when")] for index in range(len(rules))]
    known = [
        not depends_on_luck(condition) and tree.names_used(condition) <= {"soft", "total", "upcard", "cards"}
        for condition in conditions
    ]
    reached = _find_reached(
        advising, conditions, known, [ACTIONS[rule.do].number in PASSED_OVER for rule in rules]
    )
    for index, rule in enumerate(rules):
        if not reached[index]:
            message = (
                f"this rule for `{rule.do}` never applies, because no hand is left that meets its condition"
            )
            remedy = "remove it, or move it before the rules that apply first"
            advising.note("BJ912", (*path, index), message, remedy)
    if strategy.chart is not None and not reached[-1]:
        message = "the chart is never used, because the rules decide every hand"
        advising.note(
            "BJ913", ("strategies", name, "chart"), message, "remove it, or narrow a rule", key=True
        )
    if advising.checked.strategies[name].chart is None and all(known):
        left = _find_undecided(advising, conditions)
        remedy = 'end the rules with `{ do = "stand" }`, or add a chart'
        if left:
            advising.note("BJ944", path, f"no rule covers {left}", remedy)


def _find_undecided(advising: Advising, conditions: Sequence[Expression]) -> str:
    """Describe a hand for which none of the ``conditions`` is true.

    Return an empty string if every hand satisfies a condition, if there are too many hands to examine, or if
    a condition uses the number of cards, because not every total is possible with every number of cards.
    """
    model = advising.model
    names = frozenset().union(*map(tree.names_used, conditions))
    situations = [] if "cards" in names else _situations(model, conditions)
    if len(situations) * len(conditions) > MOST_SITUATIONS:
        return ""
    for situation in situations:
        is_made = model.rules.has(STAND_ON_TARGET) and situation["total"] == model.rules.target
        if not is_made and not any(_may_hold(advising, condition, situation) for condition in conditions):
            against = f" against {situation['upcard']}" if "upcard" in names else ""
            return f"{'soft' if situation['soft'] else 'hard'} {situation['total']}{against}"
    return ""


def _find_reached(
    advising: Advising, conditions: Sequence[Expression], known: Sequence[bool], passed_over: Sequence[bool]
) -> list[bool]:
    """Return whether each rule can apply and, as the last item, whether any hand can reach the chart.

    A condition that is not ``known`` depends on more than the situation, so it may be either true or false. A
    rule that is ``passed_over`` is skipped when its action is illegal.
    """
    model = advising.model
    situations = _situations(
        model, [condition for condition, is_known in zip(conditions, known, strict=True) if is_known]
    )
    if len(situations) * len(conditions) > MOST_SITUATIONS:
        reached = [
            not is_known or _may_ever_hold(advising, condition)
            for condition, is_known in zip(conditions, known, strict=True)
        ]
        return [*reached, True]
    first = [False] * (len(conditions) + 1)
    for situation in situations:
        if all(first):
            break
        if advising.parts_left < 0:
            return [True] * len(first)
        for index, condition in enumerate(conditions):
            if not known[index]:
                first[index] = True
            elif _may_hold(advising, condition, situation):
                first[index] = True
                if not passed_over[index]:
                    break
        else:
            first[-1] = True
    return first


def _may_ever_hold(advising: Advising, condition: Expression) -> bool:
    narrowed = [
        [each for each in part if _may_hold(advising, condition, each)]
        for part in _parts_of_situations(advising.model, [condition])
    ]
    return any(_may_hold(advising, condition, situation) for situation in _join(narrowed))


def _may_hold(advising: Advising, condition: Expression, situation: Situation) -> bool:
    """Whether ``condition`` can be true in ``situation``, which may be partial.

    Operands with names that are not in ``situation`` are assumed to be true. So are all operands once
    MOST_PARTS parts have been evaluated.
    """
    return all(
        _may_operand_hold(advising, operand, names, situation)
        for operand, names in _operands(condition)
        if situation.keys() >= names
    )


@tree.once_per_tree
def _operands(condition: Expression) -> Sequence[tuple[Expression, frozenset[str]]]:
    """Split ``condition`` at each `and`. Return each operand together with the names that it uses."""
    return [(operand, tree.names_used(operand)) for operand in tree.operands(condition, "and")]


def _may_operand_hold(
    advising: Advising, operand: Expression, names: frozenset[str], situation: Situation
) -> bool:
    """Whether ``operand`` is true in ``situation``, or must be assumed to be true.

    Situations with the same values for ``names`` share the result.
    """
    key = (id(operand), *[situation[name] for name in names])
    known = advising.answers.get(key)
    if known is None:
        advising.parts_left -= tree.count_parts(operand)
        known = advising.answers[key] = operand, advising.parts_left < 0 or _holds(operand, situation)
    return known[1]


def _holds(condition: Expression, situation: Situation) -> bool:
    """Whether ``condition`` is true in ``situation``. It counts as false if it divides by zero."""
    try:
        return bool(evaluate_expression(condition, situation, 1))
    except ZeroDivisionError:
        return False


def _advise_actions(advising: Advising, name: str, strategy: Strategy) -> None:
    """Check that the rules allow every action in a strategy."""
    rules = advising.model.rules
    for action in ACTIONS.values():
        if not action.rule or rules.may_ever(action.rule):
            continue
        doing = ALLOWANCES[action.rule].doing
        message = f"`{name}` would {action.name}, but the rules do not allow {doing}"
        remedy = f"write `{action.rule} = true` under [rules], or choose a different action"
        places: list[KeyPath] = [
            ("strategies", name, "chart", "rows", row)
            for row, codes in (strategy.chart.rows if strategy.chart else {}).items()
            if any(action in PLAYS[code].actions for code in codes.split())
        ]
        places += [
            ("strategies", name, "rules", index, "do")
            for index, rule in enumerate(strategy.rules or [])
            if rule.do == action.name
        ]
        if places:
            advising.note("BJ914", places[0], message, remedy)


def _advise_house_rules(advising: Advising) -> None:
    """Check that each house rule comes with the other rules that it depends on."""
    rules = advising.model.rules
    for rule in RULES.values():
        missing = [key for key in rule.without if not getattr(rules, key)]
        if rules.has(rule.bit) and missing:
            needed = " and ".join(f"`{key}`" for key in missing)
            message = f"`{rule.place}` has no effect without {needed}"
            remedy = f"write {' and '.join(f'`{key} = true`' for key in missing)} under [rules], or remove it"
            places = [(("rules", *key.split(".")), False) for key in (rule.place, *missing)]
            advising.note_first("BJ917", places, message, remedy)


def _advise_totals(advising: Advising) -> None:
    """Check that every rule for certain totals includes a total that a hand can reach."""
    rules = advising.model.rules
    for key in OF_TOTALS:
        written = rules.written(key)
        totals = written.on if isinstance(written, Double) else None
        condition = condition_of_totals(totals) if totals else written
        if not isinstance(condition, str) or advising.parts_left < 0:
            continue
        parsed = parse_expression(condition, NAMES[Place.RULE], ValueKind.BOOLEAN) if totals else None
        expression = parsed or advising.checked.expressions["rules", key]
        is_known = tree.names_used(expression) <= {"soft", "total"} and not depends_on_luck(expression)
        if is_known and not _may_ever_hold(advising, expression):
            message = f"no hand has such a total, so {ALLOWANCES[key].doing} is never allowed"
            remedy = f"write totals up to {advising.model.rules.target}, or `{key} = false`"
            path: KeyPath = ("rules", key, "on") if totals else ("rules", key)
            advising.note_first("BJ917", [(path, False), (("rules", key), False)], message, remedy)


def _advise_steps(advising: Advising) -> None:
    """Check that the procedure has the steps that betting and the allowances need."""
    rules = advising.model.rules
    needed = [
        (row.doing, row.step, row.place)
        for row in ALLOWANCES.values()
        if row.step and rules.condition(row.key) is not None
    ]
    if rules.betting is not None:
        needed.append(("betting", "betting round", "betting"))
    for doing, step, place in needed:
        if step not in advising.step_names:
            message = f"{doing} has no effect, because the procedure has no step `{step}`"
            remedy = f'add the step `"{step}"` after `deal`, or remove the rule'
            path: KeyPath = ("rules", place)
            advising.note_first("BJ917", [(path, False), (("procedure", "hand"), True)], message, remedy)


def _advise_peek(advising: Advising) -> None:
    """Check that the dealer has a second card to peek at."""
    dealt = sum(entry.startswith("dealer") for entry in advising.model.procedure.deal)
    if (
        "peek" in advising.step_names
        and advising.model.rules.condition("hole_card") is not None
        and dealt < 2
    ):
        message = "the dealer has no second card to peek at"
        remedy = 'add `"dealer down"` to `deal`, or remove the step `"peek"`'
        places: list[tuple[KeyPath, bool]] = [(("procedure", "deal"), False), (("rules", "hole_card"), False)]
        advising.note_first("BJ917", places, message, remedy)
