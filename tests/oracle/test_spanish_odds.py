"""Spanish 21 with an infinite shoe: the recursion meets known values, and the rulesets play best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.oracle import spanish_odds
from tests.oracle.casino_odds import Hand, hand_of
from tests.oracle.playing import deed_of
from tests.oracle.spanish_odds import CHANCES, TABLES, UPCARDS, Run, runs
from tests.oracle.test_odds import KNOWN

from bj.ruleset.load import load_ruleset, shipped_rulesets

CODES = {6: "6", 7: "7", 8: "8"}


@pytest.mark.parametrize("name", TABLES)
def test_recursion_meets_the_known_value(name: str) -> None:
    """The recursion finds the known value of a table, to all the digits that are given."""
    assert TABLES[name].value == pytest.approx(KNOWN[f"variants/{name}"], abs=5.1e-9)


def facts_of(hand: Hand, upcard: int, run: Run | None, **more: Any) -> dict[str, Any]:
    """What conditions know of a hand."""
    held = {CODES[worth] for worth in run.worths} if run else set()
    held |= {"S"} if run and run.suits == "spades" else set()
    return {
        "total": hand.total,
        "soft": hand.soft,
        "cards": hand.cards,
        "upcard": 11 if upcard == 1 else upcard,
        "doubled": 0,
        "pair": False,
        "first": 0,
        "suited": run is not None and run.suits != "mixed",
        "holds": held.__contains__,
        **more,
    }


def hands() -> Iterator[Hand]:
    """All hands of more than two cards that may be drawn to."""
    for cards in range(3, spanish_odds.MOST_CARDS + 1):
        yield from (Hand(total, False, cards) for total in range(max(6, 2 * cards - 4), 21))
        yield from (Hand(total, True, cards) for total in range(12 + cards - 2, 21))


@pytest.mark.parametrize("name", TABLES)
def test_rulesets_play_every_hand_best(name: str) -> None:
    """What the ruleset does with any hand is what brings the most."""
    table, checked = TABLES[name], load_ruleset(shipped_rulesets()[f"variants/{name}"])
    worse = []

    def look(facts: dict[str, Any], options: dict[str, float]) -> None:
        deed = deed_of(checked, "basic", facts, options)
        if options[deed] < max(options.values()) - 1e-12:
            worse.append((facts, deed, options))

    for upcard in UPCARDS:
        for one in CHANCES:
            for two in CHANCES:
                hand = hand_of(one, two)
                for _, run in runs(one, two) if hand.total < 21 else ():
                    facts = facts_of(hand, upcard, run, pair=one == two, first=11 if one == 1 else one)
                    look(facts, table.first(one, two, upcard, run))
                    if one != two:
                        look(facts, dict(table.options(hand, upcard, run)))
        for hand in hands():
            look(facts_of(hand, upcard, None), dict(table.options(hand, upcard, None)))
            for times in range(1, table.doubles + 1):
                if hand.cards == 3:
                    options = dict(table.doubled(hand, upcard, times))
                    look(facts_of(hand, upcard, None, doubled=times), options)
    assert worse == []
