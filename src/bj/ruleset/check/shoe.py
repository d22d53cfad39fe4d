"""Checks of the shoe."""

from __future__ import annotations

from bj.catalogue.limits import LARGEST_PACK, MOST_PACKS
from bj.errors import KeyPath
from bj.ruleset.check.cards import is_pack_sure
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.model import Shuffle
from bj.ruleset.pack import pack_of
from bj.ruleset.suggestions import suggest


@needs("shoe")
def check_shoe(checking: Checking) -> None:
    """A riffle has its cuts, and every key fits the kind of shoe.

    A ruleset that sets `method = "uniform"` may inherit what a riffle needs.
    """
    shoe = checking.ruleset.shoe
    shuffle = shoe.shuffle
    if shoe.when_empty == "reshuffle discards" and (shuffle.method == "riffle" or shoe.is_infinite):
        message = "discards can only be shuffled back uniformly, and only into a finite shoe"
        checking.fault(
            "BJ503", ("shoe", "when_empty"), message, 'write `when_empty = "restart hand"` or `"stop"`'
        )
    path: KeyPath = ("shoe", "shuffle")
    if shuffle.method == "riffle":
        _check_riffle(checking, shuffle, path)
    elif "method" not in shuffle.model_fields_set and checking.is_sure(*path, "method"):
        for key in sorted(shuffle.model_fields_set & {"cuts", "between", "first_cuts"}):
            message = f"`{key}` has no effect on a uniform shuffle"
            checking.fault("BJ210", (*path, key), message, 'add `method = "riffle"`, or remove it', key=True)


def _check_riffle(checking: Checking, shuffle: Shuffle, path: KeyPath) -> None:
    """A riffle has the keys that it needs, and no cut lifts more cards than there are."""
    packs = checking.ruleset.shoe.packs
    if packs == "infinite":
        message = "an infinite shoe cannot be riffled"
        checking.fault("BJ503", (*path, "method"), message, 'write `method = "uniform"`')
        return
    if checking.ruleset.shoe.players_per_pack is not None:
        message = "a shoe whose size depends on the players cannot be riffled"
        remedy = 'write `method = "uniform"`, or `packs` without `players_per_pack`'
        checking.fault("BJ503", (*path, "method"), message, remedy)
    for key, example in (("cuts", "cuts = 5"), ("between", "between = [10, 42]")):
        if getattr(shuffle, key) is None and checking.is_sure(*path, key):
            checking.fault("BJ211", (*path, "method"), f"a riffle needs `{key}`", f"add `{example}`")
    low, high = shuffle.between or (0, 0)
    pack = len(pack_of(checking.ruleset.cards).cards) if is_pack_sure(checking) else 0
    cards = (pack or LARGEST_PACK) * (packs if checking.is_sure("shoe", "packs") else MOST_PACKS)
    if low > high:
        remedy = f"write `between = [{high}, {low}]`" if high >= 0 and low <= cards else "use other numbers"
        checking.fault("BJ209", (*path, "between"), "the larger number comes first", remedy)
    elif low < 0 or high > cards:
        message = f"a cut lifts 0 to {cards} cards, as many as the shoe has"
        bounds = [10, 42] if cards >= 42 else [cards // 5, cards - cards // 5]
        checking.fault("BJ504", (*path, "between"), message, f"write it like `between = {bounds}`")
    cuts = [argument.name for argument in checking.ruleset.command_line if argument.type == "cuts"]
    named = shuffle.first_cuts
    if named is not None and named not in cuts and not checking.may_be_argument(named):
        message = f"no argument of type `cuts` is called `{named}`"
        meant = checking.remedy_for(named, suggest(named, cuts))
        checking.fault("BJ505", (*path, "first_cuts"), message, meant)
