"""Checks whether simulations agree with published and exactly computed values of games.

    python benchmarks/odds.py [--hands N] [--seed N] [--workers N] [GAME]…

Simulates the rulesets of ``rulesets/odds``. Prints for each the known and the simulated value per initial
wager, the standard error, the number of hands, and the difference in standard errors. The exit code is 1 if
a difference is more than four. ``tests/oracle/odds.py`` computes
the known values independently.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from bj.simulation.simulation import simulate

RULESETS = Path(__file__).parents[1] / "rulesets" / "odds"

KNOWN = {
    "infinite_best": -0.02420812,
    "infinite_double_best": -0.01167689,
    "infinite_double_original_bets": -0.01086742,
    "infinite_like_dealer": -0.05674630,
    "simple_infinite": -0.01760273,
    "simple_fresh_pack": -0.01359245,
    "random_infinite": -0.22294957,
    "fresh_pack_like_dealer": -0.05684556,
    "casino/s17": -0.00511734,
    "casino/h17": -0.00731096,
    "casino/s17_unlimited_resplits": -0.00509397,
    "casino/s17_unlimited_resplits_of_aces": -0.00429287,
    "casino/s17_late_surrender": -0.00426223,
    "casino/h17_late_surrender": -0.00629427,
    "casino/s17_no_das_split_once": -0.00690237,
    "casino/s17_never_split": -0.01086742,
    "casino/s17_resplit_aces": -0.00434692,
    "casino/s17_hit_split_aces": -0.00320751,
    "casino/s17_double_9_to_11": -0.00600710,
    "casino/s17_never_double": -0.01986608,
    "casino/s17_double_any_number": -0.00286205,
    "casino/s17_no_hole_card": -0.00625264,
    "casino/s17_early_surrender": 0.00121626,
    "casino/s17_naturals_6_to_5": -0.01864627,
    "casino/s17_push_22": -0.07350096,
    "casino/s17_five_cards": 0.01080130,
    "casino/s17_lost_ties_of_17": -0.02312820,
    "casino/s17_spanish_pack": -0.02405282,
    "variants/spanish_21": -0.00443407,
    "variants/spanish_21_redoubled": -0.00576393,
    "variants/double_exposure": -0.00388144,
    "variants/free_bet": -0.00993699,
    "fresh/one_pack": 0.00144,
    "fresh/one_pack_no_hole_card": 0.00037,
    "fresh/one_pack_late_surrender": 0.00166,
    "fresh/one_pack_no_das": 0.00003,
    "fresh/one_pack_no_das_no_hole_card": -0.00103,
    "fresh/one_pack_no_das_late_surrender": 0.00025,
    "fresh/two_packs": -0.00192,
    "fresh/two_packs_no_hole_card": -0.00299,
    "fresh/two_packs_late_surrender": -0.00141,
    "fresh/two_packs_no_das": -0.00335,
    "fresh/two_packs_no_das_no_hole_card": -0.00440,
    "fresh/two_packs_no_das_late_surrender": -0.00284,
    "fresh/six_packs": -0.00406,
    "fresh/six_packs_no_hole_card": -0.00517,
    "fresh/six_packs_late_surrender": -0.00334,
    "fresh/six_packs_no_das": -0.00548,
    "fresh/six_packs_no_das_no_hole_card": -0.00657,
    "fresh/six_packs_no_das_late_surrender": -0.00475,
    "fresh/eight_packs": -0.00433,
    "fresh/eight_packs_no_hole_card": -0.00545,
    "fresh/eight_packs_late_surrender": -0.00357,
    "fresh/eight_packs_no_das": -0.00574,
    "fresh/eight_packs_no_das_no_hole_card": -0.00684,
    "fresh/eight_packs_no_das_late_surrender": -0.00499,
}
"""The player's expected value per initial wager in each game.

All values are published, except those of casino tables and of doubling where a dealer's natural takes the
whole doubled wager. These are computed.
"""

MOST = 4
"""The number of standard errors by which a simulation may differ from the known value."""


def main() -> int:
    """Simulate, and print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them without any")
    parser.add_argument("--hands", type=int, default=1_000_000, help="of each game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=0, help="0 for one on every processor")
    options = parser.parse_args()
    if unknown := set(options.games) - set(KNOWN):
        parser.error(f"no such game: {', '.join(sorted(unknown))}; there are {', '.join(KNOWN)}")
    print("| game | known | simulated | standard error | hands | difference / error | million hands/s |")
    print("|---|---|---|---|---|---|---|")
    wrong = 0
    for name in options.games or KNOWN:
        known, begun = KNOWN[name], time.perf_counter()
        file = RULESETS / f"{name}.toml"
        found = simulate(file, hands=options.hands, seed=options.seed, workers=options.workers)
        rate = found.hands / (time.perf_counter() - begun) / 1e6
        edge = found.players[0].edge
        ratio = abs(edge.value - known) / edge.error
        wrong += ratio > MOST
        print(
            f"| {name} | {100 * known:.6f}% | {100 * edge.value:.6f}% | {100 * edge.error:.6f}%"
            f" | {found.hands:,} | {ratio:.2f} | {rate:.1f} |",
            flush=True,
        )
    print(f"\n{wrong} of them differ by more than {MOST} standard errors")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
