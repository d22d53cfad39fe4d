"""Find which hands are possible in a ruleset: every hard and soft total that its cards can make."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

from bj.catalogue.house_rules import STAND_ON_TARGET
from bj.catalogue.limits import LARGEST_TARGET
from bj.ruleset.model import Ruleset
from bj.ruleset.pack import pack_of

Draws = Callable[[bool, int], bool]
"""A function that returns whether a hand takes another card, given (soft, total)."""


def possible_hands(model: Ruleset) -> frozenset[tuple[bool, int]]:
    """Return the hands, as (soft, total), that a player may have to play.

    These are all hands up to the target that can result from dealing or drawing cards.
    """
    return _possible_hands(_values(model), model.rules.target, _dealt(model, "player"))


def hands_of_powers(model: Ruleset) -> frozenset[tuple[bool, int]]:
    """Return the hands that players may have to play because a power sets the target or the total."""
    if any(
        reaction.do == "count as"
        for _, holder in model.holders()
        for _, reaction in model.reactions_with_powers((), holder)
    ):
        return frozenset(product((False, True), range(model.highest_target + 1)))
    targets = sorted(set().union(*model.own_targets.values()))
    hands = (_possible_hands(_values(model), target, _dealt(model, "player")) for target in targets)
    return frozenset().union(*hands)


def dealer_hands(model: Ruleset, draws: Draws) -> frozenset[tuple[bool, int]]:
    """Return the hands, as (soft, total), that a dealer with the drawing rule ``draws`` may have to play.

    Hands that the dealer can get through powers are included. ``draws`` is called only with hands in the
    result, and its exceptions are not caught.
    """
    rules = model.rules
    takes_any = any(
        reaction.do in ("retake hand", "extra card") and reaction.as_ != "player"
        for path, holder in model.holders()
        for _, reaction in model.reactions_with_powers((), holder)
        if path[0] != "strategies"
    )

    def goes_on(soft: bool, total: int) -> bool:
        is_made = rules.has(STAND_ON_TARGET) and total == rules.target
        return (not is_made and draws(soft, total)) or takes_any

    return _find_hands(_values(model), rules.target, _dealt(model, "dealer"), goes_on)


def any_hands(model: Ruleset, draws: Draws) -> None:
    """Call ``draws`` with every hand that does not bust, because a power could begin at any hand."""
    for total in range(1, model.highest_target + 1):
        for soft in (False, True):
            draws(soft, total)


def _values(model: Ruleset) -> frozenset[tuple[int, int]]:
    """Return a pair for each rank in the pack: its low value, and how much more its high value counts."""
    pack = pack_of(model.cards)
    return frozenset((low, high - low) for low, high in map(pack.worths.__getitem__, pack.ranks))


def _dealt(model: Ruleset, role: str) -> int:
    return sum(entry.startswith(role) for entry in model.procedure.deal)


@cache
def _possible_hands(
    values: frozenset[tuple[int, int]], target: int, dealt: int
) -> frozenset[tuple[bool, int]]:
    return _find_hands(values, target, dealt, lambda soft, total: True)


def _find_hands(
    values: frozenset[tuple[int, int]], target: int, dealt: int, draws: Draws
) -> frozenset[tuple[bool, int]]:
    """Return the possible hands with at least ``dealt`` cards, as (soft, total).

    ``values`` contains a pair for each rank, as ``_values`` returns them. ``draws`` decides whether a hand
    takes another card.
    """
    found: dict[tuple[bool, int], bool] = {}
    sums: set[tuple[int, int]] = {(0, 0)}  # low totals, and how much one card can add
    for cards in range(1, LARGEST_TARGET + 1):
        sums = {(low + value, max(more, extra)) for low, more in sums for value, extra in values}
        sums = {(low, more) for low, more in sums if low <= target}
        if cards >= dealt:
            hands = {(low, more): count_high(low, more, target) for low, more in sums}
            for hand in sorted({*hands.values()} - found.keys()):
                found[hand] = draws(*hand)
            sums = {held for held, hand in hands.items() if found[hand]}
    return frozenset(found)


def count_high(low: int, more: int, target: int) -> tuple[bool, int]:
    """Return a hand as (soft, total).

    ``low`` is the lowest total of the hand, and ``more`` is how much the total gains if a card counts its
    high value. The card counts its high value unless the hand would bust.
    """
    soft = more > 0 and low + more <= target
    return soft, low + more if soft else low
