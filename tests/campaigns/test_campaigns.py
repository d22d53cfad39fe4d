"""Every campaign in small."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.campaigns.mutate import MEGABYTES, SECONDS, judge_batch


def test_a_few_hundred_mutants_are_judged_in_order() -> None:
    """Whatever happens to a ruleset, `bj validate` ends with 0 or 1, soon, in little memory, in words."""
    batch = judge_batch(0)
    assert batch.troubles == []
    assert set(batch.codes) == {0, 1}
    assert batch.slowest < SECONDS
    assert batch.megabytes > 0
    assert MEGABYTES == 300
