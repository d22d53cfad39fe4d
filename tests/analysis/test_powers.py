"""Powers that an analysis does not follow are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis import games
from tests.cli.changed_rulesets import changed

import bj
from bj.analysis.refused_games import refuse_history
from bj.catalogue.effects import EFFECTS, Effect
from bj.catalogue.occasions import OCCASIONS, Occasion
from bj.errors import UsageError
from bj.ruleset.check import Checked

EXTRA_CARD = {"on": "stand", "do": "extra card", "limit": "1 per hand"}


def with_reaction(**values: object) -> Checked:
    """A game with one reaction; some of its keys have values that no file may have."""
    checked = changed("classic", {"strategies/simple/reactions": [EXTRA_CARD]})
    strategy = checked.model.strategies["simple"]
    reactions = [each.model_copy(update=values) for each in strategy.reactions or ()]
    strategies = {**checked.model.strategies, "simple": strategy.model_copy(update={"reactions": reactions})}
    return checked._replace(model=checked.model.model_copy(update={"strategies": strategies}))


def test_a_new_effect_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analysis follows an effect only if its row of the catalogue says so."""
    row = EFFECTS["extra card"]._asdict() | {"name": "new effect", "number": 99}
    del row["analysed"]
    monkeypatch.setitem(EFFECTS, "new effect", Effect(**row))
    with pytest.raises(UsageError, match="a power with the effect `new effect` cannot be analyzed"):
        refuse_history(with_reaction(do="new effect"), {"player": "simple"}, fresh=True)


def test_a_new_occasion_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analysis follows an occasion only if its row of the catalogue says so."""
    row = OCCASIONS["stand"]._asdict() | {"name": "new occasion", "number": 99}
    del row["analysed"]
    monkeypatch.setitem(OCCASIONS, "new occasion", Occasion(**row))
    with pytest.raises(UsageError, match="a power with the occasion `new occasion` cannot be analyzed"):
        refuse_history(with_reaction(on="new occasion"), {"player": "simple"}, fresh=True)


@pytest.mark.parametrize("key", sorted({"new_key"} | {key for row in EFFECTS.values() for key in row.keys}))
def test_a_key_of_powers_is_refused_unless_an_analysed_effect_has_it(key: str) -> None:
    """New keys, and keys of effects that an analysis does not follow, are refused."""
    is_analysed = any(key in row.keys and row.analysed for row in EFFECTS.values())
    checked = with_reaction(**{key: 1})
    if is_analysed:
        refuse_history(checked, {"player": "simple"}, fresh=True)
    else:
        with pytest.raises(UsageError, match=f"a power with the key `{key}` cannot be analyzed"):
            refuse_history(checked, {"player": "simple"}, fresh=True)


@pytest.mark.parametrize("effect", sorted(row.name for row in EFFECTS.values() if not row.analysed))
def test_a_power_over_cards_is_not_analysed(effect: str) -> None:
    """A player who can exchange, discard or look at a card needs a simulation."""
    value = {"partner": "opponent", "into": "A"}.get(EFFECTS[effect].needs, 12)
    needs = {EFFECTS[effect].needs: value} if EFFECTS[effect].needs else {}
    needs |= {"card": "QS"} if effect == "add card" else {}
    power = {"on": EFFECTS[effect].on[0], "do": effect, **needs}
    checked = changed("classic", {"strategies/simple/reactions": [power]})
    with pytest.raises(UsageError, match=f"a power with the effect `{effect}` cannot be analyzed"):
        refuse_history(checked, {"player": "simple"}, fresh=True)


@pytest.mark.parametrize("limit", ["1 per game", "2 per round"])
def test_a_limit_for_several_hands_is_not_analysed(limit: str) -> None:
    """A limit per game depends on earlier hands; a limit per hand does not."""
    power = {"on": "stand", "do": "extra card", "limit": limit}
    checked = changed("classic", {"strategies/simple/reactions": [power]})
    with pytest.raises(UsageError, match=f"`{limit}` depends on earlier hands"):
        refuse_history(checked, {"player": "simple"}, fresh=True)
    allowed = changed("classic", {"strategies/simple/reactions": [power | {"limit": "1 per hand"}]})
    refuse_history(allowed, {"player": "simple"}, fresh=True)


def test_a_power_about_others_is_not_analysed() -> None:
    """Reactions to other people's hands are refused."""
    power = {"on": "bust", "of": "opponent", "do": "change bankroll", "amount": 1}
    checked = changed("classic", {"strategies/simple/reactions": [power]})
    with pytest.raises(UsageError, match="a power with the key `of` cannot be analyzed"):
        refuse_history(checked, {"player": "simple"}, fresh=True)


def test_players_hold_a_dealer_of_the_house(tmp_path: Path) -> None:
    """A power on `dealer stands` makes the dealer of the house draw."""
    power = "[powers.more]\non = 'dealer stands'\ndo = 'extra card'\nlimit = '1 per hand'\n"
    has = "[strategies.greedy]\nextends = 'drawer'\npowers = ['more']"
    text = games.SMALL.format(strategy="greedy") + power + has
    (tmp_path / "held.toml").write_text(text, encoding="utf-8")
    games.load(tmp_path)
    held, free = (bj.analyze(tmp_path / f"{name}.toml").players[0] for name in ("held", "small"))
    assert held.shares["won as the dealer bust"] > free.shares["won as the dealer bust"] + 0.1


def test_a_power_of_the_dealer_is_analysed(tmp_path: Path) -> None:
    """A dealer who stands on 16 but then takes another card plays like one who draws to 16."""
    games.load(tmp_path)
    small = (tmp_path / "small.toml").read_text(encoding="utf-8")
    power = """draws = "total < 16"
reactions = [{ on = "stand", do = "extra card", when = "total < 17" }]"""
    for name, dealer in (("seventeen", 'draws = "total < 17"'), ("sixteen", power)):
        (tmp_path / f"{name}.toml").write_text(f"{small}\n[dealer]\n{dealer}\n", encoding="utf-8")
    drawn, other = (bj.analyze(tmp_path / f"{name}.toml").players[0] for name in ("sixteen", "seventeen"))
    assert drawn.shares == pytest.approx(other.shares, abs=1e-12)


def test_values_leave_out_what_powers_move_and_say_so(tmp_path: Path) -> None:
    """A gift changes no value; only a report about gifts recommends a simulation."""
    power = "[powers.gift]\nreactions = [{ on = 'hand over', do = 'change bankroll', amount = 100 }]\n"
    has = "[strategies.lucky]\nextends = 'drawer'\npowers = ['gift']"
    (tmp_path / "lucky.toml").write_text(games.SMALL.format(strategy="lucky") + power + has, "utf-8")
    games.load(tmp_path)
    lucky, plain = (bj.analyze(tmp_path / f"{name}.toml") for name in ("lucky", "small"))
    assert lucky.players[0].edge == pytest.approx(plain.players[0].edge, abs=1e-12)
    assert "the values exclude money moved by powers, which `bj simulate` reports" in lucky.method
    assert "powers" not in plain.method
