"""Every campaign in small."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.campaigns import broken, right
from tests.campaigns.mutate import MEGABYTES, SECONDS, judge_batch
from tests.verify.judging import judge
from tests.verify.mutants import games


def test_a_few_hundred_mutants_are_judged_in_order() -> None:
    """Whatever happens to a ruleset, `bj validate` ends with 0 or 1, soon, in little memory, in words."""
    batch = judge_batch(0)
    assert batch.troubles == []
    assert set(batch.codes) == {0, 1}
    assert batch.slowest < SECONDS
    assert batch.megabytes > 0
    assert MEGABYTES == 300


def test_a_right_game_is_judged_in_every_way() -> None:
    """A game of a ruleset with people, and one of an independent program, are right."""
    assert right.judge(right.ours("infinite", 1)) == (1, 0)
    assert right.judge(right.theirs("courses", 1)) == (1, 0)


def test_broken_programs_are_judged() -> None:
    """A mutant is judged rightly when its rule is found, and not when another one is."""
    chosen = next(broken.choose(["ties lose"], 1, 0))
    game = next(games("courses", 1))
    assert judge(chosen, game).what == "good"
    assert judge([chosen[0]._replace(rules=("shoe",))], game).what == "rule"
