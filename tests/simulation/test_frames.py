"""Results as data frames."""

from __future__ import annotations

import polars as pl

import bj


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
