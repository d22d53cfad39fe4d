"""One hash for any number of workers, either engine, threads, processes or a cluster.

    python tests/campaigns/same_numbers.py [SIZE]

Simulates several games with 1, 2, 3 and 8 workers on the compiled engine, with 1 and 2 on the plain one, and
on a cluster of two worker processes, and prints the hashes. SIZE multiplies the usual amount. The exit code
is 0 if every game has one hash.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

from distributed import LocalCluster

from bj.session.engines import Speed
from bj.simulation.simulation import simulate


class Game(NamedTuple):
    """Something to simulate, which takes the plain engine some seconds."""

    ruleset: str
    arguments: Sequence[str]
    kind: str
    amount: int
    rounds: int = 0


GAMES = [
    Game("classic", ["1000", "5", "1000", "counting"], "hands", 200_000),
    Game("trick", ["60", "40", "5", "simple"], "games", 2_000),
    Game("sos_vs_sc", ["40", "10", "counting", "sos"], "games", 1_000),
    Game("sos_vs_sc_revised", ["40", "10", "simple", "sc"], "games", 1_000),
    Game("vegas", ["safe:A:100", "random:B:60", "random:C:9"], "games", 900, 20),
    Game("rulesets/odds/infinite_double_best.toml", [], "hands", 200_000),
]
LOCAL: list[tuple[Speed, int]] = [
    *(("compiled", workers) for workers in (1, 2, 3, 8)),
    *(("plain", workers) for workers in (1, 2)),
]


def main(size: int) -> int:
    """Simulate every game in every way."""
    different = 0
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        for game in GAMES:

            def key(engine: Speed, workers: int, address: str = "", game: Game = game) -> str:
                """The hash of the game, played in one way."""
                amount = {game.kind: size * game.amount}
                return simulate(
                    game.ruleset,
                    game.arguments,
                    rounds=game.rounds,
                    engine=engine,
                    workers=workers,
                    cluster=address,
                    **amount,  # type: ignore[arg-type]
                ).key

            found = {f"{engine}, {workers} workers": key(engine, workers) for engine, workers in LOCAL}
            found["cluster, compiled"] = key("compiled", 0, cluster.scheduler_address)
            found["cluster, plain"] = key("plain", 0, cluster.scheduler_address)
            hashes = set(found.values())
            print(
                f"{game.ruleset}, {size * game.amount:,} {game.kind}: {', '.join(sorted(hashes))}", flush=True
            )
            if len(hashes) > 1:
                different += 1
                print("\n".join(f"    {way}: {one}" for way, one in found.items()))
    print(f"{len(GAMES)} games in {len(LOCAL) + 2} ways, {different} with more than one hash")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
