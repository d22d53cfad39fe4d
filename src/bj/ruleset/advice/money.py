"""Advice on payouts."""

from __future__ import annotations

from bj.ruleset.advice.advising import Advising


def advise_money(advising: Advising) -> None:
    """Where a payout loses part of a chip, the ruleset says so."""
    payouts = advising.model.payouts
    if "rounding" in payouts.model_fields_set:
        return
    paid = ["win"] + (["natural"] if "pay naturals" in advising.step_names() else [])
    for key in paid:
        numerator, denominator = (int(part) for part in getattr(payouts, key).split(":"))
        if numerator % denominator:
            ratio = getattr(payouts, key)
            message = f"{ratio} does not always pay a whole amount, and nothing says how it is rounded"
            remedy = 'add `rounding = "down"`, "up" or "nearest" below [payouts]'
            advising.note_first("BJ931", [(("payouts", key), False), (("payouts",), True)], message, remedy)
            return
