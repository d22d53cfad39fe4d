"""Tests that rules are simplified for every hand before the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.compiler.test_compile import VALUES
from tests.session.games import transcript
from tests.session.variants_of_classic import Changes, classic_with

from bj.catalogue import actions as a
from bj.compiler.decisions_in_advance import ALWAYS, Rule, decisions
from bj.errors import GameError
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import ValueKind, evaluate_expression
from bj.session.engines import PLAIN
from bj.simulation.blocks import play_block
from bj.simulation.jobs import make_job

KINDS = {
    **dict.fromkeys(("total", "upcard", "count", "cards", "hand"), ValueKind.NUMBER),
    "soft": ValueKind.BOOLEAN,
}
HANDS = [{"total": total, "soft": soft} for total in (4, 12, 16, 21) for soft in (0, 1)]
WORTHS = (2, 7, 10, 10, 11)


def rules_of(*written: tuple[str, int]) -> list[Rule]:
    """Make rules from the texts of their conditions and actions."""
    return [(parse_expression(text, KINDS, ValueKind.BOOLEAN), action) for text, action in written]


def work_out(
    rules: Sequence[Rule], chart: Sequence[int] = ()
) -> dict[tuple[int, int, int], tuple[Rule, ...]]:
    """The remaining rules by total, softness and the value of the upcard."""
    left = decisions(rules, chart, HANDS, WORTHS, 1)
    places = [(hand["total"], hand["soft"], rank) for hand in HANDS for rank in range(len(WORTHS))]
    return dict(zip(places, left, strict=True))


def first_action(rules: Sequence[Rule], values: Mapping[str, int]) -> int | None:
    """The action of the first matching rule."""
    return next((action for test, action in rules if evaluate_expression(test, values, 1)), None)


CONDITIONS = st.recursive(
    st.builds(
        "{} {} {}".format,
        st.sampled_from(["total", "upcard", "count", "cards"]),
        st.sampled_from(["<", "<=", "==", ">"]),
        st.sampled_from([2, 3, 10, 12, 16]),
    )
    | st.sampled_from(["soft", "True", "False", "total % 2 == hand"]),
    lambda inner: (
        st.builds("({} and {})".format, inner, inner)
        | st.builds("({} or {})".format, inner, inner)
        | st.builds("(not {})".format, inner)
    ),
    max_leaves=4,
)
ACTIONS = st.sampled_from([a.STAND, a.HIT, a.DOUBLE])


@given(
    st.lists(st.tuples(CONDITIONS, ACTIONS), max_size=5),
    st.booleans(),
    st.fixed_dictionaries(
        {"count": st.integers(0, 4), "cards": st.integers(2, 4), "hand": st.integers(0, 1)}
    ),
)
def test_what_is_left_decides_as_all_of_them(
    written: list[tuple[str, int]], has_chart: bool, values: dict[str, int]
) -> None:
    """For every hand and upcard, the first matching rule, or the chart, gives the same action as before."""
    rules = rules_of(*written)
    chart = [number % 3 for number in range(len(HANDS) * len(WORTHS))] if has_chart else []
    for index, (place, left) in enumerate(work_out(rules, chart).items()):
        total, soft, rank = place
        known = values | {"total": total, "soft": soft, "upcard": WORTHS[rank]}
        expected = first_action(rules, known)
        if expected is None and has_chart:
            expected = chart[index]
        assert first_action(left, known) == expected


def test_mostly_one_action_is_left() -> None:
    """Facts of a hand remove the rules that cannot apply, and all rules after one that must apply."""
    rules = rules_of(
        ("total <= 4 and soft", a.HIT),
        ("soft and count > 0", a.STAND),
        ("upcard == 10", a.DOUBLE),
        ("True", a.STAND),
    )
    left = work_out(rules)
    assert left[4, 1, 0] == ((ALWAYS, a.HIT),)
    assert left[4, 0, 0] == ((ALWAYS, a.STAND),)
    assert left[4, 0, 2] == left[4, 0, 3] == ((ALWAYS, a.DOUBLE),)
    assert [action for _, action in left[12, 1, 2]] == [a.STAND, a.DOUBLE]
    assert left[12, 1, 1] == ((ALWAYS, a.STAND),)


def test_a_draw_is_left_where_it_cannot_matter() -> None:
    """A random rule stays before one with the same action, because its draw affects later draws."""
    rules = rules_of(("chance(30)", a.HIT), ("total < 30", a.HIT))
    assert [len(left) for left in work_out(rules).values()] == [2] * len(HANDS) * len(WORTHS)


RULES = "strategies.simple.rules"
NO_CHART: Changes = {"strategies.simple.chart": None}


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("bankroll // (cards - cards) > 0", "divides by zero"),
        ("total > 40", "no rule"),
        ("total // (cards - cards) > 0", "divides by zero"),
    ],
)
def test_faults_of_rules_are_the_same_however_they_are_played(condition: str, message: str) -> None:
    """An undefined rule, or no matching rule, stops a game and a simulation equally."""
    checked = classic_with({RULES: [{"when": condition, "do": "hit"}], **NO_CHART})
    with pytest.raises(GameError) as played:
        transcript(checked, VALUES)
    with pytest.raises(GameError) as simulated:
        play_block(make_job(checked, VALUES, "hands"), 0, 100, PLAIN)
    assert message in str(played.value)
    assert message in str(simulated.value)
