"""Casino tables with random rules have the values of an independent recursion.

The usual run deals few ranks, which takes less time, and campaigns deal all of them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.analysis.test_casinos import FEW, FEW_RANKS, write
from tests.oracle.recursion import INFINITE, Hand, Table
from tests.turns import TURN, seeds

import bj
from bj.native.library import has_library

pytestmark = pytest.mark.skipif(not has_library(), reason="takes minutes without the compiled engine")

OPEN = """[procedure]
deal = ["player up", "dealer up", "player up"]
hand.without = ["reveal hole card", "peek", "offer insurance", "pay naturals"]
hand.before.settle = ["pay naturals"]
"""
"""The dealer takes the hole card last."""


FIRST_EIGHT = "dealer"
"""With this word, the first eight tables have every value of every rule."""


def draw(seed: int) -> tuple[str, Table]:
    """Rules at random, and the same rules for the oracle."""
    luck = Random(f"{FIRST_EIGHT} {seed}")  # noqa: S311  # the same at every run
    hits, peeks, after_split = luck.random() < 0.5, luck.random() < 0.7, luck.random() < 0.5
    hands, aces_again = luck.choice((1, 2, 3, 4)), luck.random() < 0.4
    hit_aces = not after_split and luck.random() < 0.5
    natural, lowest = luck.choice(("3:2", "6:5", "1:1")), luck.choice((0, 9, 10))
    surrender = luck.choice(("", "late", "early")) if peeks else ""
    lost, charlie = luck.choice(((), (17,), (17, 18))), luck.choice((0, 0, 5, 6, 7))
    pushes_22, any_number = luck.random() < 0.3, luck.random() < 0.2

    double = f"not soft and total >= {lowest} and total <= 11 and " if lowest else ""
    double += f"cards {'>' if any_number else '=='} {0 if any_number else 2} and "
    double += "not (from_split and first == 11)" if after_split else "not from_split"
    again = "" if aces_again else " and not (from_split and first == 11)"
    rules = ["[rules]", "stand_on_target = false", f'double = "{double}"']
    rules += [f'split = "pair and split_hands < {hands}{again}"']
    rules += ['hit = "cards > 0"'] if hit_aces else []
    rules += [f'surrender = "{surrender}"'] if surrender else []
    ties = ", ".join(f'{total} = "lose"' for total in lost)
    rules += ["[payouts]", f'natural = "{natural}"', f"tied_totals = {{ {ties} }}"]
    rules += ["[dealer]", *(["push_on = 22"] if pushes_22 else [])]
    rules += ['draws = "total < 17 or soft and total == 17"'] if hits else []
    if charlie:
        rules.append(f'[payouts.bonuses.charlie]\nwhen = "cards >= {charlie}"\npays = "1:1"\nat_once = true')
    if surrender == "early":
        rules.append('[procedure.hand]\nbefore."peek" = ["offer surrender"]')
    rules += [] if peeks else [OPEN]

    def doubles(hand: Hand) -> bool:
        is_total = not lowest or (not hand.soft and lowest <= hand.total <= 11)
        return is_total and (any_number or hand.cards == 2)

    return "\n".join(rules), Table(
        hits_soft_17=hits,
        peeks=peeks,
        natural={"3:2": 1.5, "6:5": 1.2, "1:1": 1.0}[natural],
        doubles=doubles,
        double_after_split=after_split,
        hands=hands,
        ace_hands=hands if aces_again else min(hands, 2),
        hit_split_aces=hit_aces,
        late_surrender=surrender == "late",
        early_surrender=surrender == "early",
        lost_ties=frozenset(lost),
        pushes_22=pushes_22,
        charlie=charlie,
    )


@pytest.mark.drawn
@pytest.mark.parametrize("seed", seeds(8))
def test_random_rules_have_the_value_of_the_recursion(seed: int, tmp_path: Path) -> None:
    """The value of the best play by composition is that of the oracle, as by totals without a charlie."""
    rules, table = draw(seed)
    deck, ranks = (INFINITE, "") if TURN else (FEW, FEW_RANKS)
    found = bj.solve(write(tmp_path, ranks + rules))
    value = replace(table, deck=deck).value
    assert found.by_composition == pytest.approx(value, abs=1e-12)
    assert (found.by_totals == pytest.approx(value, abs=1e-12)) == (not table.charlie)
