"""Tests results as data frames."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import bj
from bj.errors import UsageError


def test_a_frame_has_the_numbers_of_the_result() -> None:
    """A frame has the values by count, errors and numbers of hands of the dataclasses."""
    found = bj.simulate("classic", ["1000", "5", "100", "counting"], hands=2_000, engine="plain", workers=1)
    frame = bj.to_frame(found)
    rows = frame.filter(
        (pl.col("kind") == "player") & (pl.col("quantity") == "value per initial wager at count")
    )
    [player] = found.players
    assert rows["at_number"].to_list() == [at.count for at in player.by_count]
    assert rows["value"].to_list() == [at.edge.value for at in player.by_count]
    assert rows["error"].to_list() == [at.edge.error for at in player.by_count]
    assert rows["number"].sum() == found.hands
    assert bj.to_frame(found, "pandas")["value"].tolist()[:3] == frame["value"].to_list()[:3]


def test_exact_values_are_frames() -> None:
    """An analysis has a row for every first hand and columns of actions; a solution one for every play."""
    found = bj.analyze("infinite_double")
    frame = bj.to_frame(found)
    assert frame.columns[:4] == ["hand", "upcard", "chance", "value"]
    assert set(frame.columns[4:]) == {"hit", "stand", "double"}
    assert (frame["chance"] * frame["value"]).sum() == pytest.approx(found.players[0].edge)
    plays = bj.to_frame(bj.solve("infinite_double"), "pandas")
    assert plays[(plays.hand == "hard 11") & (plays.upcard == "6")].code.tolist() == ["D"]


@pytest.mark.parametrize(("found", "library"), [(None, "polars"), ("found", "polars"), (None, "os")])
def test_other_values_are_not_frames(found: Any, library: Any) -> None:
    """Only results become frames, and only of the two libraries."""
    with pytest.raises(UsageError, match=r"a result cannot be|is not a data frame library"):
        bj.to_frame(found, library)
