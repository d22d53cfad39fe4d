"""Variants with special rules: their rulesets make the best play with every hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from tests.oracle.odds_of_variants import MOST_CARDS, VARIANTS, Spanish
from tests.oracle.playing import deed_of
from tests.oracle.recursion import UPCARDS, Hand, Table, hand_of

from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import shipped_rulesets

Choice: TypeAlias = tuple[Mapping[str, Any], Mapping[str, float]]
"""The facts of a hand that conditions can name, and the value of each possible play."""

WORTHS = range(1, 11)


def choice(hand: Hand, dealer: Hand, options: Mapping[str, float], **more: Any) -> Choice:
    """A choice of a hand against the dealer's visible cards; ``pair`` is the value of a pair's cards."""
    pair, run = more.pop("pair", 0), hand.run
    held = {str(worth) for worth in run.worths} if run else set()
    held |= {"S"} if run and run.suits == "spades" else set()
    facts = {
        "total": hand.total,
        "soft": hand.soft,
        "cards": hand.cards,
        "upcard": dealer.total,
        "dealer_total": dealer.total,
        "dealer_soft": dealer.soft,
        "pair": pair > 0,
        "first": 11 if pair == 1 else pair,
        "free_wager": hand.free,
        "doubled": 0,
        "suited": run is not None and run.suits != "mixed",
        "holds": held.__contains__,
        **more,
    }
    return facts, options


def first_choices(table: Table, dealer: Hand) -> Iterator[Choice]:
    """The choices of first hands, including pairs that may not be split again."""
    for one in WORTHS:
        for two in WORTHS:
            for _, hand in table.deal(one, two) if hand_of(one, two).total < 21 else ():
                pair = one if one == two else 0
                first = table.first(one, two, hand, dealer, table.deck)
                yield choice(hand, dealer, first, pair=pair)
                if not table.is_free and (not isinstance(table, Spanish) or not pair):
                    yield choice(hand, dealer, table.options(hand, dealer, table.deck), pair=pair)
                if table.is_free and pair and max(first, key=lambda each: first[each]) == "P":
                    for free in (0, 1):
                        part = replace(hand, free=free)
                        options = {**table.options(part, dealer, table.deck), "P": 9.0}
                        yield choice(part, dealer, options, pair=pair)


def later_choices(table: Table, dealer: Hand) -> Iterator[Choice]:
    """The choices of hands after a draw, a split or a double."""
    for cards in range(3, MOST_CARDS + 1) if isinstance(table, Spanish) else (3,):
        for soft in (False, True):
            for total in range(10 + cards if soft else max(6, 2 * cards - 4), 22 if table.sees_both else 21):
                for free in (0, 1) if table.is_free else (0,):
                    hand = Hand(total, soft, cards, free)
                    yield choice(hand, dealer, table.options(hand, dealer, table.deck))
                if isinstance(table, Spanish) and cards == 3:
                    for times in range(1, table.times + 1):
                        options = table.doubled(Hand(total, soft, cards), dealer, times)
                        yield choice(Hand(total, soft, cards), dealer, options, doubled=times)
    twos = [Hand(total, False, 2) for total in range(5, 20)] + [
        Hand(total, True, 2) for total in range(13, 21)
    ]
    if table.sees_both:  # a 21 from a split
        twos = [hand_of(1, 10)]
    for two in twos if table.is_free or table.sees_both else ():
        for free in (0, 1) if table.is_free else (0,):
            hand = replace(two, free=free)
            yield choice(hand, dealer, table.options(hand, dealer, table.deck))


@pytest.mark.parametrize("name", VARIANTS)
def test_rulesets_play_every_hand_best(name: str) -> None:
    """Rulesets play optimally for all hands, all cards of the dealer and all sources of the wager."""
    table, checked = VARIANTS[name], load_ruleset(shipped_rulesets()[f"variants/{name}"])
    shown = {dealer for dealer, _, _ in table.dealers()} if table.sees_both else map(hand_of, UPCARDS)
    worse = [
        (facts, options)
        for dealer in shown
        if not table.sees_both or dealer.total < 21
        for choices in (first_choices, later_choices)
        for facts, options in choices(table, dealer)
        if options[deed_of(checked, "basic", facts, options)] < max(options.values()) - 1e-12
    ]
    assert worse == []
