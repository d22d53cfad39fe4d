"""Random tables of casinos, once as a dealer explains them and once as a ruleset, with the same cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from tests.engine.variants import Variant
from tests.oracle.casino import Round
from tests.oracle.casino_table import House, Player
from tests.session.games import run_with_given

from bj.catalogue.actions import PLAYS
from bj.catalogue.words import WORDS
from bj.compiler.compile import compile_ruleset
from bj.engine.face.view import Stop
from bj.record.events import read

Data = dict[str, Any]

RANKS = "23456789TJQKA"
SUITS = "SHCD"
UPCARDS = "23456789TA"
ROWS = [
    *(f"hard {total}" for total in range(4, 22)),
    *(f"soft {total}" for total in range(12, 22)),
    *(f"pair {rank}" for rank in UPCARDS),
]

PEEK = {
    "peeks": "peek",
    "peeks under aces": "upcard == 11",
    "peeks under tens": "upcard == 10",
    "waits": "no peek",
    "none": "none",
}
DOUBLE = {
    "any two": "cards == 2",
    "9 to 11": "cards == 2 and total >= 9 and total <= 11",
    "10 to 11": "cards == 2 and total >= 10 and total <= 11",
    "hard 9 to 11": "cards == 2 and total >= 9 and total <= 11 and not soft",
    "any cards": "cards > 0",
}
SURRENDER = {
    "never": False,
    "first two": True,
    "any cards": "any time",
    "after split": {"cards": "any", "after_split": True},
    "rescue": {"doubled": True},
}
EARLY = {
    "never": False,
    "always": True,
    "not against aces": "except against an ace",
    "against tens": "against a ten",
}
INSURANCE = {"never": False, "aces": True, "aces and tens": "upcard >= 10"}
BONUSES = {
    "777": "cards == 3 and same_rank and first == 7",
    "suited natural": "cards == 2 and total == 21 and suited and not from_split",
    "21 of three": "cards == 3 and total == 21",
}
INSURES: Mapping[bool | str, Callable[[int], bool]] = {
    True: lambda _: True,
    False: lambda _: False,
    "total >= 14": lambda total: total >= 14,
}


def random_house(chance: Random) -> House:
    """Any combination of all that tables have."""

    def one_of(*ways: Any) -> Any:
        return chance.choice(ways)

    def ratio(*texts: str) -> Fraction:
        return Fraction(one_of(*texts))

    names = chance.sample(sorted(BONUSES), chance.randint(0, 3))
    return House(
        hits_soft_17=one_of(False, True),
        hole_card=chance.choice(list(PEEK)),
        original_bets=one_of(False, True),
        double_on=one_of(*DOUBLE, "never"),
        double_after_split=one_of(False, True),
        doubles=one_of(1, 1, 2, 3),
        double_for_less=one_of(False, True),
        free_double=one_of(False, False, True),
        free_split=one_of(False, False, True),
        split_by=one_of("value", "value", "rank", "never"),
        split_hands=chance.randint(2, 6),
        ace_hands=chance.randint(1, 4),
        aces_are_played=one_of(False, True),
        split_naturals=one_of(False, True),
        surrender=chance.choice(list(SURRENDER)),
        early_surrender=chance.choice(list(EARLY)),
        insurance=chance.choice(list(INSURANCE)),
        stands_on_21=one_of(False, True),
        natural=ratio("3/2", "6/5", "1/1", "2/1"),
        win=ratio("1/1", "1/1", "19/20"),
        surrendered=ratio("1/2", "1/4"),
        insured=ratio("2/1", "3/1"),
        ties=one_of("push", "push", "lose", "win"),
        tied_totals={total: one_of("push", "lose", "win") for total in chance.sample(range(17, 22), 2)},
        tied_naturals=one_of("push", "lose", "win"),
        push_on=one_of(0, 22, 23),
        charlie=one_of(0, 0, 5, 6),
        charlie_pays=ratio("1/1", "2/1"),
        bonuses={name: ratio("3/1", "2/1", "5/2") for name in names},
        rounding=one_of("down", "up", "nearest"),
        minimum=one_of(1, 5, 10),
        maximum=one_of(20, 10**6),
        offers=one_of(("surrender", "insurance"), ("insurance", "surrender")),
    )


def random_chart(chance: Random) -> dict[str, dict[str, str]]:
    """A chart in which all codes come, the usual ones more often."""
    others = list(PLAYS)
    chart = {}
    for row in ROWS:
        kind, name = row.split()
        usual = ["P"] * 3 if kind == "pair" else ["S"] * 4 if int(name) > 16 else ["H", "H", "D", "S"]
        chart[row] = {
            up: chance.choice(usual) if chance.random() < 0.6 else chance.choice(others) for up in UPCARDS
        }
    return chart


def rules_of(house: House) -> Data:
    """The section [rules] of a house."""
    double: bool | Data = False
    if house.double_on != "never":
        first = DOUBLE[house.double_on]
        double = {
            "when": first if house.doubles == 1 else f"doubled > 0 or {first}",
            "cards": "any",
            "after_split": house.double_after_split,
            "times": house.doubles,
            "for_less": house.double_for_less,
        }
    split: bool | Data = False
    if house.split_by != "never":
        split = {
            "when": f"doubled == 0 and (first != 11 or split_hands < {house.ace_hands})",
            "hands": house.split_hands,
            "resplit_aces": True,
            "same_rank": house.split_by == "rank",
            "aces": "hit or double" if house.aces_are_played else "one card",
        }
    surrender = SURRENDER[house.surrender]
    early = EARLY[house.early_surrender]
    if early is not False:
        late = WORDS["surrender"]["any time"].means if surrender == "any time" else surrender
        table = late if isinstance(late, Mapping) else {"late": late}
        surrender = {**table, "early": early}
    return {
        "minimum_wager": house.minimum,
        "maximum_wager": house.maximum,
        "dealer_natural": True,
        "stand_on_target": house.stands_on_21,
        "natural_takes": "original bets" if house.original_bets else "all",
        "split_naturals": house.split_naturals,
        "sit_out": True,
        "double": double,
        "split": split,
        "free_double": house.free_double,
        "free_split": house.free_split,
        "surrender": surrender,
        "insurance": INSURANCE[house.insurance],
        "hole_card": PEEK[house.hole_card],
    }


def payouts_of(house: House) -> Data:
    """The section [payouts] of a house."""

    def text(ratio: Fraction) -> str:
        return f"{ratio.numerator}:{ratio.denominator}"

    bonuses: Data = {}
    if house.charlie:
        pays = text(house.charlie_pays)
        bonuses["charlie"] = {"when": f"cards >= {house.charlie}", "pays": pays, "at_once": True}
    for number, (name, pays_more) in enumerate(house.bonuses.items()):
        bonuses[f"bonus_{number}"] = {"when": BONUSES[name], "pays": text(pays_more)}
    return {
        "win": text(house.win),
        "natural": text(house.natural),
        "tie": house.ties,
        "tied_totals": {str(total): way for total, way in house.tied_totals.items()},
        "tied_naturals": house.tied_naturals,
        "surrender": text(house.surrendered),
        "insurance": text(house.insured),
        "bonuses": bonuses,
        "rounding": house.rounding,
    }


def ruleset_of(house: House, players: list[Player], insures: Sequence[bool | str]) -> Data:
    """The ruleset of a house and those who play there."""
    has_hole_card = house.hole_card != "none"
    soft = " or total == 17 and soft" if house.hits_soft_17 else ""
    acts = ["players act", *(["reveal hole card"] if has_hole_card else []), "dealer acts"]
    return {
        "ruleset": {"title": "A random casino", "format": 1},
        "shoe": {"packs": "infinite"},
        "players": [
            {"name": f"P{seat}", "bankroll": player.bankroll, "strategy": f"s{seat}", "spots": player.spots}
            for seat, player in enumerate(players)
        ],
        "dealer": {
            "name": "Dealer",
            "draws": f"total < 17{soft}",
            **({"push_on": house.push_on} if house.push_on else {}),
        },
        "rules": rules_of(house),
        "payouts": payouts_of(house),
        "strategies": {
            f"s{seat}": {
                "wager": str(player.wager),
                "insurance": words,
                "chart": {"rows": {row: " ".join(codes.values()) for row, codes in player.chart.items()}},
            }
            for seat, (player, words) in enumerate(zip(players, insures, strict=True))
        },
        "procedure": {
            "deal": ["player up", "dealer up", "player up", *(["dealer down"] if has_hole_card else [])],
            "game": [{"repeat": "hand", "while": True}],
            "hand": [
                "take wagers",
                "deal",
                *(f"offer {offer}" for offer in house.offers),
                "peek",
                *(["pay naturals", *acts] if has_hole_card else [*acts, "pay naturals"]),
                "settle",
                "announce standings",
            ],
        },
        "output": {"player_standing": "{name} {bankroll}"},
    }


def dealt(chance: Random) -> Iterator[str]:
    """Cards of a shoe without end, some days with many that are alike."""
    ranks = chance.choice([RANKS, RANKS, "TJA", "789A", "A28T", "5675T", "66778"])
    while True:
        yield chance.choice(ranks) + chance.choice(SUITS)


def number_of(card: str) -> int:
    """The number by which the engine knows a card."""
    return 13 * SUITS.index(card[1]) + RANKS.index(card[0])


class Noted(Iterator[str]):
    """Cards, and which of them were taken."""

    def __init__(self, cards: Iterator[str]) -> None:
        self.cards = cards
        self.taken: list[str] = []

    def __next__(self) -> str:
        """The next card."""
        self.taken.append(next(self.cards))
        return self.taken[-1]


def bankrolls(data: Data, cards: list[str]) -> list[list[int]]:
    """The bankrolls after each round, by the engine with these cards."""
    compiled = compile_ruleset(Variant(data, {}).load(), {}, 0, cards=[number_of(card) for card in cards])
    end = run_with_given(compiled)
    assert end.status in (Stop.CHANCE, Stop.DONE)
    events = read(end.events, compiled.persons)
    told = [event.bankroll or 0 for event in events if event.key == "player_standing"]
    seats = len(data["players"])
    return [told[at : at + seats] for at in range(0, len(told), seats)]


def compare(seed: int, rounds: int) -> int:
    """Play a random table both ways, and compare every bankroll after every round: how many there were."""
    chance = Random(seed)  # noqa: S311  # a test that can be repeated
    house = random_house(chance)
    insures = [chance.choice(list(INSURES)) for _ in range(chance.randint(1, 7))]
    players = [
        Player(
            chance.choice([chance.randint(0, 90), 10**6]),
            chance.randint(1, 25),
            chance.choice([1, 1, 1, 2, 3]),
            random_chart(chance),
            INSURES[words],
        )
        for words in insures
    ]
    data = ruleset_of(house, players, insures)
    cards, told = Noted(dealt(chance)), list[list[int]]()
    for _ in range(rounds):
        if not Round(house, players, cards).play():
            break
        told.append([player.bankroll for player in players])
    assert bankrolls(data, cards.taken) == told, seed
    return len(told)
