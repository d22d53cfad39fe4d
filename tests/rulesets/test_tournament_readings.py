"""How unclear points of the tournament's handout are read, played out with chosen cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.oracle.tournament_readings import EDITIONS, Reading, looked_at
from tests.rulesets.common_readings import COMMON_READINGS
from tests.rulesets.edition_readings import EDITION_READINGS

READINGS = [*EDITION_READINGS, *COMMON_READINGS]


@pytest.mark.parametrize("parent", EDITIONS)
@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.point)
def test_reading_is_played_like_this(tmp_path: Path, reading: Reading, parent: str) -> None:
    """A game with chosen cards says what the reading of an unclear point says, in its editions only."""
    lines = looked_at(reading, tmp_path, parent, "")
    if parent in reading.parents:
        assert lines == reading.expected
    else:
        assert lines != reading.expected


@pytest.mark.parametrize(
    ("reading", "parent"),
    [
        pytest.param(reading, parent, id=f"{parent}: {reading.point}")
        for reading in READINGS
        for parent in reading.parents
    ],
)
def test_other_reading_is_heard(tmp_path: Path, reading: Reading, parent: str) -> None:
    """With the other reading in an overlay the same cards say something else."""
    assert looked_at(reading, tmp_path, parent, reading.switched) != reading.expected
