"""Powers that an analysis does not follow are refused."""

from __future__ import annotations

import pytest
from tests.cli.changed_rulesets import changed

from bj.analysis.game import BY_POWER, refuse_history
from bj.catalogue.reactions import EFFECTS
from bj.errors import UsageError


@pytest.mark.parametrize("effect", sorted(BY_POWER))
def test_a_power_over_cards_is_not_analysed(effect: str) -> None:
    """Whoever can exchange, discard or look at a card plays a game that only a simulation follows."""
    needs = {EFFECTS[effect].needs: 12} if EFFECTS[effect].needs else {}
    power = {"on": EFFECTS[effect].on[0], "do": effect, **needs}
    checked = changed("classic", {"strategies/simple/reactions": [power]})
    with pytest.raises(UsageError, match=f"a power with `{effect}` cannot be analysed"):
        refuse_history(checked, {"player": "simple"}, fresh=True)
