"""Random casino rules: splits, surrender, insurance, peeks, payouts of all kinds, spots, sitting out."""

from __future__ import annotations

from random import Random

from tests.engine.packs import codes_of
from tests.engine.variant_parts import RANKS, Data, is_heads, ratio
from tests.engine.variant_side_bets import with_side_bets

from bj.catalogue.actions import PLAYS
from bj.catalogue.house_rules import ALLOWANCES
from bj.catalogue.rule_shorthands import WORDS
from bj.ruleset.model.house_rule_reading import spell

TIES = ("push", "lose", "win")
TABLES = ("hit", "double", "split", "surrender")
"""Words of tables."""

OFFERS = ("offer insurance", "offer surrender", "peek", "offer switch")
"""Steps that only casinos have."""


def hand_condition(chance: Random, *, doubled: bool = True) -> str:
    """A condition about the known facts of a hand that is also valid Python.

    If a hand may not be doubled twice, the condition does not use ``doubled``.
    """
    number = chance.randint
    condition = chance.choice(
        [
            f"cards == {number(1, 4)}",
            f"cards >= {number(2, 5)}",
            f"total >= {number(4, 18)} and total <= {number(9, 21)}",
            f"not soft and total > {number(4, 12)}",
            f"upcard != {number(2, 11)}",
            f"upcard >= {number(2, 11)}",
            f"dealer_total > {number(4, 22)}",
            f"dealer_soft or dealer_total < {number(6, 17)}",
            f"holds('{chance.choice(RANKS)}') and not dealer_soft",
            f"holds('{chance.choice('SHCD')}')",
            f"holds('{chance.choice(RANKS)}{chance.choice('SHCD')}') or cards > {number(1, 3)}",
            f"first == {number(2, 11)} and first_rank != rank('J') or upcard_rank != rank('Q')",
            f"split_hands < {number(1, 8)}",
            f"doubled < {number(0, 3)}",
            "from_split",
            "not from_split",
            "suited",
            "same_rank",
            "pair",
            f"wager > {number(1, 60)}",
            "free_wager == 0",
            "cards < 99",
        ]
    )
    return condition if doubled or "doubled" not in condition else "not soft"


def _allowance(chance: Random, key: str) -> bool | str:
    """An allowance: the default, never, or a condition."""
    kind = chance.random()
    if kind < 0.1 and key not in ("hit", "stand"):
        return False
    if kind < 0.45 or (kind < 0.85 and key in ("hit", "stand")):
        return True
    if key == "insurance" and is_heads(chance):
        return "upcard >= 10"
    conditions = [hand_condition(chance, doubled=False) for _ in range(chance.randint(1, 2))]
    if key == "split" and chance.random() < 0.8:
        conditions = [
            chance.choice(["pair", "same_rank and cards == 2"]),
            f"split_hands < {chance.randint(2, 9)}",
        ]
    return chance.choice([" and ", " or "]).join(conditions) if key != "split" else " and ".join(conditions)


def _in_words(chance: Random, key: str, allowed: bool | str) -> bool | str | Data:
    """An allowance, sometimes as a word or as a table with several conditions."""
    words = list(WORDS[key])
    if spell(key, allowed) != allowed:
        return str(spell(key, allowed))
    if words and chance.random() < 0.2:
        return chance.choice(words)
    if key not in TABLES or allowed is False or chance.random() < 0.4:
        return allowed
    rows: dict[str, Data] = {
        "hit": {"doubled": [True]},
        "double": {
            "on": ["9..11", "hard 8..", "soft ..18", 10],
            "cards": ["any", "any", 2],
            "after_split": [False],
            "times": [1, 2, 3],
            "for_less": [True],
            "face_down": [True],
            "adds": ["wager // (doubled + 1)", "wager // 2", "minimum"],
        },
        "split": {
            "hands": [2, 3, 6, 8, "unlimited"],
            "resplit_aces": [True],
            "aces": ["one card", "hit", "hit or double", "hit or double"],
            "same_rank": [True],
        },
        "surrender": {
            "late": [True, False],
            "early": [True, "upcard >= 10", "against a ten", "except against an ace"],
            "cards": ["any"],
            "after_split": [True],
            "doubled": [True],
        },
    }
    table = {name: chance.choice(values) for name, values in rows[key].items() if chance.random() < 0.4}
    if isinstance(allowed, str) and is_heads(chance):
        table["when"] = allowed
    elif is_heads(chance) and (table.get("doubled") or table.get("times", 1) > 1):
        table["when"] = hand_condition(chance)
    return table


def _bonuses(chance: Random) -> Data:
    """Some bonuses for hands."""
    return {
        f"bonus_{number}": {
            "when": chance.choice(
                [hand_condition(chance), f"total == {chance.randint(12, 21)} and cards >= 3"]
            ),
            "pays": ratio(chance),
            "at_once": chance.random() < 0.3,
        }
        for number in range(chance.randint(1, 3))
    }


def _payouts(chance: Random, target: int) -> Data:
    """Unusual payouts of hands."""
    data: Data = {"surrender": chance.choice(["1:2", "1:4", "2:3", "1:1"]), "insurance": ratio(chance)}
    if is_heads(chance):
        totals = chance.sample(range(4, target + 1), 3)
        data["tied_totals"] = {str(total): chance.choice(TIES) for total in totals}
    if is_heads(chance):
        data["tied_naturals"] = chance.choice(TIES)
    if is_heads(chance):
        data["push_on"] = min(43, target + chance.randint(1, 5))
    if is_heads(chance):
        data["bonuses"] = _bonuses(chance)
    return data


