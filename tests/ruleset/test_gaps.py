from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bj.faults_and_fixes import KeyPath
from bj.ruleset.toml.look_up import has, look_up
from bj.ruleset.toml.removed_parts import ANY, Gaps

DOCUMENTS = st.recursive(
    st.integers(), lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner)
)


def paths_in(data: Any, path: KeyPath = ()) -> list[KeyPath]:
    """The places of everything in a document."""
    steps = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [found for step in steps for found in [(*path, step), *paths_in(data[step], (*path, step))]]


def leaves(data: Any) -> list[tuple[KeyPath, int]]:
    """The numbers of a document with their places."""
    return [(path, value) for path in paths_in(data) if isinstance(value := look_up(data, path), int)]


@given(data=st.dictionaries(st.sampled_from("abc"), DOCUMENTS), choose=st.data())
def test_places_stay_those_of_the_document(data: dict[str, Any], choose: st.DataObject) -> None:
    """After any deletion the places of the rest are known, and the document is unchanged."""
    gaps, before = Gaps(), copy.deepcopy(data)
    for path in choose.draw(st.lists(st.sampled_from(paths_in(data)), max_size=5)) if paths_in(data) else []:
        gaps.take_out(path)
    pruned = gaps.prune(data)
    assert data == before
    kept = [(gaps.original(path), value) for path, value in leaves(pruned)]
    assert sorted(kept, key=str) == sorted(
        (leaf for leaf in leaves(data) if not gaps.holds(leaf[0])), key=str
    )


def test_a_stand_in_takes_the_place_of_a_lost_value() -> None:
    """A required value is replaced once, and still counts as lost."""
    gaps = Gaps()
    assert gaps.take_out(("dealer", "name"))
    assert gaps.replace(("dealer", "name"), "x")
    assert not gaps.replace(("dealer", "name"), "x")
    assert gaps.prune({"dealer": {"name": 5, "draws": "1"}}) == {"dealer": {"name": "x", "draws": "1"}}
    assert gaps.holds(("dealer", "name"))
    assert gaps.near(("dealer",))
    assert not gaps.near(("dealer", "draws"))


def test_keys_of_lost_values_are_kept_if_they_are_known() -> None:
    """A removed value is known by the key that was probably meant; one without a key may have any."""
    gaps = Gaps()
    gaps.take_out(("arguments", "bankroll"))
    gaps.take_out(("arguments", "Min Wager"))
    gaps.take_out(("players", 0))
    assert gaps.keys(("arguments",)) == {"bankroll", "min_wager", "minwager"}
    assert gaps.keys(("strategies",)) == set()
    gaps.take_out(("arguments", ANY))
    assert gaps.keys(("arguments",)) is None
    assert gaps.original(("players", 0)) == ("players", 1)


def test_an_orphan_may_have_everything() -> None:
    """Nothing counts as missing in a ruleset with an unknown base."""
    gaps = Gaps()
    gaps.take_out(())
    assert gaps.near(("cards",))
    assert gaps.may_hold(("strategies", "simple"))
    assert gaps.keys(("arguments",)) is None
    assert not gaps.holds(("cards",))
    assert gaps.prune({"a": 1}) == {"a": 1}


def test_looking_up_what_is_not_there() -> None:
    """Only tables have keys, and only lists have indices."""
    assert not has([1], "a")
    assert not has([1], ANY)
    assert not has({"a": 1}, 0)
    assert look_up({"a": [1, {"b": 2}]}, ("a", 1, "b")) == 2
    assert look_up({"a": 1}, ("a", "b")) is None
