"""How many cards there are, and how many the first deal takes."""

from __future__ import annotations

from bj.cards import PACK
from bj.ruleset.model import Ruleset


def packs_for(model: Ruleset, players: int) -> int | None:
    """The packs in the shoe with so many players at the table, None for an infinite shoe."""
    if model.shoe.packs == "infinite" or model.shoe.players_per_pack is None:
        return None if model.shoe.packs == "infinite" else model.shoe.packs
    return -(-players // model.shoe.players_per_pack)


def find_shortage(model: Ruleset, players: int) -> tuple[str, str] | None:
    """Why so many players cannot be dealt their first cards, and what to do; None when they can be."""
    packs = packs_for(model, players)
    to_each = sum(entry.startswith("player") for entry in model.procedure.deal)
    wanted = players * to_each + len(model.procedure.deal) - to_each
    if not packs or wanted <= PACK * packs or "deal" not in model.procedure.steps_named():
        return None
    needed = -(-wanted // PACK)
    remedy = f"seat fewer players, or write `packs = {needed}` under [shoe]"
    if model.shoe.players_per_pack is not None:
        remedy = "let fewer players share a pack: use a smaller `players_per_pack` under [shoe]"
    message = (
        f"the first deal to {players} players takes {wanted} cards, but the shoe has only {PACK * packs}"
    )
    return message, remedy
