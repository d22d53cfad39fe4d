"""Repeat the tests that draw examples or play random games, each time with others.

    python tests/campaigns/fuzz.py [MINUTES] [FILE OR FOLDER …]

Without a file, all of them are repeated for this many minutes: games of shipped and of random rulesets at
both speeds, by hand, stepped, saved, killed and resumed, as histories, and turned back from their lines;
killed simulations; legal actions; texts for the loader, expressions, templates, charts and formulas.
Hypothesis shrinks every failure that it finds. The exit code is 0 without a failure; otherwise the turn is
printed, for ``BJ_TURN``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]


def main(minutes: float, places: list[str]) -> None:
    """Run the tests until the time is over, or one fails."""
    end = time.monotonic() + 60 * minutes
    turn = 0
    usual = {name: value for name, value in os.environ.items() if name != "CI"}
    while time.monotonic() < end:
        turn += 1
        options = ["-x", "-m", "hypothesis or drawn", "-p", "no:cacheprovider", f"--hypothesis-seed={turn}"]
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *places],
            cwd=ROOT,
            env=usual | {"BJ_TURN": str(turn)},
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode:
            print(ran.stdout[-20_000:])
            sys.exit(f"turn {turn} has found something")
        print(f"turn {turn}: {ran.stdout.strip().splitlines()[-1]}", flush=True)
    print(f"{turn} turns in {minutes:g} minutes have found nothing")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0, sys.argv[2:] or ["tests"])
