"""Advice on payouts."""

from __future__ import annotations

from bj.ruleset.advice.advising import Advising


def advise_money(advising: Advising) -> None:
    """Every payout is paid, and its rounding is specified."""
    _advise_naturals(advising)
    _advise_rounding(advising)


def _advise_naturals(advising: Advising) -> None:
    """A payout for naturals has a step that pays it."""
    if "natural" in advising.model.payouts.model_fields_set and not advising.model.pays_naturals:
        message = "this is never paid: the procedure has no step `pay naturals`"
        remedy = 'add the step `"pay naturals"` after `"deal"`, or remove `payouts.natural`'
        places = [(("payouts", "natural"), False), (("procedure", "hand"), True)]
        advising.note_first("BJ918", places, message, remedy)


def _advise_rounding(advising: Advising) -> None:
    """A payout that may need rounding says how."""
    payouts = advising.model.payouts
    if "rounding" in payouts.model_fields_set:
        return
    paid = {"win": "a win"} | ({"natural": "a natural"} if advising.model.pays_naturals else {})
    for key, what in paid.items():
        numerator, denominator = (int(part) for part in getattr(payouts, key).split(":"))
        if numerator % denominator:
            ratio = getattr(payouts, key)
            message = f"{what} pays {ratio}, not always a whole amount, and `rounding` is missing"
            remedy = 'add `rounding = "down"`, "up" or "nearest" under [payouts]'
            advising.note_first("BJ931", [(("payouts", key), False), (("payouts",), True)], message, remedy)
            return
