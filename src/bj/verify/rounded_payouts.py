"""Finds hands whose payouts had to be rounded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from bj.catalogue.events import EVENTS
from bj.compiler.compile import Compiled
from bj.compiler.settlement import Ratio, payouts_in
from bj.record.events import Event
from bj.verify.deviation_names import AS_SHOWN

ROUNDS = frozenset(("rounds",))
"""A pseudo-event for hands in which a payout is rounded."""


def broken_payouts(compiled: Compiled, hooks: Collection[str] = ()) -> Mapping[str, Collection[Ratio]]:
    """Return the payouts that may result in fractions, by the event that settles the hand.

    Payouts that deviations in ``hooks`` take from the transcript are left out.
    """
    ratios = payouts_in(compiled.program)
    broken = {
        key: {each for each in ratios[event.code] if each[0] % each[1]}
        for key, event in EVENTS.items()
        if event.code in ratios and AS_SHOWN.get(key) not in hooks
    }
    return {key: each for key, each in broken.items() if each}


def rounds(events: Iterable[Event], payouts: Mapping[str, Collection[Ratio]]) -> bool:
    """Return whether one of ``payouts``, applied to a wager in ``events``, results in a fraction."""
    wagers: dict[int | None, int] = {}
    for event in events if payouts else ():
        if event.key == "player_bets" and event.wager is not None:
            wagers[event.person] = event.wager
        for times, of in payouts.get(event.key, ()):
            wager = {wagers[event.person]} if event.person in wagers else {*wagers.values()}
            if any(times * each % of for each in wager):
                return True
    return False
