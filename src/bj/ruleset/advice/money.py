"""Advice on payouts."""

from __future__ import annotations

from bj.ruleset.advice.advising import Advising


def advise_money(advising: Advising) -> None:
    """Every payout is paid, and nothing of it is lost in silence."""
    _advise_naturals(advising)
    _advise_rounding(advising)


def _advise_naturals(advising: Advising) -> None:
    """A natural that has a payout of its own is paid."""
    if "natural" in advising.model.payouts.model_fields_set and "pay naturals" not in advising.step_names:
        message = "this is never paid: the procedure has no step `pay naturals`"
        remedy = 'add the step `"pay naturals"` after `"deal"`, or remove `payouts.natural`'
        places = [(("payouts", "natural"), False), (("procedure", "hand"), True)]
        advising.note_first("BJ918", places, message, remedy)


def _advise_rounding(advising: Advising) -> None:
    """Where a payout loses part of a chip, the ruleset says so."""
    payouts = advising.model.payouts
    if "rounding" in payouts.model_fields_set:
        return
    paid = ["win"] + (["natural"] if "pay naturals" in advising.step_names else [])
    for key in paid:
        numerator, denominator = (int(part) for part in getattr(payouts, key).split(":"))
        if numerator % denominator:
            ratio = getattr(payouts, key)
            message = f"{ratio} does not always pay a whole amount, and nothing says how it is rounded"
            remedy = 'add `rounding = "down"`, "up" or "nearest" under [payouts]'
            advising.note_first("BJ931", [(("payouts", key), False), (("payouts",), True)], message, remedy)
            return
