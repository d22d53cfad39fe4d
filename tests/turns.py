"""Which of many random games a run of the tests plays.

The usual run plays those of turn 0; ``tests/campaigns/fuzz.py`` plays those of other turns.
"""

from __future__ import annotations

import os

TURN = int(os.environ.get("BJ_TURN", "0"))


def seeds(count: int) -> range:
    """The seeds of this turn: as many for each, and no seed in two of them."""
    return range(count * TURN, count * TURN + count)
