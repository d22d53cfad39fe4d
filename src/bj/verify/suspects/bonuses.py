"""Bonuses: hands of some total or number of cards that win more or less than others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bj.errors import KeyPath
from bj.verify.changes import Change, put
from bj.verify.mismatch import CARDS_SHOWN, Mismatch

BONUS: KeyPath = ("payouts", "bonuses", "shown")


def other_bonuses(mismatch: Mismatch) -> Iterator[Change]:
    """Hands like the paid one win the amount in the line; others win the right amount."""
    person, target = mismatch.player, mismatch.book.model.rules.target
    own = [event for event in mismatch.halt.before if event.person == person]
    total = mismatch.total_of(person)
    cards = max(sum(event.key in CARDS_SHOWN for event in own), *(len(event.cards or ()) for event in own), 0)
    conditions: list[tuple[str, str]] = []
    if total == target and cards == 2:
        conditions.append(("natural", f"total == {target} and cards == 2"))
    if total is not None:
        conditions += [("win", f"total == {total}"), ("win", f"total >= {total}")]
    if cards > 1:
        conditions += [("win", f"cards == {cards}"), ("win", f"cards >= {cards}")]
    for pays in dict.fromkeys(each for each in mismatch.brought if each >= 0):
        for key, when in conditions:
            value = {"when": when, "pays": f"{pays.numerator}:{pays.denominator}"}
            rule, message = ("payouts", key), "some hands win more or less than others"
            yield Change(
                f"bonus {value}", "payout", rule, message, data=partial(put, path=BONUS, value=value)
            )
