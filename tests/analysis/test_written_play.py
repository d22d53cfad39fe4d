"""The play that ``bj solve --write`` writes has the value that was reported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import tomli_w

from bj.analysis import analyze, solve

FEW_RANKS = dict.fromkeys("235789JQK", 0)
"""Changes of a pack that keep only fours, sixes, tens and aces."""

SEEN = "variants/double_exposure"


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        (SEEN, {"rules": {"surrender": True}}),
        (SEEN, {"rules": {"split": False, "insurance": True}}),
        ("casino", {}),
        ("casino", {"rules": {"surrender": True, "insurance": True}}),
    ],
)
def test_the_written_play_is_worth_what_was_reported(
    base: str, changes: Mapping[str, object], tmp_path: Path
) -> None:
    """The chart is by the upcard, or by the dealer's total if both cards are open."""
    ruleset, written = tmp_path / "table.toml", tmp_path / "best.toml"
    own = {"ruleset": {"title": "T", "extends": base}, "cards": {"pack": FEW_RANKS}, **changes}
    ruleset.write_text(tomli_w.dumps(own))
    found = solve(ruleset, fresh=True, file=written)
    written.write_text(found.strategy)
    (player,) = analyze(written, fresh=True).players
    assert player.edge == pytest.approx(found.by_totals, abs=1e-12)
    if base == SEEN:
        assert found.by_totals > found.by_composition - 0.002
        assert {"8", "16", "20", "s17"} <= set(found.columns)
        assert "chart_by_total" in found.strategy
