"""Check the cards, their order in a new pack, and the shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from bj.cards import SUITS, card_code
from bj.catalogue.limits import LARGEST_PACK, MOST_PACKS
from bj.faults_and_fixes import Fault, KeyPath
from bj.ruleset.charts import find_narrowest, parse_ranks
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.model import Shuffle
from bj.ruleset.pack import pack_of, parse_cards, rank_codes
from bj.ruleset.suggestions import shorten, suggest


@needs("cards")
def check_cards(checking: Checking) -> None:
    """Check that the copies, the order and the values of the cards in a pack do not contradict each other."""
    cards = checking.ruleset.cards
    codes = rank_codes(cards)
    for code, rank in cards.ranks.items():
        if rank.or_ is not None and rank.or_ <= rank.value:
            message = f"the second value {rank.or_} is not higher than {rank.value}"
            checking.fault("BJ502", ("cards", "ranks", code, "or"), message, "put the higher value in `or`")
    pack = pack_of(cards)
    gains = {pack.codes[rank]: pack.worths[rank][1] - pack.worths[rank][0] for rank in pack.ranks}
    _check_gains(checking, gains)
    _check_order(checking, "rank", cards.rank_order, codes)
    _check_order(checking, "suit", cards.suit_order, SUITS)
    _check_copies(checking, codes)
    if not 1 <= len(pack.cards) <= LARGEST_PACK and is_pack_sure(checking):
        message = f"this pack has {len(pack.cards):,} cards" if pack.cards else "this pack has no cards"
        remedy = f"it must have at least one card, and at most {LARGEST_PACK:,}"
        checking.fault("BJ507", ("cards", "pack"), message, remedy, key=True)


def is_pack_sure(checking: Checking) -> bool:
    """Whether it is known how many copies of each card the pack contains."""
    path = ("cards", "pack")
    return checking.is_sure(*path) and not any(fault.path[:2] == path for fault in checking.faults)


def _check_gains(checking: Checking, gains: Mapping[str, int]) -> None:
    """Check that the second value of a rank exceeds its first by the same amount for all ranks.

    Otherwise, a hard or soft total would not be enough to describe a hand. ``gains`` maps each rank to this
    amount.
    """
    higher = {code: gain for code, gain in gains.items() if gain > 0}
    common = Counter(higher.values())
    usual = max(higher, key=lambda code: (common[higher[code]], code == "A"), default=None)
    for code, gain in higher.items():
        if usual and gain != higher[usual]:
            message = (
                f"this second value is {gain} higher than the first, but that of `{usual}` is "
                f"{higher[usual]} higher"
            )
            remedy = "make every second value higher by the same amount"
            checking.fault("BJ502", ("cards", "ranks", code, "or"), message, remedy)


def _check_order(checking: Checking, what: str, text: str, codes: str) -> None:
    """Check that ``text`` contains only ranks or suits in ``codes``, each at most once."""
    path: KeyPath = ("cards", f"{what}_order")
    try:
        listed = parse_ranks(text, codes)
    except ValueError as error:
        offset, length, word = error.args
        message, remedy = f"`{shorten(word)}` is not a {what}", f"{what}s are {' '.join(codes)}"
        checking.faults.append(Fault("BJ511", path, message, remedy, span=(offset, length)))
        return
    twice = next((number for place, number in enumerate(listed) if number in listed[:place]), None)
    if twice is not None:
        message = f"the {what} {codes[twice]} is listed twice"
        checking.fault("BJ512", path, message, f"list each {what} only once")


def _check_copies(checking: Checking, codes: str) -> None:
    """Check that each key in a pack lists cards.

    If two keys list the same card, one of them must be narrower, so that it overrides the other.
    """
    pack = checking.ruleset.cards.pack
    covered: dict[str, list[int]] = {}
    for words in pack:
        path: KeyPath = ("cards", "pack", words)
        try:
            covered[words] = parse_cards(words, codes)
        except ValueError as error:
            message = f"`{shorten(error.args[2])}` is not a card, a rank or a suit"
            remedy = f"list cards such as `7C`, ranks ({' '.join(codes)}) or suits ({' '.join(SUITS)})"
            checking.fault("BJ506", path, message, remedy, key=True)
        else:
            if not covered[words]:
                checking.fault("BJ506", path, "no card is listed", "write it like `T = 0`", key=True)
    decided = find_narrowest(covered)
    for earlier, (words, cards) in enumerate(covered.items()):
        for other in list(covered)[:earlier]:
            unclear = [card for card in cards if card in covered[other] and decided[card] in (words, other)]
            if unclear and pack[words] != pack[other] and not _is_within(cards, covered[other]):
                code = card_code(unclear[0], codes)
                message = f"the number of `{code}` cards is also set in `{shorten(other)}`"
                remedy = f"use a separate key, such as `{code} = {pack[words]}`"
                checking.fault("BJ512", ("cards", "pack", words), message, remedy, key=True)
                break


def _is_within(some: Collection[int], others: Collection[int]) -> bool:
    """Whether one of the two collections of cards is a proper subset of the other."""
    return set(some) < set(others) or set(others) < set(some)


@needs("shoe")
def check_shoe(checking: Checking) -> None:
    """Check that a riffle has cuts, and that every key makes sense for this kind of shoe and shuffle.

    If the ruleset sets `method = "uniform"`, keys for a riffle are not a fault, because they may be
    inherited.
    """
    shoe = checking.ruleset.shoe
    shuffle = shoe.shuffle
    if shoe.when_empty == "reshuffle discards" and (shuffle.method == "riffle" or shoe.is_infinite):
        message = "discards can be shuffled back only uniformly, and only into a finite shoe"
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
    """Check that a riffle has all required keys, and that no cut lifts more cards than the shoe contains."""
    packs = checking.ruleset.shoe.packs
    if packs == "infinite":
        message = "an infinite shoe cannot be riffled"
        checking.fault("BJ503", (*path, "method"), message, 'write `method = "uniform"`')
        return
    if checking.ruleset.shoe.players_per_pack is not None:
        message = "a shoe whose size depends on the players cannot be riffled"
        remedy = 'write `method = "uniform"`, or `packs` in place of `players_per_pack`'
        checking.fault("BJ503", (*path, "method"), message, remedy)
    for key, example in (("cuts", "cuts = 5"), ("between", "between = [10, 42]")):
        if getattr(shuffle, key) is None and checking.is_sure(*path, key):
            checking.fault("BJ211", (*path, "method"), f"a riffle needs `{key}`", f"add `{example}`")
    low, high = shuffle.between or (0, 0)
    pack = len(pack_of(checking.ruleset.cards).cards) if is_pack_sure(checking) else 0
    if isinstance(packs, str):
        packs = checking.smallest(packs)
    cards = (pack or LARGEST_PACK) * (packs if checking.is_sure("shoe", "packs") and packs else MOST_PACKS)
    if low > high:
        remedy = (
            f"write `between = [{high}, {low}]`" if high >= 0 and low <= cards else "use different numbers"
        )
        checking.fault("BJ209", (*path, "between"), "the upper bound comes before the lower bound", remedy)
    elif low < 0 or high > cards:
        message = f"a cut must lift from 0 to {cards} cards, the size of the shoe"
        bounds = [10, 42] if cards >= 42 else [cards // 5, cards - cards // 5]
        checking.fault("BJ504", (*path, "between"), message, f"write it like `between = {bounds}`")
    cuts = [argument.name for argument in checking.ruleset.command_line if argument.type == "cuts"]
    named = shuffle.first_cuts
    if named is not None and named not in cuts and not checking.may_be_argument(named):
        message = f"no argument of type `cuts` is called `{named}`"
        meant = checking.remedy_for(named, suggest(named, cuts))
        checking.fault("BJ505", (*path, "first_cuts"), message, meant)
