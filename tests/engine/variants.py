"""Random variants of the game, made by Hypothesis: complete rulesets as data, with one to three players."""

from __future__ import annotations

import copy
import functools
from typing import Any

import tomli
from hypothesis import strategies as st

from bj.ruleset.check import Checked, check
from bj.ruleset.load import shipped_rulesets
from bj.ruleset.model import Ruleset

Data = dict[str, Any]

MONEY = st.integers(0, 2000)
RATIOS = st.builds("{}:{}".format, st.integers(0, 12), st.integers(1, 7))

CONDITIONS = st.one_of(
    st.builds("total < {}".format, st.integers(4, 33)),
    st.builds("soft and total <= {}".format, st.integers(12, 33)),
    st.builds("cards < {} and upcard > {}".format, st.integers(0, 6), st.integers(1, 12)),
    st.builds("chance({})".format, st.integers(0, 100)),
    st.builds("total % 2 == 0 or holds(\"{}{}\")".format, st.sampled_from("27TA"), st.sampled_from("SHCD")),
    st.builds("bankroll > {} * wager".format, st.integers(-2, 5)),
    st.builds("count >= {} and hand % 3 == {}".format, st.integers(-4, 4), st.integers(0, 2)),
    st.just("True"),
)  # fmt: skip
"""When a rule of a strategy decides."""
CARDS_LEFT = st.builds("cards_left < {}".format, st.integers(0, 60))
"""The same, with a shoe that has an end."""

WAGERS = st.one_of(
    st.just("minimum"),
    st.just("max(minimum, min(bankroll, 2 * minimum)) if count > 1 else minimum"),
    st.just("random(minimum, max(minimum, bankroll))"),
    st.just("max(minimum, bankroll // 3)"),
    st.builds("max(minimum, min(bankroll, minimum + {} * (hand % 4)))".format, st.integers(0, 30)),
)
"""Wagers that are at least the minimum, and no more than the bankroll unless that is less."""

DEALER_RULES = st.one_of(
    st.builds("total < {}".format, st.integers(2, 31)),
    st.builds("total < {0} or soft and total == {0}".format, st.integers(12, 21)),
    st.just("False"),
)
"""When the dealer draws; each is Python as well."""

COUNTS = st.sampled_from(
    [
        None,
        {"2 3 4 5 6": 1, "T J Q K A": -1},
        {"2 7": 1, "3 4 6": 2, "5": 3, "8 9": 0, "T J Q K": -2, "A": -4},
    ]
)


def chart(target: int) -> Data:
    """A playing chart for this target."""
    rows = {
        f"hard ..{target - 10}": "H",
        f"hard {target - 9}..{target - 5}": "S S S S S H H H H H",
        f"hard {target - 4}..": "S",
        f"soft ..{target - 3}": "H S H S H S H S H H",
        f"soft {target - 2}..": "S",
    }
    return {"columns": "2 3 4 5 6 7 8 9 T A", "rows": rows}


@functools.cache
def _classic() -> Data:
    return tomli.loads(shipped_rulesets()["classic"].read_text("utf-8"))


@st.composite
def strategies(draw: st.DrawFn, target: int, is_infinite: bool) -> Data:
    """A strategy: a chart or a list of rules, and perhaps a count."""
    strategy: Data = {"wager": draw(WAGERS)}
    if draw(st.booleans()):
        strategy["chart"] = chart(target)
    if "chart" not in strategy or draw(st.booleans()):
        conditions = CONDITIONS if is_infinite else CONDITIONS | CARDS_LEFT
        rules = st.lists(st.fixed_dictionaries({"when": conditions, "do": st.sampled_from(["hit", "stand"])}))
        strategy["rules"] = draw(rules) + ([] if "chart" in strategy else [{"do": "stand"}])
    count = draw(COUNTS)
    if count is not None:
        strategy["count"] = count
    return strategy


@st.composite
def shoes(draw: st.DrawFn) -> Data:
    """A shoe of one to four packs or an infinite one, with any shuffle and any generator."""
    packs = draw(st.integers(0, 4))
    shuffle: Data = {"method": "uniform", "generator": draw(st.sampled_from(["mt19937", "sfc32"]))}
    shoe: Data = {"packs": packs or "infinite", "shuffle": shuffle}
    if packs:
        if draw(st.booleans()):
            lowest = draw(st.integers(0, 52 * packs))
            highest = draw(st.integers(lowest, 52 * packs))
            shuffle |= {"method": "riffle", "cuts": draw(st.integers(1, 9)), "between": [lowest, highest]}
        shoe["reshuffle_when"] = f"cards_left < {draw(st.integers(1, 52 * packs))}"
    return shoe


@st.composite
def deals(draw: st.DrawFn) -> list[str]:
    """A dealing order in which the dealer shows a card and everybody gets one to four."""
    cards = [st.sampled_from([f"{who} up", f"{who} down"]) for who in ("player", "dealer")]
    players, dealers = (draw(st.lists(card, max_size=3)) for card in cards)
    return draw(st.permutations([*players, *dealers, "player up", "dealer up"]))


@st.composite
def rulesets(draw: st.DrawFn) -> Data:
    """A ruleset of up to three players and some hands; its arguments are ``minimum`` and ``hands``."""
    data = copy.deepcopy(_classic())
    seats = draw(st.integers(1, 3))
    data["arguments"] = [
        {"name": "minimum", "type": "integer", "default": draw(st.integers(1, 60))},
        {"name": "hands", "type": "integer", "default": draw(st.integers(1, 12))},
    ]
    data["players"] = [
        {"name": f"Player {seat}", "bankroll": str(draw(MONEY)), "strategy": f"s{seat}"}
        for seat in range(seats)
    ]
    data["shoe"] = draw(shoes())
    target = draw(st.just(21) | st.integers(12, 31))
    data["strategies"] = {
        f"s{seat}": draw(strategies(target, data["shoe"]["packs"] == "infinite")) for seat in range(seats)
    }
    data["dealer"] = {"name": "Dealer", "draws": draw(DEALER_RULES), "bankroll": draw(MONEY)}
    data["rules"] = {
        "target": target,
        "minimum_wager": "minimum",
        "credit": seats > 1 or draw(st.booleans()),
    }
    data["payouts"] = {
        "win": draw(RATIOS),
        "natural": draw(RATIOS),
        "tie": draw(st.sampled_from(["push", "lose", "win"])),
        "rounding": draw(st.sampled_from(["down", "up", "nearest"])),
    }
    data["procedure"]["deal"] = draw(deals())
    can_pay = "True" if data["rules"]["credit"] else "bankroll >= minimum"
    data["procedure"]["game"][1]["while"] = f"hand < hands and {can_pay}"
    if data["shoe"]["packs"] == "infinite":
        data["procedure"]["hand"].remove("reshuffle")
    if draw(st.booleans()):
        data["procedure"]["hand"].remove("pay naturals")
    data["output"] = {}
    return data


def checked(data: Data) -> Checked:
    """The ruleset of this data, which has to be without a fault."""
    result, faults = check(Ruleset.model_validate(data))
    assert result is not None, faults
    return result
