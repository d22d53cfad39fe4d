"""The blocks of persons in a table."""

from __future__ import annotations

import pytest
from tests.session.games import DIFFERENT
from tests.session.test_speeds import values_of

from bj.engine.cards.seats import persons_of
from bj.engine.layout import table as t
from bj.session.game_plan import Plan, prepare


@pytest.mark.parametrize("name", DIFFERENT)
def test_only_persons_have_blocks(name: str) -> None:
    """Rosters of teams, and the initial money of members, are not persons, however many there are."""
    compiled = Plan(*prepare(name, values_of(name)), 0).compile()
    blocks = persons_of(compiled.table)
    assert len(blocks) == len(compiled.persons)
    assert all(compiled.table[block + t.FIRST_HAND] >= blocks.stop for block in blocks)
