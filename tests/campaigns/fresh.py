"""Compare exact values of casino rules from fresh shoes with those that are published; see docs/numbers.md.

python tests/campaigns/fresh.py                  # all: two minutes of processor time
python tests/campaigns/fresh.py 1 "DAS" "no DAS" # some
python tests/campaigns/fresh.py hoppe 1 2        # charts with one second choice, as H. Hoppe has them
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bj.analysis.best_play import NEEDED
from bj.analysis.exploring import explore_game
from bj.analysis.game import make_game
from bj.analysis.solving import BEST, Codes, Solver
from bj.session.plan import prepare

NO_DAS = 'double = "cards == 2 and not from_split"\n'
OPEN = """
[procedure]
deal = ["player up", "dealer up", "player up"]
hand.without = ["reveal hole card", "peek", "offer insurance", "pay naturals"]
hand.before.settle = ["pay naturals"]
"""

RULES: Mapping[str, str] = {
    "DAS": "",
    "DAS, no hole card": OPEN,
    "DAS, surrender": "[rules]\nsurrender = true\n",
    "no DAS": "[rules]\n" + NO_DAS,
    "no DAS, no hole card": "[rules]\n" + NO_DAS + OPEN,
    "no DAS, surrender": "[rules]\nsurrender = true\n" + NO_DAS,
}
"""Casino rules: the dealer stands on soft 17; split to four hands, aces once with one card each."""

PUBLISHED: Mapping[int, Sequence[tuple[float, float]]] = {
    1: (
        (-0.183, -0.144),
        (-0.075, -0.037),
        (-0.205, -0.166),
        (-0.042, -0.003),
        (0.064, 0.103),
        (-0.064, -0.025),
    ),
    2: ((0.178, 0.192), (0.285, 0.299), (0.127, 0.141), (0.321, 0.335), (0.426, 0.440), (0.270, 0.284)),
    6: ((0.403, 0.406), (0.514, 0.517), (0.331, 0.334), (0.545, 0.548), (0.654, 0.657), (0.472, 0.475)),
    8: ((0.431, 0.433), (0.543, 0.545), (0.355, 0.357), (0.572, 0.574), (0.682, 0.684), (0.497, 0.499)),
}
"""The house edge in percent, by composition and by totals, of each of RULES (Wizard of Odds' calculator)."""


H17 = '[dealer]\ndraws = "total < 17 or soft and total == 17"\n'

HOPPE: Mapping[int, tuple[float, float]] = {
    1: (-0.161, 0.013),
    2: (0.144, 0.328),
    4: (0.287, 0.480),
    6: (0.333, 0.530),
    8: (0.357, 0.555),
}
"""The house edge in percent with late surrender: the dealer stands on soft 17, or hits it (H. Hoppe)."""

GIVEN_UP = {"H": "Rh", "D": "Rh", "Ph": "Rh", "Pd": "Rh", "S": "Rs", "Ds": "Rs", "Ps": "Rs"}
"""Codes that give a hand up, and otherwise do the same with any number of cards."""


def solver(packs: int, rules: str) -> Solver:
    """Casino rules with a fresh shoe of some packs, ready to be solved."""
    head = f'[ruleset]\ntitle = "Fresh"\nextends = "casino"\n[shoe]\npacks = {packs}\n'
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "fresh.toml"
        file.write_text(head + rules, encoding="utf-8")
        game = make_game(*prepare(file, (), {}), fresh=True, solved=True)
    return Solver(explore_game(game, measures=NEEDED))


def one_second_choice(packs: int, more: str) -> tuple[float, float]:
    """The values of two charts with late surrender.

    The first plays hands that may not be given up as the best chart without surrender does; the other one is
    the best of all.
    """
    without, game = solver(packs, more), solver(packs, "[rules]\nsurrender = true\n" + more)
    plain = without.solve()
    codes: Codes = plain
    while True:
        better = dict(codes)
        for cell, weighed in game.weigh(codes).items():
            choices = [plain[cell], GIVEN_UP.get(plain[cell], plain[cell])]
            better[cell] = max(choices, key=lambda code: weighed.worths[code])
        if better == codes:
            return game.value(codes), game.value(game.solve())
        codes = better


def main(arguments: Sequence[str]) -> None:
    """Print a line for each of the rules that are wanted, as each is known."""
    packs_wanted: list[int] = [int(each) for each in arguments if each.isdigit()]
    if "hoppe" in arguments:
        for packs in packs_wanted or HOPPE:
            for more, published in zip(("", H17), HOPPE[packs], strict=True):
                values = [-100 * value for value in one_second_choice(packs, more)]
                name = "H17" if more else "S17"
                print(
                    f"| {packs} | {name} | {values[0]:.5f} | {published:.3f} | {values[1]:.5f} |", flush=True
                )
        return
    wanted = [name for name in arguments if name in RULES] or list(RULES)
    for packs in packs_wanted or PUBLISHED:
        for (name, rules), known in zip(RULES.items(), PUBLISHED[packs], strict=True):
            if name in wanted:
                found = solver(packs, rules)
                by_hand, by_total = known
                best = f"{-100 * found.value(BEST):.5f} | {by_hand:.3f}"
                chart = f"{-100 * found.value(found.solve()):.5f} | {by_total:.3f}"
                print(f"| {packs} | {name} | {best} | {chart} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
