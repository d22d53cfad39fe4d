"""Check that the shoe contains enough cards for the first deal."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from bj.catalogue.limits import MOST_PACKS
from bj.faults_and_fixes import KeyPath
from bj.ruleset.model import Ruleset
from bj.ruleset.model.ruleset import NO_VALUES
from bj.ruleset.model.shoe import Shoe, cards_then_left
from bj.ruleset.pack import pack_of
from bj.text.sentences import count_of

RESHUFFLING: KeyPath = ("shoe", "reshuffle_when")
"""The path of the condition for the step `reshuffle`."""


def share_dealt(shoe: Shoe) -> str | None:
    """Return the penetration if it is a percentage and the size of the shoe varies. Otherwise, return None.

    The size varies if it depends on an argument or on the number of players.
    """
    is_share = shoe.penetration is not None and shoe.penetration.endswith("%")
    is_sized = isinstance(shoe.packs, int) and shoe.players_per_pack is None
    return shoe.penetration if is_share and not is_sized else None


def reshuffle_condition(ruleset: Ruleset) -> str | None:
    """Return the condition for the step `reshuffle` to shuffle.

    If the ruleset sets no condition, return None. A penetration is converted to a condition on the cards
    left, unless the shoe is infinite or the pack is faulty. In this condition, ``players`` is the number of
    players in the first hand, for whom the shoe was filled.
    """
    shoe = ruleset.shoe
    if shoe.penetration is None or shoe.is_infinite or ruleset.cards is None:
        return shoe.reshuffle_when
    pack, packs = len(pack_of(ruleset.cards).cards), shoe.packs
    if share := share_dealt(shoe):
        left = pack * (1 - Fraction(share.removesuffix("%")) / 100)
        cards = "cards_left" if left.denominator == 1 else f"{left.denominator} * cards_left"
        number = packs if shoe.players_per_pack is None else f"ceil(players / {shoe.players_per_pack})"
        return f"{cards} < {left.numerator} * {number}"
    return f"cards_left < {cards_then_left(shoe.penetration, pack, packs if isinstance(packs, int) else 1)}"


def packs_for(model: Ruleset, players: int, values: Mapping[str, object] = NO_VALUES) -> int | None:
    """Return the number of packs in the shoe for ``players`` players. For an infinite shoe, return None.

    ``values`` contains the argument values. If the number of packs depends on an argument that has no value,
    return the largest possible number.
    """
    packs, shared_by = model.shoe.packs, model.shoe.players_per_pack
    if packs == "infinite":
        return None
    return model.number(packs, values) if shared_by is None else -(-players // shared_by)


def largest_cut(model: Ruleset) -> int:
    """Return the largest number of cards that a cut can lift."""
    packs = 0 if model.shoe.is_infinite else model.number(model.shoe.packs)
    return len(pack_of(model.cards).cards) * packs


def find_shortage(
    model: Ruleset, players: int, values: Mapping[str, object] = NO_VALUES
) -> tuple[str, str] | None:
    """Explain why the shoe is too small for a deal to ``players`` players, and how to fix it.

    Return None if the shoe has enough cards.
    """
    packs, pack = packs_for(model, players, values), len(pack_of(model.cards).cards)
    to_each = sum(entry.startswith("player") for entry in model.procedure.deal)
    wanted = players * to_each + len(model.procedure.deal) - to_each
    if not packs or not pack or wanted <= pack * packs or "deal" not in model.procedure.steps_named():
        return None
    needed = -(-wanted // pack)
    remedy = "use fewer players, or put more cards into the `pack` of [cards]"
    if model.shoe.players_per_pack is not None:
        remedy = "let fewer players share a pack: use a smaller `players_per_pack` under [shoe]"
    elif isinstance(model.shoe.packs, str):
        remedy = f"use fewer players, or a larger number for the argument `{model.shoe.packs}`"
    elif needed <= MOST_PACKS:
        remedy = f"use fewer players, or write `packs = {needed}` under [shoe]"
    who = count_of(players, "player")
    return f"the first deal to {who} takes {wanted} cards, but the shoe contains only {pack * packs}", remedy
