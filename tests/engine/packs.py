"""Random packs for random rulesets, and their contents, computed independently of the tested code."""

from __future__ import annotations

import copy
from collections import Counter
from random import Random

from tests.engine.variant_parts import Data

RANKS = "23456789TJQKA"
SUITS = "SHCD"
OWN = "BEFGILMNOPRUVWXYZ"


def codes_of(data: Data) -> str:
    """The codes of a ruleset's ranks, in the order of their numbers."""
    return RANKS + "".join(code for code in OWN if code in data.get("cards", {}).get("ranks", {}))


def contents(data: Data) -> Counter[int]:
    """The number of each card in a ruleset's pack."""
    own = codes_of(data)[len(RANKS) :]
    new_pack = [rank + suit for suit in SUITS for rank in RANKS] + [
        rank + suit for rank in own for suit in SUITS
    ]
    pack = dict.fromkeys(new_pack, 1)
    sizes = dict.fromkeys(new_pack, len(new_pack) + 1)
    for words, number in data.get("cards", {}).get("pack", {}).items():
        named = [card for card in new_pack if {card, *card} & set(words.split())]
        for card in named:
            if len(named) < sizes[card]:
                sizes[card], pack[card] = len(named), number
    return +Counter({number: pack[card] for number, card in enumerate(new_pack)})


def with_pack(data: Data, values: Data, seats: int, seed: int) -> None:
    """Give a ruleset a different pack, with enough cards for this many players and for its cuts."""
    chance = Random(seed)  # noqa: S311  # a test that can be repeated
    cards, shoe = data.setdefault("cards", {}), data["shoe"]
    before = copy.deepcopy((cards, data["strategies"]))
    own = chance.sample(OWN, chance.choice([0, 0, 1, 2, 6, len(OWN)]))
    for code in own:
        low, high = worth(data, chance.choice(RANKS))  # a usual one, so that charts have a column for it
        cards.setdefault("ranks", {})[code] = {
            "name": code,
            "value": low,
            **({"or": high} if high > low else {}),
        }
        for strategy in data["strategies"].values():
            if strategy.get("count"):
                strategy["count"][code] = chance.randint(-3, 3)
    cards["pack"] = some_pack(chance, RANKS + "".join(own))
    wanted = sum(seats if entry.startswith("player") else 1 for entry in data["procedure"]["deal"])
    size = contents(data).total()
    packs = 16 if "players_per_pack" not in shoe else -(-seats // shoe["players_per_pack"])
    if size == 0 or (shoe["packs"] != "infinite" and packs * size < wanted):
        data["cards"], data["strategies"] = before
        return
    if shoe["packs"] == "infinite":
        return
    shoe["packs"] = max(shoe["packs"], -(-wanted // size))
    if "most_packs" in values:
        values["most_packs"] = shoe["packs"]
    if "between" in shoe["shuffle"]:
        shoe["shuffle"]["between"] = sorted(
            min(cut, size * shoe["packs"]) for cut in shoe["shuffle"]["between"]
        )
    if "cuts" in values:
        values["cuts"] = tuple(min(cut, size * shoe["packs"]) for cut in values["cuts"])


def worth(data: Data, code: str) -> tuple[int, int]:
    """The low and the high value of a ruleset's rank."""
    given = data.get("cards", {}).get("ranks", {}).get(code, {})
    if "value" in given:
        return given["value"], given.get("or", given["value"])
    usual = (1, 11) if code == "A" else (min(RANKS.index(code) + 2, 10),) * 2
    return usual[0], given.get("or", usual[1])


def some_pack(chance: Random, ranks: str) -> dict[str, int]:
    """A few ranks or suits with numbers, and some of their cards."""
    pack = {}
    kind = chance.choice([ranks, SUITS])
    listed = chance.sample(kind, chance.randint(0, len(kind)))
    while listed:
        size = chance.randint(1, len(listed))
        words, listed = listed[:size], listed[size:]
        pack[" ".join(words)] = chance.choice([0, 0, 1, 2, chance.randint(0, 9)])
    for _ in range(chance.randint(0, 3)):
        pack[chance.choice(ranks) + chance.choice(SUITS)] = chance.randint(0, 3)
    return pack
