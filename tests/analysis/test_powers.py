"""Powers that an analysis does not follow are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis import games
from tests.cli.changed_rulesets import changed

import bj
from bj.analysis.history import BY_POWER, refuse_history
from bj.catalogue.reactions import EFFECTS
from bj.errors import UsageError


@pytest.mark.parametrize("effect", sorted(BY_POWER))
def test_a_power_over_cards_is_not_analysed(effect: str) -> None:
    """Whoever can exchange, discard or look at a card plays a game that only a simulation follows."""
    value = {"partner": "opponent", "into": "A"}.get(EFFECTS[effect].needs, 12)
    needs = {EFFECTS[effect].needs: value} if EFFECTS[effect].needs else {}
    needs |= {"card": "QS"} if effect == "add card" else {}
    power = {"on": EFFECTS[effect].on[0], "do": effect, **needs}
    checked = changed("classic", {"strategies/simple/reactions": [power]})
    with pytest.raises(UsageError, match=f"a power with `{effect}` cannot be analysed"):
        refuse_history(checked, {"player": "simple"}, fresh=True)


@pytest.mark.parametrize("limit", ["1 per game", "2 per round"])
def test_a_limit_for_several_hands_is_not_analysed(limit: str) -> None:
    """How often a power is still there depends on the hands before; per hand it does not."""
    power = {"on": "stand", "do": "extra card", "limit": limit}
    checked = changed("classic", {"strategies/simple/reactions": [power]})
    with pytest.raises(UsageError, match=f"`{limit}` depends on the hands before"):
        refuse_history(checked, {"player": "simple"}, fresh=True)
    allowed = changed("classic", {"strategies/simple/reactions": [power | {"limit": "1 per hand"}]})
    refuse_history(allowed, {"player": "simple"}, fresh=True)


def test_a_power_about_others_is_not_analysed() -> None:
    """What happens to others is no matter of one hand."""
    power = {"on": "bust", "of": "opponent", "do": "change bankroll", "amount": 1}
    checked = changed("classic", {"strategies/simple/reactions": [power]})
    with pytest.raises(UsageError, match="a power about what happens to others cannot be analysed"):
        refuse_history(checked, {"player": "simple"}, fresh=True)


def test_players_hold_a_dealer_of_the_house(tmp_path: Path) -> None:
    """A power on `dealer stands` makes the house's dealer draw, who has no powers of its own."""
    power = "[powers.more]\non = 'dealer stands'\ndo = 'extra card'\nlimit = '1 per hand'\n"
    has = "[strategies.greedy]\nextends = 'drawer'\npowers = ['more']"
    text = games.SMALL.format(strategy="greedy") + power + has
    (tmp_path / "held.toml").write_text(text, encoding="utf-8")
    games.load(tmp_path)
    held, free = (bj.analyze(tmp_path / f"{name}.toml").players[0] for name in ("held", "small"))
    assert held.shares["won as the dealer bust"] > free.shares["won as the dealer bust"] + 0.1


def test_a_power_of_the_dealer_is_analysed(tmp_path: Path) -> None:
    """A dealer who stands on 16 but then takes another card plays as one who draws to 16."""
    games.load(tmp_path)
    small = (tmp_path / "small.toml").read_text(encoding="utf-8")
    power = """draws = "total < 16"
reactions = [{ on = "stand", do = "extra card", when = "total < 17" }]"""
    for name, dealer in (("seventeen", 'draws = "total < 17"'), ("sixteen", power)):
        (tmp_path / f"{name}.toml").write_text(f"{small}\n[dealer]\n{dealer}\n", encoding="utf-8")
    drawn, other = (bj.analyze(tmp_path / f"{name}.toml").players[0] for name in ("sixteen", "seventeen"))
    assert drawn.shares == pytest.approx(other.shares, abs=1e-12)
