"""Check the table rules: house rules, payouts, a rotating bank, and the upcard."""

from __future__ import annotations

from collections.abc import Iterator
from re import fullmatch

from bj.faults_and_fixes import KeyPath
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.documents import RIVALS
from bj.ruleset.expressions.tree import names_used
from bj.ruleset.model.rules_and_payouts import Charlie
from bj.ruleset.suggestions import shorten

AGAIN = {
    "hit": ("hit", "doubled = true"),
    "double": ("doubled again", "times = 2"),
    "surrender": ("surrendered", "doubled = true"),
}
"""Actions that are usually illegal for a doubled hand, each with a phrase for messages and the key that
allows the action.
"""


@needs("dealer", "shoe")
def check_rivals(checking: Checking) -> None:
    """Check that no section sets the same rule in two ways."""
    for section, word, other in RIVALS:
        holder = getattr(checking.ruleset, section)
        if holder and {word, other} <= holder.model_fields_set:
            message = f"`{word}` and `{other}` cannot be combined"
            remedy = "remove one of them"
            if section == "dealer":
                draws = f"{checking.ruleset.dealer.draws} or soft and total == 17"
                is_hit = checking.ruleset.dealer.hits_soft_17
                remedy = (
                    f'remove it, and write `draws = "{draws}"`'
                    if is_hit
                    else "remove it: `draws` already decides"
                )
            checking.fault("BJ210", (section, word), message, remedy, key=True)


@needs("rules", "payouts")
def check_charlie(checking: Checking) -> None:
    """Check that the keys of a charlie do not contradict each other, and that its payout is set only once."""
    charlie = checking.ruleset.rules.charlie
    if not isinstance(charlie, Charlie) or not checking.is_sure("rules", "charlie"):
        return
    path = ("rules", "charlie")
    if not charlie.after_split and not charlie.at_once:
        message = "only a charlie that wins at once can exclude hands from splits"
        checking.fault(
            "BJ210", (*path, "after_split"), message, "add `at_once = true`, or remove it", key=True
        )
    if charlie.dealer and charlie.at_once:
        message = "`dealer` has no effect if a charlie wins at once"
        checking.fault("BJ210", (*path, "dealer"), message, "remove one of the two", key=True)
    if (charlie.pays or charlie.at_once) and "charlie" in checking.ruleset.payouts.bonuses:
        message = "the bonus `charlie` already sets the payout for a charlie"
        checking.fault("BJ210", path, message, "remove one of the two", key=True)


@needs("rules")
def check_doubled(checking: Checking) -> None:
    """Check that conditions use `doubled` only where a rule allows doubled hands."""
    for rule, (doing, key) in AGAIN.items():
        if checking.ruleset.rules.allows_doubled(rule):
            continue
        written = checking.ruleset.rules.written(rule)
        path: KeyPath = ("rules", rule) if isinstance(written, str) else ("rules", rule, "when")
        expression = checking.expressions.get(path)
        if expression is not None and "doubled" in names_used(expression):
            message = f"`doubled` is always 0 here: a doubled hand is not {doing}"
            remedy = f"to allow that, write `{rule} = {{ {key} }}`"
            checking.fault("BJ213", path, message, f"{remedy}; otherwise remove `doubled`")


@needs("payouts", "rules", "dealer")
def check_payouts(checking: Checking) -> None:
    """Check that the totals for ties and pushes are valid, and that surrender costs at most the wager.

    Only hands that do not bust can tie. Totals in `push_on` must be busts.
    """
    payouts = checking.ruleset.payouts
    is_sure = checking.is_sure("rules", "target")
    target = checking.ruleset.rules.target
    for total in payouts.tied_totals:
        if not fullmatch("[1-9][0-9]?", total) or (is_sure and int(total) > target):
            message = f"hands cannot tie at a total of `{shorten(total)}`"
            remedy = f"write a total up to {target}" if is_sure else "write a total such as `17`"
            checking.fault("BJ205", ("payouts", "tied_totals", total), message, remedy, key=True)
    push_on = checking.ruleset.dealer.push_on
    if push_on is not None and is_sure and push_on <= target:
        message = f"the dealer does not bust at {push_on}"
        checking.fault("BJ205", ("dealer", "push_on"), message, f"write {target + 1} or more")
    lost, out_of = map(int, payouts.surrender.split(":"))
    if not 0 < lost <= out_of:
        message = f"a surrender cannot cost {payouts.surrender} of the wager"
        checking.fault("BJ205", ("payouts", "surrender"), message, 'write a fraction, such as `"1:2"`')


REMEDY = "remove it, or remove the step `pass bank`"


@needs("procedure", "dealer", "players")
def check_bank(checking: Checking) -> None:
    """Check that no rule needs a permanent dealer or several spots per player if the bank rotates."""
    ruleset = checking.ruleset
    if not ruleset.bank_goes_round:
        return
    if ruleset.tournament is not None:
        message = "the bank cannot rotate in a tournament, where a team deals"
        checking.fault("BJ715", ("tournament",), message, REMEDY, key=True)
    dealer = ruleset.dealer
    is_given = {
        "bankroll": str(dealer.bankroll) != "0",
        "reactions": bool(dealer.reactions),
        "powers": bool(dealer.powers),
    }
    for key in (key for key, given in is_given.items() if given):
        message = f"the dealer has no `{key}` if the bank rotates: each player deals in turn"
        checking.fault("BJ715", ("dealer", key), message, REMEDY, key=True)
    for index, player in enumerate(ruleset.players):
        if player.spots > 1:
            message = "players have only one hand if the bank rotates"
            checking.fault("BJ715", ("players", index, "spots"), message, REMEDY, key=True)
    for name, power in (ruleset.powers or {}).items():
        if power.shared is not None:
            message = (
                "no `memory` can be shared if the bank rotates: a player has no powers while holding the bank"
            )
            checking.fault("BJ715", ("powers", name, "shared"), message, REMEDY, key=True)
    for path, reaction in ruleset.all_reactions():
        if reaction.do == "replay hand":
            message = "no hand can be replayed after the bank has passed"
            checking.fault("BJ715", (*path, "do"), message, REMEDY)


@needs("procedure")
def check_upcard(checking: Checking) -> None:
    """Check that nothing depends on the upcard if the dealer gets no face-up card."""
    if "dealer up" in checking.ruleset.procedure.deal or not checking.is_sure("procedure", "deal"):
        return
    for path in _dependent_parts(checking):
        message = f"`{'.'.join(map(str, path))}` depends on the upcard, but the dealer has none"
        remedy = 'add `"dealer up"`, or use rules that do not need the upcard'
        checking.fault("BJ712", ("procedure", "deal"), message, remedy, key=True)
        return


def _dependent_parts(checking: Checking) -> Iterator[KeyPath]:
    """Yield the path of each part that needs an upcard: a chart, an expression, a side bet or a reaction."""
    for name, strategy in (checking.ruleset.strategies or {}).items():
        for key, chart in (("chart", strategy.chart), ("switch", strategy.switch)):
            if chart and any(len(set(text.split())) > 1 for text in chart.rows.values()):
                yield ("strategies", name, key)
    for path, expression in checking.expressions.items():
        if {"upcard", "upcard_rank", "upcard_suit"} & names_used(expression):
            yield path
    for name, bet in (checking.ruleset.side_bets or {}).items():
        if {"upcard", "hole card"} & {*bet.cards}:
            yield ("side_bets", name, "cards")
    for path, reaction in checking.ruleset.all_reactions():
        if reaction.do == "exchange card" and not reaction.has_partner:
            yield path
