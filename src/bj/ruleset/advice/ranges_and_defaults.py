"""Advice on ranges that leave no choice, and on defaults that make it impossible to start a game."""

from __future__ import annotations

from bj.faults_and_fixes import KeyPath
from bj.ruleset.advice.advice_state import Advising
from bj.ruleset.expressions.tree import names_used
from bj.ruleset.model.shoe import cards_then_left
from bj.ruleset.pack import pack_of
from bj.ruleset.start_values import default_numbers, find_misfits


def advise_ranges(advising: Advising) -> None:
    """Check that each range has more than one value, and that the shoe is not shuffled before every hand."""
    for name, argument in advising.model.arguments.items():
        remedy = "widen the range, or write the number in place of the argument"
        _advise_range(advising, ("arguments", name, "between"), argument.between, "the argument", remedy)
    for path, reaction in advising.reactions:
        remedy = "widen the range, or remove `between` to ask for yes or no"
        _advise_range(advising, (*path, "between"), reaction.between, "the answer", remedy)
    shuffle = advising.model.shoe.shuffle
    if shuffle.method == "riffle":
        remedy = "widen the range, as in `between = [10, 42]`"
        _advise_range(advising, ("shoe", "shuffle", "between"), shuffle.between, "every cut", remedy)
    _advise_penetration(advising)


def _advise_range(
    advising: Advising, path: KeyPath, between: list[int] | None, what: str, remedy: str
) -> None:
    if between is not None and between[0] == between[1]:
        message = f"{what} can only be {between[0]}: both ends of the range are the same"
        advising.note("BJ919", path, message, remedy)


def _advise_penetration(advising: Advising) -> None:
    """Check that the shoe contains more cards than its penetration leaves undealt."""
    shoe, pack = advising.model.shoe, len(pack_of(advising.model.cards).cards)
    if shoe.penetration is None or not isinstance(shoe.packs, int) or shoe.players_per_pack is not None:
        return
    left, cards = cards_then_left(shoe.penetration, pack, shoe.packs), pack * shoe.packs
    if left >= cards:
        message = f"the shoe contains {cards} cards, so it is shuffled before every hand"
        advising.note(
            "BJ917", ("shoe", "penetration"), message, "write fewer cards, or a share such as `75%`"
        )


def advise_defaults(advising: Advising) -> None:
    """Check that a game can start with the default of every argument."""
    defaults = default_numbers(advising.model)
    for path, error in find_misfits(advising.checked, defaults):
        names = sorted(names_used(advising.checked.expressions[path]))
        listed = " and ".join(f"`{name}` is {defaults[name]}" for name in names)
        when = f" when {listed}, the default{'s' * (len(names) > 1)}" if names else ""
        message = f"{error.what} {error.why}{when}"
        places: list[tuple[KeyPath, bool]] = [(("arguments", name, "default"), False) for name in names]
        remedy = "change the default, or the expression" if names else "change the expression"
        advising.note_first("BJ952", [(path, False), *places], message, remedy)
