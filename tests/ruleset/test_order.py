"""The order of the steps of a hand, with every branch that conditions can take."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from bj.errors import RulesetError
from bj.ruleset.load import load_ruleset

ORDER_CODES = {"BJ707", "BJ708", "BJ709"}
HAND = ["take wagers", "deal", "pay naturals", "players act", "reveal hole card", "dealer acts", "settle"]
STEPS = [*HAND, "shuffle", "announce hand"]

Step = dict[str, str]


def steps() -> st.SearchStrategy[Step]:
    """A step, perhaps with a condition or an alternative."""
    names = st.sampled_from(STEPS)
    plain = st.fixed_dictionaries({"step": names})
    condition = st.sampled_from(["hand > 1", "bankroll > 9"])
    guarded = st.fixed_dictionaries({"step": names, "if": condition}, optional={"else": names})
    return st.one_of(plain, guarded)


def hands() -> st.SearchStrategy[list[Step]]:
    """The steps of a usual hand, some of them replaced or inserted."""
    usual = st.just([{"step": name} for name in HAND])
    changes = st.lists(st.tuples(st.integers(0, len(HAND)), st.booleans(), steps()), max_size=3)

    def change(hand: list[Step], changes: list[tuple[int, bool, Step]]) -> list[Step]:
        hand = list(hand)
        for at, is_replaced, step in changes:
            hand[at : at + is_replaced] = [step]
        return hand

    return st.builds(change, usual, changes)


def courses(hand: list[Step]) -> Iterator[list[tuple[str, bool]]]:
    """All courses through the steps: the steps in order, each with whether it is played."""
    branches: list[list[list[tuple[str, bool]]]] = []
    for step in hand:
        ways = [[(step["step"], True)]]
        if "if" in step:
            other = [(step["else"], True)] if "else" in step else []
            ways.append([(step["step"], False), *other])
        branches.append(ways)
    for course in itertools.product(*branches):
        yield [turn for way in course for turn in way]


def is_in_order(course: list[tuple[str, bool]]) -> bool:
    """Whether these steps make a hand of blackjack."""
    for at, (name, is_played) in enumerate(course):
        if not is_played:
            continue
        passed = {other for other, _ in course[:at]}
        played = {other for other, was_played in course[:at] if was_played}
        if name in HAND and name in played:
            return False
        if name == "shuffle" and "deal" in played and "settle" not in played:
            return False
        if name == "deal" and "take wagers" not in played:
            return False
        if name in HAND[2:6] and "deal" not in played:
            return False
        if name == "dealer acts" and not {"players act", "reveal hole card"} <= passed:
            return False
        if name == "settle" and not {"players act", "dealer acts"} <= passed:
            return False
    return True


def codes_of(hand: list[Step], folder: Path) -> set[str]:
    """The codes of the faults in the order of a hand's steps."""
    data: dict[str, Any] = {
        "ruleset": {"title": "Any order", "extends": "classic"},
        "procedure": {"hand": hand},
    }
    file = folder / "any_order.toml"
    file.write_text(tomli_w.dumps(data))
    try:
        load_ruleset(file)
    except RulesetError as error:
        return {finding.code for finding in error.findings} & ORDER_CODES
    return set()


@given(hand=hands())
@settings(max_examples=30)
def test_a_hand_is_accepted_if_every_way_through_it_is_in_order(
    hand: list[Step], tmp_path_factory: Any
) -> None:
    """The order is refused exactly if some choice of conditions leads to a step too early."""
    expected = all(is_in_order(course) for course in courses(hand))
    assert (not codes_of(hand, tmp_path_factory.getbasetemp())) == expected


def test_steps_without_an_order_do_not_multiply_the_ways_through_a_hand(tmp_path: Path) -> None:
    """Two hundred conditional steps are checked quickly, because only steps whose order matters count."""
    others = ["announce hand", "show hands", "show players", "announce standings", "ask again", "reshuffle"]
    names = [*HAND, *others, *others]
    hand = [
        {"step": name, "if": "hand > 1", "else": names[at * 5 % 19]} for at, name in enumerate(names)
    ] * 10
    assert codes_of(hand, tmp_path) == ORDER_CODES
