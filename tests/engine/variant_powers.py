"""Random reactions of members of a team and of players at a table."""

from __future__ import annotations

from random import Random

from tests.engine.variant_parts import Data, is_heads

MEMORY = ("bet", "row")
"""The memories of strategies."""

AMOUNTS = [*map(str, range(-9, 10)), "wager", "-wager", "bankroll", "bankroll // 2", "1000000 * bankroll"]
"""Amounts of gifts."""


def amount_of(text: str, bankroll: int, wager: int, unit: int) -> int:
    """The value of one of the AMOUNTS, in the smallest unit of money."""
    known = {"wager": wager, "-wager": -wager, "bankroll": bankroll, "bankroll // 2": bankroll // 2}
    if text in known:
        return known[text]
    return 1_000_000 * bankroll if "*" in text else int(text) * unit


ALWAYS = ["speak", "forfeit round", "change bankroll", "reset count"]
ON_CARDS = ["count as", "discard card", "exchange card", "raise wager"]
DEEDS = {
    "dealt": [*ALWAYS, *ON_CARDS, "exchange card", "look at hole card", "give card"],
    "bust": [*ALWAYS, *ON_CARDS, "retake hand", "retake hand", "void hand", "win hand", "stand"],
    "turn": [*ALWAYS, *ON_CARDS[:2], "raise wager"],
    "stand": [*ALWAYS, "extra card", "void hand", "win hand", "raise wager", "discard card"],
    "dealer stands": ["speak", "change bankroll", "extra card"],
    "hand over": [*ALWAYS, "replay hand"],
}
OCCASIONS = [
    *["round begins", "hand begins", "dealt", "turn", "bust", "bust", "stand", "hand over", "round over"],
    *["round won", "round won", "kicked out", "hand won", "hand lost", "push", "push", "dealer stands"],
]
OF_OTHERS = ("bust", "stand", "hand won", "hand lost", "push", "round won", "kicked out")
"""Occasions that others react to as well."""
FROM_OUTSIDE = (*ALWAYS, "raise wager")
"""The effects of these reactions."""
HEARD = (
    *("change bankroll", "retake hand", "void hand", "win hand", "extra card", "stand", "replay hand"),
    *(*ON_CARDS, "look at hole card", "give card"),
)
"""Effects that are always announced, so that a listener can follow them."""


TOTALS = ["total - last + 1", "0", "12", "21", "total + 1"]
"""Totals that hands count as."""
LASTING = ("count as", "stand", "extra card", "replay hand", "discard card", "exchange card")
"""Effects that could repeat without end, or after which a hand goes on."""


def total_of(text: str, total: int, last: int) -> int:
    """The value of one of the TOTALS."""
    known = {"total - last + 1": total - last + 1, "total + 1": total + 1}
    return known[text] if text in known else int(text)


def _condition(chance: Random) -> str:
    """Conditions of reactions; one of them cannot always be computed."""
    number = chance.randint
    return chance.choice(
        [
            f"chance({number(0, 100)})",
            f"total {chance.choice('<>')} {number(4, 24)}",
            f"bankroll < {number(-10, 60)} or count > {number(-4, 4)}",
            f"hand % {number(1, 4)} == 0 and not forfeited",
            f"players > {number(0, 7)} or round > {number(0, 4)}",
            f"soft or cards >= {number(2, 6)} or wager > {number(0, 12)}",
            'upcard > 6 or holds("TH") or players_left < dealers_left',
            f"row > {number(0, 2)} or bet % 2 == 0",
            "1 // (hand % 9) >= 0",
            f"last_rank > {number(2, 9)} or profit > 0",
        ]
    )


def _reaction(chance: Random, whose: str) -> Data:
    """A phrase or an effect on an occasion."""
    on = chance.choice(OCCASIONS)
    do = chance.choice(DEEDS.get(on, ALWAYS))
    role = chance.choice(["player", "dealer", "both"])
    data: Data = {"on": on, "do": do, "as": role}
    if do in HEARD or is_heads(chance):
        data["say"] = f"{on}, {do}, {role} of {whose}"
    if do == "retake hand" and chance.random() < 0.9:
        data["when"] = f"chance({chance.randint(0, 80)})"  # or most games would be about it
    elif is_heads(chance):
        data["when"] = _condition(chance)
    if do in LASTING and chance.random() < 0.9:
        data["limit"] = f"{chance.randint(1, 3)} per {chance.choice(['hand', 'round', 'game'])}"
    if do == "count as":
        data["total"] = chance.choice(TOTALS)
    if do == "give card":
        data["partner"] = "opponent"
    if do in ("discard card", "give card") and is_heads(chance):
        which = chance.choice(["first", "lowest", "highest", "A", "H"])
        data["card"] = "last" if on == "bust" else which  # the card that busts may lie face down
    if do in ("change bankroll", "raise wager"):
        data["amount"] = chance.choice(AMOUNTS)
    if on in OF_OTHERS and do in FROM_OUTSIDE and chance.random() < 0.4:
        data["of"] = chance.choice(["mate", "opponent", "anybody"])
        if is_heads(chance):
            data["when"] = chance.choice(
                ["their_total > 16", "their_profit < their_wager", "their_cards == 2 or their_last_rank > 9"]
            )
        if do == "change bankroll" and is_heads(chance):
            data["partner"] = "them"
    if do == "change bankroll" and "partner" not in data and chance.random() < 0.3:
        data["partner"] = chance.choice(["next mate", "poorest mate", "richest mate"])
    if do == "retake hand":
        data["busting_card"] = chance.choice(["shown", "hidden"])
        data["retaken"] = chance.choice(["hidden", "last shown"])
        data["sees"] = chance.choice(["shown", "all"])
    if (do == "speak" and "say" not in data) or chance.random() < 0.2:
        names = chance.sample(MEMORY, chance.randint(1, 2))
        data["set"] = {
            name: chance.choice(["0", "bet + 1", "row + hand", "total", "count"]) for name in names
        }
    if "say" in data and "set" in data:
        data["say"] = f"{{hand}} {{bankroll}} {{bet:>3}} {{row}} {{bet}}: {data['say']}"
    return data


def reactions(chance: Random, whose: str) -> list[Data]:
    """All reactions of a person; the same words always have the same effect."""
    listed = [_reaction(chance, whose) for _ in range(chance.choice([0, 2, 4, 6, 8]))]
    by_words = {reaction.get("say", index): reaction for index, reaction in enumerate(listed)}
    return list(by_words.values())
