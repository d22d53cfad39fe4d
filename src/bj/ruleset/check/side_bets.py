"""Check the cards, limits and jackpots of side bets."""

from __future__ import annotations

import re
from decimal import Decimal

from bj.faults_and_fixes import Fix
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.model.side_bets import CARDS_OF_HANDS


@needs("side_bets")
def check_bet_cards(checking: Checking) -> None:
    """Check that a side bet does not use any card twice."""
    for name, bet in checking.ruleset.side_bets.items():
        for index, word in enumerate(bet.cards or ()):
            path = ("side_bets", name, "cards", index)
            whole = next((hand for hand, cards in CARDS_OF_HANDS.items() if word in cards), None)
            if word in bet.cards[:index]:
                checking.fault("BJ524", path, f"`{word}` is listed twice", "list it only once")
            elif whole in bet.cards:
                message = f"`{whole}` includes the card `{word}`"
                checking.fault("BJ524", path, message, f"remove `{word}` or `{whole}`")


@needs("side_bets")
def check_jackpots(checking: Checking) -> None:
    """Check that rows pay a jackpot only if the bet has one, and that at least one row pays each jackpot."""
    for name, bet in checking.ruleset.side_bets.items():
        path = ("side_bets", name)
        paid = [index for index, row in enumerate(bet.pay_table or ()) if row.jackpot is not None]
        if paid and bet.jackpot is None and checking.is_sure(*path):
            remedy = "add `jackpot = { start = 1000 }` to the bet, or remove it"
            place = (*path, "pay_table", paid[0], "jackpot")
            checking.fault("BJ210", place, "this bet has no jackpot", remedy, key=True)
        rows = ((*path, "pay_table"), *((*path, "pay_table", row) for row in range(len(bet.pay_table or ()))))
        if bet.jackpot is not None and not paid and all(checking.is_sure(*row) for row in rows):
            remedy = 'add `jackpot = "1:1"` to a row of the pay table, or remove it'
            checking.fault("BJ210", (*path, "jackpot"), "no row pays this jackpot", remedy, key=True)


@needs("side_bets")
def check_limits(checking: Checking) -> None:
    """Check that a side bet has either a fixed amount or limits, and that the smaller limit comes first."""
    for name, bet in checking.ruleset.side_bets.items():
        path = ("side_bets", name)
        if bet.between is None:
            continue
        if "wager" in bet.model_fields_set:
            message = "`wager` has no effect with `between`"
            checking.fault("BJ210", (*path, "wager"), message, "remove one of them", key=True)
        low, high = map(literal_amount, bet.between)
        if low is not None and high is not None and low > high:
            message, order = (
                "the upper bound comes before the lower bound",
                Fix(f"[{bet.between[1]}, {bet.between[0]}]"),
            )
            checking.fault("BJ209", (*path, "between"), message, order)
        elif high is not None and high <= 0:
            message, remedy = "no amount above 0 is possible", "raise the upper limit, as in `[1, 25]`"
            checking.fault("BJ205", (*path, "between", 1), message, remedy)


def literal_amount(text: str) -> Decimal | None:
    """Return the amount of money if ``text`` is a plain number, or None for any other expression."""
    return Decimal(text) if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text) else None
