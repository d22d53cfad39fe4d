"""Parts of random rulesets: cards, shoes, deals, expressions, strategies."""

from __future__ import annotations

import copy
import functools
from random import Random
from typing import Any

import tomli

from bj.ruleset.model.cards import RANKS as USUAL_RANKS
from bj.ruleset.ruleset_files import shipped_rulesets

Data = dict[str, Any]

RANKS = "23456789TJQKA"

WAGERS = [
    "minimum",
    "max(minimum, min(bankroll, 2 * minimum)) if count > 1 else minimum",
    "random(minimum, max(minimum, bankroll))",
    "max(minimum, bankroll // 3)",
    "max(minimum, min(bankroll, minimum + 7 * (hand % 4)))",
]
"""Wagers of at least the minimum, and at most the bankroll unless it is less than the minimum."""

COUNTS: list[Data | None] = [
    None,
    {"2 3 4 5 6": 1, "T J Q K A": -1},
    {"2 7": 1, "3 4 6": 2, "5": 3, "8 9": 0, "T J Q K": -2, "A": -4},
]


@functools.cache
def _classic() -> Data:
    return tomli.loads(shipped_rulesets()["classic"].read_text("utf-8"))


def classic() -> Data:
    """The classic ruleset, to be changed."""
    return copy.deepcopy(_classic())


def is_heads(chance: Random) -> bool:
    """One of two values."""
    return chance.random() < 0.5


def ratio(chance: Random) -> str:
    """A payout."""
    return f"{chance.randint(0, 12)}:{chance.randint(1, 7)}"


def condition(chance: Random, is_infinite: bool) -> bool | str:
    """When a rule of a strategy decides."""
    number = chance.randint
    conditions: list[bool | str] = [
        f"total < {number(4, 33)}",
        f"soft and total <= {number(12, 33)}",
        f"cards < {number(0, 6)} and upcard > {number(1, 12)}",
        f"chance({number(0, 100)})",
        f'total % 2 == 0 or holds("{chance.choice("27TA")}{chance.choice("SHCD")}")',
        f"bankroll > {number(-2, 5)} * wager",
        f"count >= {number(-4, 4)} and hand % 3 == {number(0, 2)}",
        True,
        f"cards_left < {number(0, 60)}",
    ]
    return chance.choice(conditions[:-1] if is_infinite else conditions)


def dealer_rule(chance: Random) -> bool | str:
    """A condition for the dealer's draws that is also valid Python."""
    total = chance.randint(12, 21)
    soft = f"total < {total} or soft and total == {total}"
    rules: list[bool | str] = [f"total < {chance.randint(2, 31)}", soft, False]
    return chance.choice(rules)


def chart(target: int, doubles: bool) -> Data:
    """A playing chart for this target."""
    rows = {
        f"hard ..{target - 10}": "D" if doubles else "H",
        f"hard {target - 9}..{target - 5}": "Ds S S S S H H H H H",
        f"hard {target - 4}..": "S",
        f"soft ..{target - 3}": "H S H S H S H S H H",
        f"soft {target - 2}..": "S",
    }
    return {"columns": "2 3 4 5 6 7 8 9 T A", "rows": rows}


def dearer(rank: Data) -> Data:
    """The values of a rank, three points higher."""
    return {key: rank[key] + 3 for key in ("value", "or") if key in rank}


def cards_and_target(chance: Random) -> tuple[Data, int]:
    """A pack in any order with usual or random values of ranks, and a target."""
    order = chance.sample(RANKS, 13)
    suits = " ".join(chance.sample("SHCD", 4))
    ranks: Data = {rank: dict(USUAL_RANKS[rank]) for rank in order}
    target = chance.choice([21, chance.randint(12, 31)])
    kind = chance.choice(["standard", "standard", "any", "rich in naturals"])
    if kind == "rich in naturals":
        target = chance.randint(12, 14)
        for rank in ranks.values():
            rank["value"] = chance.randint(1, 2)
            rank["or"] = rank["value"] + 9
    elif kind == "any":
        extra = chance.randint(1, 10)  # of all cards that can count high the same
        for rank in ranks.values():
            rank["value"] = chance.randint(1, 11)
            rank.pop("or", None)
            if rank["value"] + extra <= 11 and is_heads(chance):
                rank["or"] = rank["value"] + extra
        if target in (13, 25):
            ranks = {code: {**rank, **dearer(rank)} for code, rank in ranks.items()}
    data = {"rank_order": " ".join(order), "suit_order": suits}
    if kind == "any" and target % 2:
        data["count_in"] = "halves"
    return {**data, **({} if kind == "standard" else {"ranks": ranks})}, target


def shoe(chance: Random) -> Data:
    """A shoe of one to eight packs or an infinite one, with any shuffle and any generator."""
    is_scarce = chance.random() < 0.3
    packs = 1 if is_scarce else chance.choice([0, chance.randint(1, 4), chance.randint(1, 8)])
    shuffle: Data = {"method": "uniform", "generator": chance.choice(["mt19937", "sfc32"])}
    data: Data = {"packs": packs or "infinite", "shuffle": shuffle}
    if packs:
        if is_heads(chance):
            between = sorted([chance.randint(0, 52 * packs), chance.randint(0, 52 * packs)])
            shuffle |= {"method": "riffle", "cuts": chance.randint(1, 9), "between": between}
        left = chance.randint(1, 3 if is_scarce else 52 * packs)
        word = [f"{left} cards left", f"{left / 52:.2f} packs left", f"{max(1, 99 - left)}%"][left % 3]
        is_word = left % 2 and float(word.split()[0].rstrip("%")) > 0
        data["penetration" if is_word else "reshuffle_when"] = word if is_word else f"cards_left < {left}"
    return data


def deal(chance: Random) -> list[str]:
    """A dealing order in which the dealer shows a card and each person gets one to four."""
    entries = ["player up", "dealer up"]
    for who in ("player", "dealer"):
        more = chance.choice([0, 1, 1, 1, 2, 3])
        entries += [f"{who} {chance.choice(['up', 'down'])}" for _ in range(more)]
    return chance.sample(entries, len(entries))


def strategy(chance: Random, ruleset: Data) -> Data:
    """A strategy of a computer player: a chart or a list of rules, and perhaps a count."""
    rules, is_infinite = ruleset["rules"], ruleset["shoe"]["packs"] == "infinite"
    data: Data = {"wager": chance.choice(WAGERS)}
    if "ranks" not in ruleset.get("cards", {}) and is_heads(chance):
        data["chart"] = chart(rules["target"], rules.get("double", False) and is_heads(chance))
    if "chart" not in data or is_heads(chance):
        deeds = ["hit", "stand", *(["double"] if rules.get("double") else [])]
        data["rules"] = [
            {"when": condition(chance, is_infinite), "do": chance.choice(deeds)}
            for _ in range(chance.randint(0, 5))
        ]
        data["rules"] += [] if "chart" in data else [{"do": "stand"}]
    count = chance.choice(COUNTS)
    if count is not None:
        data["count"] = dict(count)
    return data
