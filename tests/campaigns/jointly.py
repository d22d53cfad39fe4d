"""Solve casino tables with random rules, all hands together, and compare with an independent recursion.

    python tests/campaigns/jointly.py [FIRST] [LAST]

Each of the seeds gives a table with an infinite shoe. The exit code is 1 if the value of the best play by
composition differs from that of the recursion. Needs the compiled engine.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.analysis.test_casinos import H17, write
from tests.oracle.recursion import Hand, Table

import bj

DIGITS = 1e-9
"""The largest difference between two values."""


def joint(seed: int) -> tuple[str, Table]:
    """Draw rules at random, and state them again without the engine."""
    luck = Random(seed)  # noqa: S311  # only what is played depends on it
    hits, peeks, after_split = luck.random() < 0.5, luck.random() < 0.7, luck.random() < 0.5
    hands, aces_again = luck.choice((1, 2, 3, 4)), luck.random() < 0.4
    hit_aces = not after_split and luck.random() < 0.5
    natural, lowest = luck.choice(("3:2", "6:5", "1:1")), luck.choice((0, 9, 10))
    surrender = luck.choice(("", "late", "early")) if peeks else ""
    lost, charlie = luck.choice(((), (17,), (17, 18))), luck.choice((0, 0, 5, 6, 7))
    pushes_22 = luck.random() < 0.3

    double = f"not soft and total >= {lowest} and total <= 11 and " if lowest else ""
    double += "cards == 2 and " + ("not (from_split and first == 11)" if after_split else "not from_split")
    again = "" if aces_again else " and not (from_split and first == 11)"
    rules = [f'double = "{double}"', f'split = "pair and split_hands < {hands}{again}"']
    rules += ['hit = "cards > 0"'] if hit_aces else []
    rules += [{"late": "surrender = true", "early": 'surrender = "early"'}[surrender]] if surrender else []
    payouts = [f'natural = "{natural}"', *(["[dealer]", "push_on = 22"] if pushes_22 else [])]
    if lost:
        ties = ", ".join(f"{total} = 'lose'" for total in lost)
        payouts.append(f"tied_totals = {{ {ties} }}")
    text = (
        (H17 if hits else "") + "[rules]\n" + "\n".join(rules) + "\n[payouts]\n" + "\n".join(payouts) + "\n"
    )
    if charlie:
        text += f'[payouts.bonuses.charlie]\nwhen = "cards >= {charlie}"\npays = "1:1"\nat_once = true\n'
    if surrender == "early":
        text += '[procedure.hand]\nbefore."peek" = ["offer surrender"]\n'
    if not peeks:
        text += '[procedure]\ndeal = ["player up", "dealer up", "player up"]\n'
        text += 'hand.without = ["reveal hole card", "peek", "offer insurance", "pay naturals"]\n'
        text += 'hand.before.settle = ["pay naturals"]\n'

    def doubles(hand: Hand) -> bool:
        return hand.cards == 2 and (not lowest or (not hand.soft and lowest <= hand.total <= 11))

    return text, Table(
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


def main(first: int, last: int) -> int:
    """Compare the tables of the seeds, and print the number that differ."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last + 1):
            rules, table = joint(seed)
            value = bj.solve(write(Path(folder), rules)).by_composition
            if abs(value - table.value) > DIGITS:
                wrong.append(seed)
            print(f"{seed:4} {100 * table.value:.9f}% {100 * value:.9f}%", flush=True)
    print(f"{last - first + 1} tables; different: {wrong or 'none'}")
    return int(bool(wrong))


if __name__ == "__main__":
    given = list(map(int, sys.argv[1:]))
    sys.exit(main(*(given if len(given) == 2 else (1, 20))))
