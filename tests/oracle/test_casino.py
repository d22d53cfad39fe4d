"""Tables of casinos: the engine pays what a dealer pays who goes by the rules as they are spoken."""

from __future__ import annotations

import pytest
from tests.oracle.casino_games import compare


@pytest.mark.parametrize("batch", range(5))
def test_random_tables_pay_what_a_dealer_pays(batch: int) -> None:
    """At random tables with any options, every bankroll is the same after every round.

    The campaign ``tests/campaigns/casino.py`` plays more of them.
    """
    assert sum(compare(seed, rounds=25) for seed in range(15 * batch, 15 * batch + 15)) > 200
