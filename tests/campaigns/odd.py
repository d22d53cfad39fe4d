"""Analyse odd rulesets at random, and compare the values with simulations; see docs/numbers.md.

    python tests/campaigns/odd.py [FIRST] [LAST] [HANDS]

Each of the seeds gives a ruleset with other packs, payouts, bonuses, powers, one seat or two. The exit code
is 1 when a simulated value differs by more than 3.5 standard errors. Needs the compiled engine.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.analysis.odd import describe_odd, write_odd

import bj

MOST = 3.5
"""The number of standard errors by which a simulation may differ."""


def main(first: int, last: int, hands: int) -> int:
    """Compare the games of the seeds, and print the number that differ."""
    wrong = 0
    print("| seed | game | exact | simulated | standard error | difference / error |")
    print("|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "odd.toml"
        for seed in range(first, last + 1):
            write_odd(file, seed, small=False)
            exact, found = bj.analyze(file).players, bj.simulate(file, hands=hands, seed=seed).players
            for player, simulated in zip(exact, found, strict=True):
                edge = simulated.edge
                error = edge.error or float("nan")
                ratio = abs(edge.value - player.edge) / error
                wrong += not ratio <= MOST
                numbers = f"{100 * player.edge:.6f}% | {100 * edge.value:.6f}% | {100 * error:.6f}%"
                print(f"| {seed} | {describe_odd(seed)} | {numbers} | {ratio:.2f} |", flush=True)
    print(f"\n{wrong} differ by more than {MOST} standard errors")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*[*map(int, sys.argv[1:]), *[1, 16, 100_000_000][len(sys.argv) - 1 :]]))
