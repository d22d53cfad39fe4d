"""The facts of a hand that conditions can name, and the legal actions, computed only from its cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.engine.packs import codes_of, worth
from tests.engine.variant_parts import Data

from bj.cards import rank_of, suit_of
from bj.catalogue.house_rules import ALLOWANCES
from bj.catalogue.rule_shorthands import WORDS

Facts = Mapping[str, Any]


def total_of(data: Data, cards: Sequence[int]) -> tuple[int, bool]:
    """The total of cards, and whether one of them counts high."""
    held = [worth(data, codes_of(data)[rank_of(card)]) for card in cards]
    low = sum(least for least, _ in held)
    gains = [most - least for least, most in held if most > least]
    gain = max((gain for gain in gains if low + gain <= data["rules"]["target"]), default=0)
    return low + gain, gain > 0


def facts_of(
    data: Data,
    cards: Sequence[int],
    upcard: int,
    shown: Sequence[int],
    wager: int,
    *,
    parts: int = 1,
    doubled: int = 0,
    free: int = 0,
) -> Facts:
    """The values of all names that conditions about hands may use; the dealer has ``shown`` some cards.

    ``parts`` is the number of hands that the hand was split into.
    """
    codes, unit = codes_of(data), 10 ** data.get("money", {}).get("decimals", 0)
    worths = [worth(data, code) for code in codes]
    ranks = [rank_of(card) for card in cards]
    counts = [worths[rank] for rank in ranks]
    held = {code for card in cards for code in (codes[rank_of(card)], "SHCD"[suit_of(card)])}
    held |= {codes[rank_of(card)] + "SHCD"[suit_of(card)] for card in cards}
    total, soft = total_of(data, cards)
    dealer_total, dealer_soft = total_of(data, shown)
    return {
        "cards": len(cards),
        "total": total,
        "soft": soft,
        "dealer_total": dealer_total,
        "dealer_soft": dealer_soft,
        "holds": held.__contains__,
        "dealer_cards": len(shown),
        "same_colour": len({suit_of(card) % 2 for card in cards}) == 1,
        "straight": len(cards) >= 3
        and any(
            {rank - low for rank in held_ranks} == {*range(len(cards))}
            for held_ranks in (ranks, [-1 if rank == 12 else rank for rank in ranks])
            for low in range(-1, 12)
        )
        and max(ranks) <= 12,
        "rank_matches": ranks[1:].count(ranks[0]) if ranks else 0,
        "card_matches": list(cards[1:]).count(cards[0]) if ranks else 0,
        "first": counts[0][1] if counts else 0,
        "pair": len(cards) == 2 and counts[0] == counts[1],
        "same_rank": len(set(ranks)) == 1,
        "suited": len({suit_of(card) for card in cards}) == 1,
        "first_rank": ranks[0] + 2 if ranks else 0,
        "upcard_rank": rank_of(upcard) + 2,
        "first_suit": suit_of(cards[0]) + 1 if cards else 0,
        "upcard_suit": suit_of(upcard) + 1,
        "suit": lambda code: "SHCD".index(code) + 1,
        "rank": lambda code: codes.index(code) + 2,
        "upcard": worths[rank_of(upcard)][1],
        "wager": Fraction(wager, unit),
        "free_wager": Fraction(free, unit),
        "from_split": parts > 1,
        "split_hands": parts,
        "doubled": doubled,
    }


def holds(condition: bool | str, facts: Facts) -> bool:
    """Whether a condition holds for a hand."""
    return bool(eval(str(condition), {"__builtins__": {}}, dict(facts)))  # noqa: S307  # our own text


def raise_of(data: Data, facts: Facts, wager: int, minimum: int) -> int:
    """The amount that doubling adds to a wager, in the smallest unit of money."""
    adds = doubling(data).get("adds")
    if adds is None:
        return wager
    return int(eval(adds, {"__builtins__": {}}, {**facts, "wager": wager, "minimum": minimum}))  # noqa: S307


def written(data: Data, key: str) -> bool | str | Mapping[str, Any]:
    """The allowance of a ruleset, with words replaced by the tables that they abbreviate."""
    if key == "early_surrender":
        late = written(data, "surrender")
        given = late.get("early", False) if isinstance(late, Mapping) else False
    else:
        given = data["rules"].get(key, ALLOWANCES[key].is_usual)
    if isinstance(given, str) and given in WORDS[key]:
        return WORDS[key][given].means
    if key == "double" and isinstance(given, str) and ".." in given:
        return {"on": given}
    return {} if given is True and key in TABLES else given


def doubling(data: Data) -> Mapping[str, Any]:
    """The table about doubling, empty without one."""
    table = written(data, "double")
    return table if isinstance(table, Mapping) else {}


def allows(data: Data, key: str, facts: Facts) -> bool:
    """Whether the rules of a ruleset allow an action with a hand."""
    given = written(data, key)
    if isinstance(given, Mapping):
        return TABLES[key](data, given, facts)
    if key in TABLES and key != "split" and facts["doubled"]:
        return False
    return holds(ALLOWANCES[key].usual if given is True else str(given), facts)


def _aces(data: Data, facts: Facts) -> str:
    """The actions allowed with a hand; split aces are an exception."""
    split = written(data, "split")
    way = split.get("aces", "one card") if isinstance(split, Mapping) else "one card"
    return way if facts["from_split"] and facts["first"] == 11 else "hit or double"


def _hits(data: Data, table: Mapping[str, Any], facts: Facts) -> bool:
    if facts["doubled"] and not table.get("doubled"):
        return False
    return _aces(data, facts) != "one card" and holds(table.get("when", "True"), facts)


def _doubles(data: Data, table: Mapping[str, Any], facts: Facts) -> bool:
    if facts["doubled"] >= table.get("times", 1):
        return False
    if table.get("cards", 2) == 2 and facts["cards"] != 2 + facts["doubled"]:
        return False
    if facts["from_split"] and not table.get("after_split", True):
        return False
    if _aces(data, facts) != "hit or double":
        return False
    kind, _, numbers = str(table.get("on", "0..99")).rpartition(" ")
    low, is_range, high = numbers.partition("..")
    high = high if is_range else low
    if (kind and (kind == "soft") != facts["soft"]) or not int(low or 0) <= facts["total"] <= int(high or 99):
        return False
    return holds(table.get("when", "True"), facts)


def _splits(data: Data, table: Mapping[str, Any], facts: Facts) -> bool:
    hands = table.get("hands", 4)
    if not facts["pair"] or (hands != "unlimited" and facts["split_hands"] >= hands):
        return False
    if facts["from_split"] and facts["first"] == 11 and not table.get("resplit_aces"):
        return False
    return (facts["same_rank"] or not table.get("same_rank")) and holds(table.get("when", "True"), facts)


def _surrenders(data: Data, table: Mapping[str, Any], facts: Facts) -> bool:
    if facts["doubled"]:
        return bool(table.get("doubled"))
    if not table.get("late", True) or (table.get("cards", 2) == 2 and facts["cards"] != 2):
        return False
    if facts["from_split"] and not table.get("after_split"):
        return False
    return holds(table.get("when", "True"), facts)


TABLES: Mapping[str, Callable[[Data, Mapping[str, Any], Facts], bool]] = {
    "hit": _hits,
    "double": _doubles,
    "split": _splits,
    "surrender": _surrenders,
}
"""The allowances of tables, by rule."""
