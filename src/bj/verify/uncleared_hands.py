"""Models programs that do not clear a hand completely before the next one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from bj.cards import rank_of
from bj.catalogue.events import DEALER, PLAYER
from bj.compiler.wrong_totals import ACE
from bj.verify.positions_and_halts import KeptHand
from bj.verify.reference_game import ReferenceGame


class Kept(NamedTuple):
    """The part of a hand that a program keeps for the next one."""

    what: str
    """The name of the part, as a key in WHAT."""
    role: str
    """The role whose hands are affected: PLAYER or DEALER, or an empty string for both."""
    after: str
    """The hands after which the part is kept: ``natural``, ``bust``, or an empty string for every hand."""


WHAT = {
    "aces": "the aces of the previous hand are still counted",
    "ace": "a hand is still soft because of the previous hand",
    "cards": "the cards of the previous hand are still counted",
}
"""Sentences about what may be kept: all aces that count high, one such ace, or all cards."""

WHERE = {"": "", PLAYER: ", in the player's hand", DEALER: ", in the dealer's hand"}
AFTER = {"": "", "natural": " after a natural", "bust": " after a bust"}

HANDS_KEPT = {
    WHAT[each.what] + AFTER[each.after] + WHERE[each.role]: each
    for each in (
        *(Kept(what, role, "") for what, role in product(("aces", "ace"), WHERE)),
        *(Kept("cards", role, after) for role, after in product(("", PLAYER), AFTER)),
    )
}
"""The part of a hand that each deviation keeps. The names of these deviations are sentences."""


def kept_by(reference: ReferenceGame) -> Kept | None:
    """Return the part of each hand that the program keeps, or None if it keeps nothing."""
    return next((HANDS_KEPT[name] for name in HANDS_KEPT.keys() & reference.leeway.hooks), None)


def keep(kept: Kept, reference: ReferenceGame, held: Mapping[int, KeptHand]) -> dict[int, KeptHand]:
    """Return the parts of the hands ``held`` that remain when the next hand starts."""
    roles, target = reference.compiled.roles, reference.checked.model.rules.target
    players = [hand for person, hand in held.items() if roles[person] == PLAYER]
    naturals = any(hand.total == target and hand.cards == 2 for hand in players)
    happened = {"": True, "natural": naturals, "bust": any(hand.total > target for hand in players)}
    return {
        person: KeptHand(hand.total, hand.aces) if kept.what == "cards" else KeptHand(0, hand.aces)
        for person, hand in held.items()
        if happened[kept.after] and kept.role in ("", roles[person])
    }


def with_card(kept: Kept, reference: ReferenceGame, hand: KeptHand, card: int) -> KeptHand:
    """Add ``card`` to ``hand``, totaled as in a program that keeps ``kept``."""
    worths, target = reference.checked.pack.worths, reference.checked.model.rules.target
    low, high = min(worths[rank_of(card)]), max(worths[rank_of(card)])
    less = max(worths[ACE]) - min(worths[ACE])
    total, aces = hand.total + high, hand.aces + (high > low)
    while total > target and aces:
        total, aces = total - less, aces - 1
    return KeptHand(total, min(aces, 1) if kept.what == "ace" else aces, hand.cards + 1)
