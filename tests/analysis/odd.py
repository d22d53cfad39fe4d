"""Makes odd rulesets at random: unusual packs, targets, payouts, bonuses and powers, and one or two seats."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import tomli_w

RANKS = "23456789TJQKA"

HEAD: dict[str, Any] = {
    "ruleset": {
        "title": "An odd game",
        "extends": "casino",
        "usage": "hands",
        "without": ["strategies", "prompts", "shoe"],
    },
    "arguments": {"hands": {"between": [1, 1_000_000], "default": 1000}},
    "example": {"arguments": "5"},
    "money": {"decimals": 2},
}


def odd_ruleset(seed: int, *, small: bool) -> dict[str, Any]:
    """A ruleset whose hands do not depend on each other.

    A ``small`` one has so few cards of so few ranks that every order can be dealt.
    """
    luck = Random(seed)  # noqa: S311  # only what is played depends on it
    seats = luck.choice((1, 1, 1, 2))
    ranks = luck.sample(RANKS[3:], 4 - seats) if small else luck.sample(RANKS, 8 - 2 * seats)
    target = luck.choice((21, 21, 20, 22, 24))
    pack = dict.fromkeys(RANKS, 0) | {rank: luck.randint(1, 2 if small else 4) for rank in ranks}
    is_endless = not small and (seats > 1 or luck.random() < 0.4)
    powers = {"odd": _power(luck, target)} if luck.random() < 0.4 else {}
    shoe: dict[str, Any] = {"packs": "infinite"} if is_endless else {"packs": 1, "reshuffle_when": True}
    game = {
        **HEAD,
        "cards": {"pack": pack},
        "shoe": {**shoe, "seed": "random"},
        "players": [
            {"name": f"Player {seat}", "bankroll": 10_000_000, "strategy": f"odd_{seat}"}
            for seat in range(1, seats + 1)
        ],
        "dealer": {
            "draws": luck.choice(
                (f"total < {target - 4}", f"total < {target - 3} or soft and total == {target - 3}")
            ),
            **({"push_on": target + 1} if luck.random() < 0.4 else {}),
        },
        "rules": {
            **_rules(luck),
            "target": target,
            "split": "pair and split_hands < 2" if seats == 1 and not powers else False,
        },
        "payouts": {**_payouts(luck, target), "bonuses": dict(_bonuses(luck, target))},
        "powers": powers,
        "strategies": {f"odd_{seat}": _strategy(luck, target, [*powers]) for seat in range(1, seats + 1)},
    }
    if is_endless:
        game["procedure"] = {"game": {"without": ["shuffle"]}, "hand": {"without": ["reshuffle"]}}
    return game


def write_odd(file: Path, seed: int, *, small: bool) -> None:
    """Write an odd ruleset into a file."""
    file.write_text(tomli_w.dumps(odd_ruleset(seed, small=small)), encoding="utf-8")


def describe_odd(seed: int) -> str:
    """A short description of a large ruleset's odd rules."""
    game = odd_ruleset(seed, small=False)
    parts = [
        "infinite"
        if game["shoe"]["packs"] == "infinite"
        else f"{4 * sum(game['cards']['pack'].values())} cards",
        f"target {game['rules']['target']}",
        *(key for key in game["rules"] if key not in ("credit", "minimum_wager", "target", "split")),
        *("splits" for _ in range(bool(game["rules"]["split"]))),
        *(key for key in game["payouts"] if key != "bonuses"),
        *(f"bonus {name}" for name in game["payouts"]["bonuses"]),
        *(f"{power['do']} on {power['on']}" for power in game["powers"].values()),
        *("two seats" for _ in game["players"][1:]),
    ]
    return ", ".join(part.replace("_", " ") for part in parts)


def _rules(luck: Random) -> dict[str, Any]:
    """Unusual rules of the house."""
    odd: dict[str, Any] = {
        "dealer_natural": False,
        "stand_on_target": True,
        "natural_takes": "original bets",
        "double": luck.choice((True, False, "cards <= 3", "cards == 2 and not soft")),
        "surrender": luck.choice((True, "cards <= 3 and not from_split")),
        "insurance": luck.choice((False, "upcard >= 10")),
        "hole_card": luck.choice(("no peek", "upcard == 11")),
    }
    return {"credit": True, "minimum_wager": 60} | {key: odd[key] for key in odd if luck.random() < 0.4}


def _payouts(luck: Random, target: int) -> dict[str, Any]:
    """Payouts of hands."""
    odd: dict[str, Any] = {
        "win": luck.choice(("1:1", "6:5")),
        "natural": luck.choice(("2:1", "6:5", "1:1")),
        "tie": luck.choice(("lose", "win")),
        "tied_totals": {str(target - 4): "lose", str(target): "win"},
        "surrender": luck.choice(("1:3", "3:4")),
    }
    return {key: odd[key] for key in odd if luck.random() < 0.4}


def _bonuses(luck: Random, target: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Bonuses for hands."""
    odd: dict[str, dict[str, Any]] = {
        "charlie": {"when": f"cards >= {luck.choice((4, 5))}", "pays": "1:1", "at_once": True},
        "alike": {"when": "same_rank and cards >= 3", "pays": "5:1"},
        "exact": {"when": f"total == {target} and cards == 3", "pays": "3:2"},
        "named": {"when": "holds('7') and holds('A')", "pays": "2:1"},
        "high": {"when": "total >= 18 and upcard == 10", "pays": "6:5"},
    }
    for name, bonus in odd.items():
        if luck.random() < 0.3:
            yield name, bonus


def _power(luck: Random, target: int) -> dict[str, Any]:
    """The player's options besides playing the hand."""
    return luck.choice(
        (
            {"on": "stand", "do": "void hand", "when": f"total <= {target - 5} and upcard >= 10"},
            {"on": "stand", "do": "extra card", "when": f"total <= {target - 7} and cards <= 4"},
            {"on": "bust", "do": "void hand", "when": "cards >= 4"},
            {"on": "bust", "do": "win hand", "when": "upcard == 5"},
            {"on": "bust", "do": "stand", "when": f"total == {target + 1}"},
            {
                "on": "dealer stands",
                "do": "extra card",
                "when": "total < 16",
                "limit": "1 per hand",
            },
        )
    )


def _strategy(luck: Random, target: int, powers: list[str]) -> dict[str, Any]:
    """A player who takes any legal action, and stands at last."""
    stand = target - luck.randint(4, 8)
    rules = [
        {"when": f"pair and upcard <= {luck.randint(5, 11)}", "do": "split"},
        {"when": f"total == {target - luck.randint(5, 7)} and upcard >= 9", "do": "surrender"},
        {"when": f"total >= {target - 12} and total <= {target - 10} and cards <= 3", "do": "double"},
        {"when": f"soft and total < {stand + 2} and cards < 6", "do": "hit"},
        {"when": f"total < {stand} and upcard >= {luck.randint(2, 7)} or total < {stand - 3}", "do": "hit"},
        {"do": "stand"},
    ]
    strategy: dict[str, Any] = {"wager": "minimum", "rules": rules, "insurance": "total < 15"}
    return strategy | ({"powers": powers} if powers else {})
