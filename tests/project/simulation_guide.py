"""Do what the guide to simulation says in a fresh folder, and write what its commands print into it.

    python tests/project/simulation_guide.py

``git diff`` shows what has changed; look at every line of it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.project.guides import follow

from bj.cache import needs_compiling
from bj.simulation import simulate

GUIDE = Path(__file__).parents[2] / "docs" / "simulation.md"


def warm_up() -> None:
    """Compile the engine if it is not: what is said of it stands in no guide."""
    if needs_compiling():
        simulate("classic", hands=1, engine="compiled", workers=1)


if __name__ == "__main__":
    warm_up()
    with tempfile.TemporaryDirectory() as folder:
        GUIDE.write_text(follow(GUIDE.read_text("utf-8"), Path(folder)), "utf-8", newline="\n")