def _add_offers(chance: Random, steps: list[str | Data]) -> None:
    """Insert the steps of casinos between the deal and the play of the hands."""
    for offer in chance.sample(OFFERS, 4):
        first, last = steps.index("deal") + 1, steps.index("players act")
        if chance.random() < 0.85:
            steps.insert(chance.randint(first, last), offer)


def _mix_chart(chance: Random, chart: Data, codes: list[str]) -> None:
    """Change the play of some hands, and that of pairs."""
    rows: dict[str, str] = chart["rows"]
    for name, row in rows.items():
        if is_heads(chance):
            rows[name] = " ".join(chance.choice([code, *codes]) for code in row.split())
    ranks = chance.sample(RANKS[:9] + "A", chance.randint(0, 10))
    while ranks:
        size = chance.randint(1, len(ranks))
        words, ranks = ranks[:size], ranks[size:]
        rows["pair " + " ".join(words)] = chance.choice(
            [chance.choice(codes), " ".join(chance.choice(codes) for _ in range(10))]
        )


def _indices(seed: int) -> Data:
    """Index plays; ``seed`` leaves all other random choices unchanged."""
    chance = Random(seed)  # noqa: S311  # only what is played depends on it
    hands = ["16", "12", "10", "soft 17", "A7", "TT", "pair 8"]
    plays = ["S", "D at 1", "H below 0", "P at -2, H", "R at 0, S at +2"]
    return {f"{hand} v {chance.choice(['2', '9 T A', 'T'])}": chance.choice(plays) for hand in hands}


def _play_more(chance: Random, strategy: Data, codes: list[str], ranks: str) -> None:
    """Add the actions of casinos to a strategy."""
    if "chart" in strategy:
        _mix_chart(chance, strategy["chart"], codes)
    if "rules" in strategy:
        for _ in range(chance.randint(0, 3)):
            deed = chance.choice(["split", "split", "double", "surrender"])
            strategy["rules"].insert(0, {"when": hand_condition(chance), "do": deed})
    if "count" in strategy and {"chart", "rules"} & strategy.keys():
        strategy |= {"index": "count", "indices": _indices(len(str(strategy)))}
    if is_heads(chance) and {"chart", "rules"} & strategy.keys():
        worths = [f"{chance.randint(-99, 99)}" for _ in range(5)]
        rows = {"hard 0..": worths[0], "hard 12..": worths[1], "soft 0..": worths[2], "pair 8": worths[3]}
        strategy["switch"] = {"columns": ranks, "natural": worths[4], "rows": rows}
    if is_heads(chance):
        strategy["insurance"] = chance.choice([True, True, "total > 4", "count > 0", "pair", "hand % 2 == 0"])


def _charlie(cards: int, is_dealers: bool, seed: int) -> int | Data:
    """The rules of charlies; ``seed`` leaves all other random choices unchanged."""
    chance = Random(seed)  # noqa: S311  # only what is played depends on it
    if chance.random() < 0.3 and not is_dealers:
        return cards
    pays = {"pays": ratio(chance)} if is_heads(chance) else {}
    if chance.random() < 0.3 and not is_dealers:
        return {"cards": cards, **pays, "at_once": True, "after_split": is_heads(chance)}
    return {"cards": cards, **pays, "dealer": is_dealers}


def with_options(chance: Random, data: Data) -> None:
    """Give a ruleset the rules of some kind of casino."""
    target = data["rules"]["target"]
    allowed = {key: _in_words(chance, key, _allowance(chance, key)) for key in ALLOWANCES}
    early = allowed.pop("early_surrender")
    if early is not False and is_heads(chance):
        surrender = WORDS["surrender"].get(str(allowed["surrender"]))
        table: Data = (
            dict(surrender.means)
            if surrender and not isinstance(surrender.means, str)
            else {"late": allowed["surrender"] is not False}
        )
        allowed["surrender"] = {**table, "early": early}
    data["rules"] |= allowed
    data["rules"]["switched_naturals"] = is_heads(chance)
    data["rules"]["player_natural"] = chance.random() < 0.3
    is_dealers = chance.random() < 0.3
    if chance.random() < 0.3:
        data["rules"]["charlie"] = _charlie(chance.randint(3, 6), is_dealers, len(str(data)))
    data["rules"]["credit"] = chance.random() < 0.4
    data["rules"]["sit_out"] = not data["rules"]["credit"] or chance.random() < 0.3
    if is_heads(chance):
        data["procedure"]["deal"] = ["player up", "dealer up", "player up", "dealer up"]
        if "reveal hole card" in data["procedure"]["hand"] and is_heads(chance):
            data["procedure"]["deal"][3] = "dealer down"
    payouts = _payouts(chance, target)
    if "push_on" in payouts:
        data["dealer"]["push_on"] = payouts.pop("push_on")
    data["payouts"] |= payouts
    if chance.random() < 0.3:
        data["rules"]["maximum_wager"] = f"minimum * {chance.randint(1, 9)}"
    _add_offers(chance, data["procedure"]["hand"])
    for strategy in data["strategies"].values():
        _play_more(chance, strategy, list(PLAYS), " ".join(codes_of(data)))
    if chance.random() < 0.4:
        for player in data["players"]:
            player["spots"] = chance.randint(1, 3)
    if is_heads(chance):
        with_side_bets(chance, data)
