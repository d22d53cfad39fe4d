"""Checks of payouts for particular totals, and of the cost of surrender."""

from __future__ import annotations

from re import fullmatch

from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.suggestions import shorten


@needs("payouts", "rules", "dealer")
def check_payouts(checking: Checking) -> None:
    """Tied totals can stand, `push_on` busts, and surrender costs at most the wager."""
    payouts = checking.ruleset.payouts
    is_sure = checking.is_sure("rules", "target")
    target = checking.ruleset.rules.target
    for total in payouts.tied_totals:
        if not fullmatch("[1-9][0-9]?", total) or (is_sure and int(total) > target):
            message = f"`{shorten(total)}` is not a total with which hands tie"
            remedy = f"write a total up to {target}" if is_sure else "write a total such as `17`"
            checking.fault("BJ205", ("payouts", "tied_totals", total), message, remedy, key=True)
    push_on = checking.ruleset.dealer.push_on
    if push_on is not None and is_sure and push_on <= target:
        message = f"the dealer does not bust with {push_on}"
        checking.fault("BJ205", ("dealer", "push_on"), message, f"write {target + 1} or more")
    lost, out_of = map(int, payouts.surrender.split(":"))
    if not 0 < lost <= out_of:
        message = f"surrendering cannot cost {payouts.surrender} of the wager"
        checking.fault("BJ205", ("payouts", "surrender"), message, 'write a part of it, such as `"1:2"`')
