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
    st.builds("cards_left < {}".format, st.integers(0, 60)),
    st.just("True"),
)  # fmt: skip
"""When a rule of a strategy decides."""

WAGERS = st.one_of(
    st.just("minimum"),
    st.just("min(bankroll, 2 * minimum) if count > 1 else minimum"),
    st.just("random(minimum, max(minimum, bankroll))"),
    st.just("max(minimum, bankroll // 3)"),
    st.builds("min(bankroll, minimum + {} * (hand % 4))".format, st.integers(0, 30)),
)
"""Wagers that a player can always pay."""

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
CHART = {
    "columns": "2 3 4 5 6 7 8 9 T A",
    "rows": {"hard ..11": "H", "hard 12..16": "S S S S S H H H H H", "hard 17..": "S"}
    | {"soft ..17": "H", "soft 18": "S S S S S S S H H H", "soft 19..": "S"},
}


@functools.cache
def _classic() -> Data:
    return tomli.loads(shipped_rulesets()["classic"].read_text("utf-8"))


@st.composite
def strategies(draw: st.DrawFn) -> Data:
    """A strategy: a chart or a list of rules, and perhaps a count."""
    strategy: Data = {"wager": draw(WAGERS)}
    if draw(st.booleans()):
        strategy["chart"] = CHART
    if "chart" not in strategy or draw(st.booleans()):
        rules = st.lists(st.fixed_dictionaries({"when": CONDITIONS, "do": st.sampled_from(["hit", "stand"])}))
        strategy["rules"] = draw(rules) + ([] if "chart" in strategy else [{"do": "stand"}])
    count = draw(COUNTS)
    if count is not None:
        strategy["count"] = count
    return strategy


@st.composite
def shoes(draw: st.DrawFn) -> Data:
    """A shoe of one to four packs or an infinite one, with any shuffle and any generator."""
    packs = draw(st.sampled_from([1, 2, 3, 4, "infinite"]))
    shuffle: Data = {"method": "uniform", "generator": draw(st.sampled_from(["mt19937", "sfc32"]))}
    shoe: Data = {"packs": packs, "shuffle": shuffle}
    if packs != "infinite":
        if draw(st.booleans()):
            lowest = draw(st.integers(0, 52 * packs))
            highest = draw(st.integers(lowest, 52 * packs))
            shuffle |= {"method": "riffle", "cuts": draw(st.integers(1, 9)), "between": [lowest, highest]}
        shoe["reshuffle_when"] = f"cards_left < {draw(st.integers(1, 52 * packs))}"
    return shoe


@st.composite
def deals(draw: st.DrawFn) -> list[str]:
    """A dealing order in which the dealer shows a card and everybody gets one."""
    entries = draw(
        st.lists(st.sampled_from(["player up", "player down", "dealer up", "dealer down"]), max_size=5)
    )
    return draw(st.permutations([*entries, "player up", "dealer up"]))


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
    data["strategies"] = {f"s{seat}": draw(strategies()) for seat in range(seats)}
    data["dealer"] = {"name": "Dealer", "draws": draw(DEALER_RULES), "bankroll": draw(MONEY)}
    data["rules"] = {
        "target": draw(st.just(21) | st.integers(12, 31)),
        "minimum_wager": "minimum",
        "credit": draw(st.booleans()),
    }
    data["payouts"] = {
        "win": draw(RATIOS),
        "natural": draw(RATIOS),
        "tie": draw(st.sampled_from(["push", "lose", "win"])),
        "rounding": draw(st.sampled_from(["down", "up", "nearest"])),
    }
    data["shoe"] = draw(shoes())
    data["procedure"]["deal"] = draw(deals())
    data["procedure"]["game"][1]["while"] = "hand < hands"
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
