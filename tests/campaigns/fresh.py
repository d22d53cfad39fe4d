"""Compare exact values of casino rules from fresh shoes with those that are published; see docs/numbers.md.

python tests/campaigns/fresh.py                  # all: half an hour of processor time
python tests/campaigns/fresh.py 1 "DAS" "no DAS" # some
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import bj

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


def solve(packs: int, rules: str) -> bj.Solution:
    """The best play of casino rules with a fresh shoe of some packs."""
    head = f'[ruleset]\ntitle = "Fresh"\nextends = "casino"\n[shoe]\npacks = {packs}\n'
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "fresh.toml"
        file.write_text(head + rules, encoding="utf-8")
        return bj.solve(file, fresh=True)


def main(arguments: Sequence[str]) -> None:
    """Print a line for each of the rules that are wanted, as each is known."""
    wanted = [name for name in arguments if name in RULES] or list(RULES)
    for packs in [int(each) for each in arguments if each.isdigit()] or PUBLISHED:
        for (name, rules), known in zip(RULES.items(), PUBLISHED[packs], strict=True):
            if name in wanted:
                found = solve(packs, rules)
                by_hand, by_total = known
                best = f"{-100 * found.by_composition:.5f} | {by_hand:.3f}"
                chart = f"{-100 * found.by_totals:.5f} | {by_total:.3f}"
                print(f"| {packs} | {name} | {best} | {chart} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
