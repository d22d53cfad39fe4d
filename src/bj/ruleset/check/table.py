"""Checks of the cards and the shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import get_args

from bj.cards import PACK, RANKS
from bj.catalogue.limits import MOST_PACKS
from bj.errors import KeyPath
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.model import Ruleset, Shuffle
from bj.ruleset.model.cards import RankCode, SuitCode
from bj.ruleset.words import suggest

STANDARD = {rank: min(rank + 2, 10) for rank in range(len(RANKS) - 1)} | {len(RANKS) - 1: 11}
"""What each rank is worth in most games, 11 for an ace."""


def worths(ruleset: Ruleset) -> dict[int, int]:
    """What each rank is worth when it counts as much as it can."""
    ranks = ruleset.cards.ranks if ruleset.cards else {}
    return STANDARD | {RANKS.index(code): max(rank.value, rank.or_ or 0) for code, rank in ranks.items()}


@needs("cards")
def check_cards(checking: Checking) -> None:
    """All ranks and suits are there, and a second value is the higher one."""
    cards = checking.ruleset.cards
    for key, codes, known in (
        ("ranks", get_args(RankCode), cards.ranks),
        ("suits", get_args(SuitCode), cards.suits),
    ):
        missing = [code for code in codes if code not in known]
        if missing and checking.is_sure("cards", key):
            listed = ", ".join(f"`{code}`" for code in missing)
            message = (
                f"the {key[:-1]} {listed} is missing" if len(missing) == 1 else f"missing {key}: {listed}"
            )
            checking.fault(
                "BJ501", ("cards", key), message, f"a pack has the {key} {' '.join(codes)}", key=True
            )
    for code, rank in cards.ranks.items():
        if rank.or_ is not None and rank.or_ <= rank.value:
            message = f"the second value {rank.or_} is not higher than {rank.value}"
            checking.fault("BJ502", ("cards", "ranks", code, "or"), message, "put the higher value in `or`")
    _check_gains(checking, {code: rank.or_ - rank.value for code, rank in cards.ranks.items() if rank.or_})


def _check_gains(checking: Checking, gains: Mapping[RankCode, int]) -> None:
    """All second values gain the same, so that total and softness say all there is to know of a hand."""
    higher = {code: gain for code, gain in gains.items() if gain > 0}
    common = Counter(higher.values())
    usual = max(higher, key=lambda code: (common[higher[code]], code == "A"), default=None)
    for code, gain in higher.items():
        if usual and gain != higher[usual]:
            message = (
                f"this second value is {gain} higher than the first, but that of `{usual}` {higher[usual]}"
            )
            remedy = "make every second value higher by the same number"
            checking.fault("BJ502", ("cards", "ranks", code, "or"), message, remedy)


@needs("shoe")
def check_shoe(checking: Checking) -> None:
    """A riffle has its cuts, and a shoe is asked only for what it has.

    A ruleset that sets `method = "uniform"` may inherit what a riffle needs.
    """
    shoe = checking.ruleset.shoe
    shuffle = shoe.shuffle
    if shoe.when_empty == "reshuffle discards" and (shuffle.method == "riffle" or shoe.packs == "infinite"):
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
    """A riffle has as many cuts as it says, and they lift off no more cards than there are."""
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
    cards = PACK * (packs if checking.is_sure("shoe", "packs") else MOST_PACKS)
    if low > high:
        remedy = f"write `between = [{high}, {low}]`" if high >= 0 and low <= cards else "use other numbers"
        checking.fault("BJ209", (*path, "between"), "the larger number comes first", remedy)
    elif low < 0 or high > cards:
        message = f"a cut lifts 0 to {cards} cards, as many as the shoe has"
        checking.fault("BJ504", (*path, "between"), message, "write it like `between = [10, 42]`")
    cuts = [argument.name for argument in checking.ruleset.command_line if argument.type == "cuts"]
    named = shuffle.first_cuts
    if named is not None and named not in cuts and not checking.may_be_argument(named):
        message = f"no argument of type `cuts` is called `{named}`"
        remedy = checking.remedy_for(named, suggest(named, cuts))
        checking.fault("BJ505", (*path, "first_cuts"), message, remedy)
