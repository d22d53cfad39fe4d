"""Checks of payouts that are for particular totals, and of what surrendering costs."""

from __future__ import annotations

from re import fullmatch

from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.suggestions import shorten


@needs("side_bets")
def check_meters(checking: Checking) -> None:
    """A row that pays from a meter has one, and a meter is paid by some row."""
    for name, bet in checking.ruleset.side_bets.items():
        path = ("side_bets", name)
        paid = [index for index, row in enumerate(bet.pay_table or ()) if row.meter is not None]
        if paid and bet.meter is None and checking.is_sure(*path):
            remedy = "add `meter = { start = 1000 }` to the bet, or remove it"
            place = (*path, "pay_table", paid[0], "meter")
            checking.fault("BJ210", place, "this bet has no meter", remedy, key=True)
        if bet.meter is not None and not paid and checking.is_sure(*path, "pay_table"):
            remedy = 'add `meter = "1:1"` to a row of the pay table, or remove it'
            checking.fault("BJ210", (*path, "meter"), "no row pays this meter", remedy, key=True)


@needs("payouts", "rules")
def check_payouts(checking: Checking) -> None:
    """Ties are of totals that stand, the dealer ties by busting, and surrendering costs the wager at most."""
    payouts = checking.ruleset.payouts
    is_sure = checking.is_sure("rules", "target")
    target = checking.ruleset.rules.target
    for total in payouts.tied_totals:
        if not fullmatch("[1-9][0-9]?", total) or (is_sure and int(total) > target):
            message = f"`{shorten(total)}` is not a total with which hands tie"
            remedy = f"write a total up to {target}" if is_sure else "write a total such as `17`"
            checking.fault("BJ205", ("payouts", "tied_totals", total), message, remedy, key=True)
    if payouts.dealer_bust_push is not None and is_sure and payouts.dealer_bust_push <= target:
        message = f"the dealer does not bust with {payouts.dealer_bust_push}"
        checking.fault("BJ205", ("payouts", "dealer_bust_push"), message, f"write {target + 1} or more")
    lost, out_of = map(int, payouts.surrender.split(":"))
    if not 0 < lost <= out_of:
        message = f"surrendering cannot cost {payouts.surrender} of the wager"
        checking.fault("BJ205", ("payouts", "surrender"), message, 'write a part of it, such as `"1:2"`')
