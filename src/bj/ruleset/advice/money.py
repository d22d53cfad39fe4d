"""Advice on payouts and wagers, and on side bets that no player makes."""

from __future__ import annotations

from collections.abc import Iterator

from bj.catalogue.house_rules import SIT_OUT
from bj.faults_and_fixes import KeyPath
from bj.ruleset.advice.advice_state import Advising
from bj.ruleset.expression_ranges import find_interval
from bj.ruleset.expressions import tree
from bj.ruleset.expressions.tree import Expression
from bj.ruleset.model.rules_and_payouts import read_ratio

LIMITS = ("minimum_wager", "maximum_wager")


def advise_money(advising: Advising) -> None:
    """Check that naturals can be paid, that payouts can be rounded, and that wagers are within the limits."""
    _advise_naturals(advising)
    _advise_rounding(advising)
    _advise_wagers(advising)


def _advise_wagers(advising: Advising) -> None:
    """Check that no strategy wagers less than the minimum in some hands, or always more than the maximum."""
    unit, expressions = 10**advising.model.money.decimals, advising.checked.expressions
    arguments = advising.model.arguments.items()
    known = {name: (each.between[0], each.between[1]) for name, each in arguments if each.between}
    limits = {
        key: find_interval(expressions["rules", key], known, unit)
        for key in LIMITS
        if ("rules", key) in expressions
    }
    known["minimum"] = limits["minimum_wager"]
    for name in advising.model.strategies:
        path: KeyPath = ("strategies", name, "wager")
        if path not in expressions:
            continue
        least, most = find_interval(expressions[path], known, unit)
        if not advising.model.rules.has_wagers:
            if least > 0:
                message = f"`{name}` has a wager, but this game has no wagers: `minimum_wager` is 0"
                advising.note("BJ946", path, message, "remove it, or write a larger `minimum_wager`")
            continue
        for key, (lowest, highest) in limits.items():
            is_less = key == "minimum_wager"
            if most < lowest if is_less else least > highest:
                message = (
                    f"`{name}` always wagers {'less' if is_less else 'more'} than `{key}`: the game stops"
                )
                remedy = f"write `minimum` as its wager, or change `{key}` under [rules]"
                advising.note_first("BJ946", [(path, False), (("rules", key), False)], message, remedy)
        lowest, _ = limits["minimum_wager"]
        may_stop = most >= lowest and not advising.model.rules.has(SIT_OUT)
        values = _values_of(expressions[path]) if may_stop else ()
        if any(find_interval(each, known, unit)[1] < lowest for each in values):
            message = f"`{name}` wagers less than `minimum_wager` in some hands: the game stops"
            remedy = "write `minimum` there, or `sit_out = true` under [rules] if other players keep playing"
            advising.note("BJ946", path, message, remedy)


def _values_of(wager: Expression) -> Iterator[Expression]:
    """Yield each expression that can determine the wager.

    A conditional that depends on the bankroll is not split, because one of its branches may never be used.
    """
    match wager:
        case tree.ToMoney(operand):
            yield from map(tree.ToMoney, _values_of(operand))
        case tree.Conditional(condition, yes, no) if "bankroll" not in tree.names_used(condition):
            yield from _values_of(yes)
            yield from _values_of(no)
        case _:
            yield wager


def _advise_naturals(advising: Advising) -> None:
    """Check that the procedure has a step that pays naturals, if the ruleset sets a payout for them."""
    if "natural" in advising.model.payouts.model_fields_set and not advising.model.pays_naturals:
        message = "this is never paid, because the procedure has no step `pay naturals`"
        remedy = (
            'add the step `"pay naturals"` after `"deal"`, or remove `payouts.natural`; if it is inherited, '
            'write `without = ["payouts.natural"]` under [ruleset]'
        )
        places = [(("payouts", "natural"), False), (("procedure", "hand"), True)]
        advising.note_first("BJ918", places, message, remedy)


def _advise_rounding(advising: Advising) -> None:
    """Check that the ruleset says how to round, if a payout can be a fraction of a unit."""
    payouts = advising.model.payouts
    if "rounding" in payouts.model_fields_set:
        return
    paid = {"win": "a win"} | ({"natural": "a natural"} if advising.model.pays_naturals else {})
    for key, what in paid.items():
        ratio = getattr(payouts, key)
        if read_ratio(ratio).denominator > 1:
            message = f"{what} pays {ratio}, which is not always a whole amount, but `rounding` is missing"
            remedy = 'add `rounding = "down"`, "up" or "nearest" under [payouts]'
            advising.note_first("BJ931", [(("payouts", key), False), (("payouts",), True)], message, remedy)
            return


def advise_side_bets(advising: Advising) -> None:
    """Check that each side bet is offered, and that at least one player makes it."""
    bets = advising.model.side_bets
    made = {name for key in advising.played for name in advising.checked.strategies[key].side_bets or {}}
    for name, bet in bets.items():
        place: KeyPath = ("side_bets", name)
        if "take side bets" not in advising.step_names:
            message, remedy = f"`{name}` is never offered", 'add the step `"take side bets"`, or remove it'
            advising.note("BJ926", place, message, remedy, key=True)
        elif name not in made and "side_bet" not in advising.asked():
            message = f"no player bets on `{name}`"
            remedy = f"add `side_bets = {{ {name} = true }}` to a strategy, or remove it"
            advising.note("BJ926", place, message, remedy, key=True)
        if bet.wager.removeprefix("-").isdecimal() and int(bet.wager) <= 0:
            message = f"a wager of {bet.wager} is never made"
            advising.note("BJ926", (*place, "wager"), message, "write an amount of at least 1")
