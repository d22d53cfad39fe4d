"""Ten million hands in polars, by the true count when the wager was made: `python by_count.py`."""

import polars as pl

import bj

COUNTER = """
[ruleset]
title = "Counter"
extends = "casino"

[strategies.basic]
count = { "2 3 4 5 6" = 1, "T J Q K A" = -1 }
"""


def table(hands=10_000_000):
    """The hands and the value per initial wager at each true count."""
    found = bj.simulate(
        COUNTER, {"hands": 100_000, "player": "basic"}, hands=hands, by="floor(52 * count / cards_left)"
    )
    rows = bj.to_frame(found).filter((pl.col("kind") == "player") & pl.col("at_number").is_not_null())
    return rows.filter(pl.col("quantity") == "value per initial wager at count").select(
        pl.col("at_number").cast(int).alias("true count"), pl.col("number").alias("hands"), "value", "error"
    )


if __name__ == "__main__":
    with pl.Config(tbl_rows=100):
        print(table())
