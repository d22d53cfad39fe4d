"""Rules by the names that other games and programs have for them, and how a ruleset says them."""

from __future__ import annotations

from collections.abc import Mapping

_HIT_SOFT_17 = 'write `draws = "total < 17 or soft and total == 17"` under [dealer]'
_STAND_ON_SOFT_17 = 'write `draws = "total < 17"` under [dealer]'
_NO_DOUBLE_AFTER_SPLIT = 'to forbid it, write `double = "not after a split"` under [rules]'
_RESPLIT_ACES = "write `split = { hands = 4, resplit_aces = true }` under [rules], with what you mean"
_PUSH_22 = "write `dealer_bust_push = 22` under [payouts]"
_CHARLIE = "write `charlie = 5` under [rules]"
_LATE = 'write `surrender = "late"` under [rules]'
_RESHUFFLE = 'write `reshuffle_when = "cards_left < 52"` under [shoe]'
_NO_HOLE_CARD = "what the dealer is dealt is in `deal` under [procedure]; `casino/european` has no hole card"
_STEPS = "write it under [procedure.hand] or [procedure.game]"

SAID_HERE: Mapping[str, str] = {
    **dict.fromkeys(("hits_soft_17", "hit_soft_17", "dealer_hits_soft_17", "h17"), _HIT_SOFT_17),
    **dict.fromkeys(("stands_on_soft_17", "stand_on_soft_17", "stands_soft_17", "s17"), _STAND_ON_SOFT_17),
    **dict.fromkeys(("double_after_split", "das"), _NO_DOUBLE_AFTER_SPLIT),
    **dict.fromkeys(("resplit_aces", "rsa", "max_splits", "max_hands"), _RESPLIT_ACES),
    **dict.fromkeys(("push_22", "push_on_22"), _PUSH_22),
    **dict.fromkeys(("charlie", "five_card_charlie"), _CHARLIE),
    "late_surrender": _LATE,
    **dict.fromkeys(("penetration", "cut_card"), _RESHUFFLE),
    "hole_card": _NO_HOLE_CARD,
    **dict.fromkeys(("before", "after", "instead_of"), _STEPS),
}
"""The remedies for keys that nothing is called here."""
