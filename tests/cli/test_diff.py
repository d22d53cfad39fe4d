from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from tests.engine.variants import Variant, repack, ruleset, rulesets

from bj.describe.rules.differences import compare_rulesets


@given(one=rulesets(), other=rulesets())
@example(one=ruleset(351), other=repack(ruleset(351), 9))  # a chart for pairs of a rank that the other lacks
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_two_rulesets_can_be_compared(one: Variant, other: Variant) -> None:
    """A ruleset does not differ from itself, and two rulesets differ in the same places both ways."""
    old, new = one.load(), other.load()
    assert compare_rulesets(old, old) == compare_rulesets(new, new) == []
    there, back = compare_rulesets(old, new), compare_rulesets(new, old)
    assert {line for line in there if not line.startswith(" ")} == {
        line for line in back if not line.startswith(" ")
    }
