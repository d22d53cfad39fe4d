"""Look for texts that break the loader, expressions, templates, locator or formulas.

    python tests/campaigns/fuzz.py [MINUTES]

Repeats the property tests of reading rulesets, each time with other examples, for this many minutes.
Hypothesis shrinks every failure that it finds. The exit code is 0 if it finds none.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = [
    "tests/ruleset/test_any_text.py",
    "tests/ruleset/test_load_mutants.py",
    "tests/ruleset/test_locate.py",
    "tests/ruleset/test_templates.py",
    "tests/ruleset/test_gaps.py",
    "tests/findings/test_faults.py",
    "tests/compiler/test_formulas.py",
]
PROPERTIES = "any or mutated or doubled or newer or places_stay or agree"


def main() -> None:
    """Run the tests until the time is over, or one fails."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    end = time.monotonic() + 60 * minutes
    seed = 0
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    while time.monotonic() < end:
        seed += 1
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-p",
            "no:cacheprovider",
            f"--hypothesis-seed={seed}",
        ]
        ran = subprocess.run(
            [*command, "-k", PROPERTIES, *FILES], cwd=ROOT, env=environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        if ran.returncode:
            print(ran.stdout[-20_000:])
            sys.exit(f"seed {seed} has found something")
        print(f"seed {seed}: {ran.stdout.strip().splitlines()[-1]}", flush=True)
    print(f"{seed} rounds in {minutes:g} minutes have found nothing")


if __name__ == "__main__":
    main()
