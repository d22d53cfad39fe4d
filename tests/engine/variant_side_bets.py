"""Random side bets, on cards of all kinds."""

from __future__ import annotations

from random import Random

from tests.engine.variant_parts import RANKS, Data, is_heads, ratio

from bj.ruleset.model.side_bets import CARDS_OF_HANDS

LOOKS = ("player 1", "player 2", "upcard", "hole card", "player", "dealer")


def looks(chance: Random) -> list[str]:
    """One to three words for cards; none includes another."""
    chosen = chance.sample(LOOKS, chance.randint(1, 3))
    return [word for word in chosen if not any(word in CARDS_OF_HANDS.get(whole, ()) for whole in chosen)]


def pattern(chance: Random) -> str:
    """A condition about the cards of a side bet that is also valid Python."""
    number = chance.randint
    return chance.choice(
        [
            "same_rank",
            "same_rank and suited",
            "suited",
            "same_colour",
            "straight",
            f"total == {number(2, 24)} or first_rank > upcard_rank",
            f"total < {number(6, 20)}",
            "pair",
            f"rank_matches >= {number(1, 2)}",
            "card_matches > 0",
            f"holds('{chance.choice(RANKS)}')",
            f"dealer_cards >= {number(1, 4)}",
            f"dealer_total > {number(10, 22)}",
            f"first == {number(2, 11)}",
            f"cards == {number(1, 5)}",
            "from_split",
        ]
    )


def with_side_bets(chance: Random, data: Data) -> None:
    """Add side bets to a table, and strategies that make them."""
    steps = data["procedure"]["hand"]
    at = steps.index("deal") + chance.randint(0, 1)
    is_after_deal = at > steps.index("deal")
    bets: Data = {}
    for number in range(chance.randint(1, 3)):
        bet: Data = {
            "wager": chance.choice(["minimum", str(chance.randint(1, 30)), "wager // 2"]),
            "cards": looks(chance),
            "pay_table": [
                {"when": pattern(chance), "pays": ratio(chance)} for _ in range(chance.randint(1, 4))
            ],
        }
        if is_heads(chance):
            bet["cards"] = ["player 1", "player 2", *chance.sample(["upcard"], chance.randint(0, 1))]
        if chance.random() < 0.3:
            bet["pay_table"].append({"when": True, "pays": "0:1"})
        if is_after_deal and is_heads(chance):
            bet["when"] = chance.choice(["upcard == 11", "total > 10", "dealer_cards == 1"])
        if is_heads(chance):
            start = chance.randint(0, 900)
            bet["jackpot"] = {"start": start, "adds": chance.choice(["1:1", "1:2", "1:5"])}
            bet["jackpot"] |= {"reset": start // 2} if start % 2 else {}
            row = chance.choice(bet["pay_table"])
            row["jackpot"] = chance.choice(["1:1", "1:10", "2:3"])
        bets[f"bet_{number}"] = bet
        limits = Random(str(bet))  # noqa: S311  # apart, so that the rest of the ruleset does not depend on it
        if is_heads(limits):
            bet["between"] = limits.choice(
                [["minimum", "wager"], [1, 20], [0, "2 * minimum"], [5, "wager // 2"]]
            )
            del bet["wager"]
    data["side_bets"] = bets
    steps.insert(at, "take side bets")
    if is_heads(chance):
        steps.insert(max(at, steps.index("deal")) + 1, "settle side bets")
    for strategy in data["strategies"].values():
        if chance.random() < 0.8:
            strategy["side_bets"] = {
                name: chance.choice([True, "hand % 2 == 0", "bankroll > 100"])
                for name in bets
                if chance.random() < 0.8
            }
            plans = Random(str(strategy["side_bets"]))  # noqa: S311  # as above
            for name, when in strategy["side_bets"].items():
                if "between" in bets[name] and is_heads(plans):
                    wager = plans.choice([7, "bankroll // 10", "3 - hand", "minimum * (hand % 3)"])
                    strategy["side_bets"][name] = {"when": when, "wager": wager}
