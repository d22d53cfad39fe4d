from __future__ import annotations

from itertools import islice

from bj.ruleset.model import Strategy
from bj.ruleset.model.strategies import lineage, owner_of

STRATEGIES = {
    "child": Strategy(extends="parent", memory={}),
    "parent": Strategy(extends="grandparent", wager="2", memory={"bet": "1"}),
    "grandparent": Strategy(wager="1"),
    "orphan": Strategy(extends="nobody"),
    "egg": Strategy(extends="hen"),
    "hen": Strategy(extends="egg"),
}


def test_a_lineage_is_walked_one_by_one() -> None:
    """Parents come after their children and an unknown parent last; in a circle, strategies repeat."""
    assert list(lineage(STRATEGIES, "child")) == ["child", "parent", "grandparent"]
    assert list(lineage(STRATEGIES, "orphan")) == ["orphan", "nobody"]
    assert list(islice(lineage(STRATEGIES, "egg"), 5)) == ["egg", "hen", "egg", "hen", "egg"]


def test_the_nearest_strategy_owns_a_key() -> None:
    """A key belongs to the nearest strategy that has it, even empty, or else to the strategy itself."""
    assert owner_of(STRATEGIES, "child", "wager") == "parent"
    assert owner_of(STRATEGIES, "grandparent", "wager") == "grandparent"
    assert owner_of(STRATEGIES, "child", "memory") == "child"
    assert owner_of(STRATEGIES, "child", "chart") == "child"
