"""Mutants of the independent programs: each breaks one rule, as a replacement in the program's text.

What a student's program gets wrong looks like this. Most are like the mistakes that were found in programs of
real courses.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from bj.arguments import Value

ORACLE = Path(__file__).parents[1] / "oracle"


class Mutant(NamedTuple):
    """A program with one rule broken."""

    name: str
    program: str
    """COURSES or TOURNAMENT, the name of its file."""
    old: str
    new: str
    rules: str
    """The rules that may be named, by the beginnings of their paths."""


COURSES, TOURNAMENT = "courses", "tournament"
CHART = "strategies.simple.chart"
COUNT = "strategies.counting.count"
WAGER = "strategies.counting.wager"
HEADING = 'yield f"{mark}{self.words.hand} {hand} bankroll {bankroll}"'
SHUFFLE = "if self.deck.cards_left() < 20:\n                yield from self.shuffle([])"

MUTANTS = (
    # --- charts
    Mutant("soft 17 stands", COURSES, "total <= 17 or", "total <= 16 or", CHART),
    Mutant(
        "soft 18 against a two",
        COURSES,
        'not in ("Two", "Seven", "Eight")',
        'not in ("Seven", "Eight")',
        CHART,
    ),
    Mutant(
        "hard 12 against a four",
        COURSES,
        '("Four", "Five", "Six")\n        if 13',
        '("Five", "Six")\n        if 13',
        CHART,
    ),
    Mutant(
        "hard 12 against a three",
        COURSES,
        'not in ("Four", "Five", "Six")\n        if 13',
        'not in ("Three", "Four", "Five", "Six")\n        if 13',
        CHART,
    ),
    Mutant("hard 16 draws", COURSES, "13 <= value.total <= 16", "13 <= value.total <= 15", CHART),
    Mutant("hard 16 draws always", COURSES, "return value.total <= 11", "return value.total <= 16", CHART),
    Mutant("hard 13 against all", COURSES, "13 <= value.total <= 16", "14 <= value.total <= 16", CHART),
    Mutant(
        "stiff hands against a seven",
        COURSES,
        '"Five", "Six")\n        return',
        '"Five", "Six", "Seven")\n        return',
        CHART,
    ),
    Mutant("hard 11 stands", COURSES, "return value.total <= 11", "return value.total < 11", CHART),
    Mutant("the hole card is looked at", COURSES, "player.draws(upcard,", "player.draws(hole_card,", CHART),
    Mutant("softness does not matter", COURSES, "if value.soft:", "if False:", CHART),
    # --- the dealer
    Mutant(
        "the dealer hits 17",
        COURSES,
        "value_of(dealers).total < 17",
        "value_of(dealers).total <= 17",
        "dealer.draws",
    ),
    Mutant(
        "the dealer stands on 16",
        COURSES,
        "value_of(dealers).total < 17",
        "value_of(dealers).total < 16",
        "dealer.draws",
    ),
    Mutant(
        "the dealer hits soft 17",
        COURSES,
        "value_of(dealers).total < 17",
        "value_of(dealers).total < 17 or value_of(dealers) == (17, True)",
        "dealer.draws",
    ),
    Mutant(
        "the dealer draws to win",
        COURSES,
        "value_of(dealers).total < 17",
        "value_of(dealers).total < min(total, 18)",
        "dealer.draws",
    ),
    # --- what cards are worth
    Mutant(
        "aces are never high", COURSES, "return Value(hard + 10, True)", "return Value(hard, False)", "cards"
    ),
    Mutant(
        "softness is not told",
        COURSES,
        "return Value(hard + 10, True)",
        "return Value(hard + 10, False)",
        "cards strategies",
    ),
    Mutant(
        "a second ace makes it hard",
        COURSES,
        'if any(card.spot == "Ace" for card in cards) and',
        'if sum(card.spot == "Ace" for card in cards) == 1 and',
        "cards",
    ),
    Mutant(
        "aces of 14",
        COURSES,
        'if card.spot != "Ace" else 1 for',
        'if card.spot != "Ace" else 14 for',
        "cards",
    ),
    Mutant("soft 21 is none", COURSES, "hard + 10 <= 21", "hard + 10 < 21", "cards"),
    Mutant(
        "faces count more",
        COURSES,
        "min(SPOTS.index(card.spot) + 2, 10)",
        "min(SPOTS.index(card.spot) + 2, 11)",
        "cards",
    ),
    # --- naturals
    Mutant("a natural pays double", COURSES, "return 3 * wager // 2", "return 2 * wager", "payouts.natural"),
    Mutant("a natural pays even money", COURSES, "return 3 * wager // 2", "return wager", "payouts.natural"),
    Mutant(
        "a natural is rounded up", COURSES, "return 3 * wager // 2", "return (3 * wager + 1) // 2", "payouts"
    ),
    Mutant(
        "a natural is not seen",
        COURSES,
        "if value_of(cards).total == 21:",
        "if False:",
        "procedure.hand payouts.natural",
    ),
    Mutant(
        "a natural goes on",
        COURSES,
        "            return 3 * wager // 2\n",
        "            pass\n",
        "procedure.hand payouts.natural",
    ),
    Mutant("a natural costs", COURSES, "return 3 * wager // 2", "return -wager", "payouts.natural"),
    # --- payouts
    Mutant(
        "a bust dealer pays double",
        COURSES,
        'Dealer busts"\n            return wager',
        'Dealer busts"\n            return 2 * wager',
        "payouts",
    ),
    Mutant("ties lose", COURSES, "if dealers_total > total:", "if dealers_total >= total:", "payouts.tie"),
    Mutant("ties win", COURSES, "if dealers_total < total:", "if dealers_total <= total:", "payouts.tie"),
    Mutant("a push pays", COURSES, "        return 0\n", "        return wager\n", "payouts.tie"),
    Mutant(
        "a win pays double",
        COURSES,
        'Player wins"\n            return wager',
        'Player wins"\n            return 2 * wager',
        "payouts.win",
    ),
    Mutant(
        "a bust costs nothing",
        COURSES,
        'Player busts"\n            return -wager',
        'Player busts"\n            return 0',
        "payouts",
    ),
    Mutant(
        "a bust dealer costs",
        COURSES,
        'Dealer busts"\n            return wager',
        'Dealer busts"\n            return -wager',
        "payouts",
    ),
    # --- shuffles
    Mutant(
        "shuffled at fifteen",
        COURSES,
        "self.deck.cards_left() < 20",
        "self.deck.cards_left() < 15",
        "shoe.reshuffle_when",
    ),
    Mutant(
        "shuffled at twenty",
        COURSES,
        "self.deck.cards_left() < 20",
        "self.deck.cards_left() <= 20",
        "shoe.reshuffle_when",
    ),
    Mutant(
        "shuffled every hand",
        COURSES,
        "self.deck.cards_left() < 20",
        "hand > 1",
        "shoe.reshuffle_when procedure.hand",
    ),
    Mutant("six cuts", COURSES, "for _ in range(7)", "for _ in range(6)", "shoe.shuffle"),
    Mutant("another spread of cuts", COURSES, "self.number() % 27", "self.number() % 26", "shoe.shuffle"),
    Mutant(
        "the left half first",
        COURSES,
        "left, right = self.cards[:cut], self.cards[cut:]",
        "right, left = self.cards[:cut], self.cards[cut:]",
        "shoe.shuffle",
    ),
    Mutant(
        "a new pack before a shuffle",
        COURSES,
        'yield f"{self.words.mark}Shuffling the deck"',
        'self.deck = Deck()\n        yield f"{self.words.mark}Shuffling the deck"',
        "shoe.shuffle",
    ),
    Mutant(
        "two numbers for a cut",
        COURSES,
        'yield f"cut at {cut}"',
        'yield f"cut at {self.generator.cut()}"',
        "shoe.shuffle",
    ),
    # --- counts and bets
    Mutant("the hole card is not counted", COURSES, "player.expose(hole_card)", "pass", COUNT),
    Mutant("the dealer's draws are not counted", COURSES, "player.expose(dealers[-1])", "pass", COUNT),
    Mutant(
        "sevens count",
        COURSES,
        '"Five", "Six"):\n            self.count',
        '"Five", "Six", "Seven"):\n            self.count',
        COUNT,
    ),
    Mutant(
        "nines are high", COURSES, 'not in ("Seven", "Eight", "Nine")', 'not in ("Seven", "Eight")', COUNT
    ),
    Mutant("the count is kept", COURSES, "self.count = 0", "pass", COUNT),
    Mutant("the count from three on", COURSES, "self.count >= 2 and", "self.count > 2 and", WAGER),
    Mutant(
        "three times the minimum",
        COURSES,
        "return 2 * minimum if self.count >= 2",
        "return 3 * minimum if self.count >= 2",
        WAGER,
    ),
    Mutant(
        "the money is not looked at",
        COURSES,
        "self.count >= 2 and bankroll >= 2 * minimum",
        "self.count >= 2",
        WAGER,
    ),
    Mutant(
        "a bet asked for once",
        COURSES,
        "wager = self.player.bet(bankroll, self.minimum)",
        "wager = self.minimum",
        f"{WAGER} {COUNT}",
    ),
    # --- order, ends and texts
    Mutant(
        "Hand behind the shuffle",
        COURSES,
        f"{HEADING}\n            {SHUFFLE}",
        f"{SHUFFLE}\n            {HEADING}",
        "procedure.hand",
    ),
    Mutant("one hand too few", COURSES, "hand < hands:", "hand < hands - 1:", "procedure.game"),
    Mutant(
        "on below the minimum",
        COURSES,
        "while bankroll >= self.minimum and",
        "while bankroll > 0 and",
        "procedure.game rules.minimum_wager",
    ),
    Mutant(
        "no heading",
        COURSES,
        'yield f"{mark}{self.words.hand} {hand} bankroll {bankroll}"',
        "pass",
        "output.hand procedure.hand",
    ),
    Mutant("no total", COURSES, 'yield f"Player\'s total is {total}"', "pass", "output"),
    Mutant("a trailing space", COURSES, 'yield f"{mark}Push"', 'yield f"{mark}Push "', "output.push"),
    Mutant("the wrong actor", COURSES, "yield f\"Dealer's total is", "yield f\"Player's total is", "output"),
    Mutant(
        "no hole card",
        COURSES,
        'yield f"Dealer\'s hole card is {hole_card}"',
        "pass",
        "output.hole_card procedure.hand",
    ),
    Mutant(
        "no closing line",
        COURSES,
        'yield f"{mark}Player has {bankroll} after',
        'if False: yield f"{mark}Player has {bankroll} after',
        "output procedure.game",
    ),
    Mutant(
        "hands are counted from nought",
        COURSES,
        "{self.words.hand} {hand} bankroll",
        "{self.words.hand} {hand - 1} bankroll",
        "output.hand",
    ),
    # --- the tournament
    Mutant(
        "Joseph flees too late",
        TOURNAMENT,
        "player.bankroll < self.normal // 2",
        "player.bankroll < self.normal // 4",
        "reactions.flee",
    ),
    Mutant(
        "Joseph never flees",
        TOURNAMENT,
        "may_escape = True",
        "may_escape = False",
        "reactions members.joseph",
    ),
    Mutant("Joseph comes poor", TOURNAMENT, "2 * normal)", "normal)", "members.joseph.bankroll"),
    Mutant(
        "Haruhi is modest",
        TOURNAMENT,
        "        return 2 * minimum\n",
        "        return minimum\n",
        "strategies.brave.wager",
    ),
    Mutant(
        "Mikuru is like others", TOURNAMENT, "self.count < -2", "self.count >= 2", "strategies.contrary.wager"
    ),
    Mutant("Kakyoin is bold", TOURNAMENT, "self.count >= 4", "self.count >= 3", "strategies.cautious.wager"),
    Mutant(
        "Jotaro has no power", TOURNAMENT, "stops_time = True", "stops_time = False", "reactions.stop_time"
    ),
    Mutant(
        "Jotaro takes one less",
        TOURNAMENT,
        "while len(taken) < len(cards):",
        "while len(taken) < len(cards) - 1:",
        "reactions.stop_time",
    ),
    Mutant("no cheer", TOURNAMENT, 'cheer = "Nice!"', 'cheer = ""', "members.joseph reactions"),
    Mutant(
        "the wrong one is kicked out",
        TOURNAMENT,
        "(dealers if wins else players).pop(0)",
        "(dealers if not wins else players).pop(0)",
        "procedure.round",
    ),
    Mutant(
        "kicked out in other words",
        TOURNAMENT,
        "has been kicked out. The winner of this round is {player.name}.",
        "has been kicked out. The winner of this round is {player.name}",
        "output",
    ),
)
"""They are checked by ``tests/verify/test_mutants.py`` and, in more games, by ``tests/verify/mutate.py``."""


@cache
def program_of(program: str, changes: tuple[tuple[str, str], ...]) -> ModuleType:
    """A program with some texts replaced."""
    source = (ORACLE / f"{program}.py").read_text("utf-8")
    for old, new in changes:
        if old not in source:
            raise ValueError(old)
        source = source.replace(old, new)
    module = ModuleType(f"mutant_{abs(hash((program, changes)))}")
    sys.modules[module.__name__] = module
    exec(compile(source, module.__name__, "exec"), module.__dict__)  # noqa: S102  # it is our own program
    return module


class Set(NamedTuple):
    """A game that was set: a ruleset, its arguments and a seed."""

    ruleset: str
    values: Mapping[str, Value]
    seed: int


def games(program: str, count: int) -> Iterator[Set]:
    """Some games of a program."""
    for number in range(count):
        if program == COURSES:
            edition, hands = (("classic", "hands"), ("trick", "tricks"))[number % 4 == 3]
            bankroll, minimum, most = (
                (100, 37, 1000, 60)[number % 4],
                (5, 3, 7)[number % 3],
                (30, 60, 90)[number % 3],
            )
            player = ("counting", "simple")[number % 5 == 4]
            values: dict[str, Value] = {
                "bankroll": bankroll,
                "minimum": minimum,
                hands: most,
                "player": player,
            }
        else:
            edition = ("sos_vs_sc", "sos_vs_sc_revised")[number % 2]
            normal, most = (40, 100, 25, 13)[number % 4], (9, 20, 5)[number % 3]
            dealers = ("sc", "sos")[number // 2 % 2]
            kind = ("simple", "counting")[number % 3 == 0]
            values = {"normal": normal, "hands": most, "kind": kind, "dealers": dealers}
        yield Set(edition, values, number)


def transcript(module: Any, game: Set) -> str:
    """What a program prints; nothing more where it ends with an error."""
    values = dict(game.values)
    lines: list[str] = []
    if "normal" in values:
        edition = module.FIRST if game.ruleset == "sos_vs_sc" else module.REVISED
        contest = module.Tournament(edition, values["normal"], values["hands"], game.seed)
        said = contest.game(module.gather(values["normal"], values["kind"]), values["dealers"])
    else:
        words = module.CLASSIC if game.ruleset == "classic" else module.TRICK
        hands = values["hands" if game.ruleset == "classic" else "tricks"]
        player = module.Counting() if values["player"] == "counting" else module.Simple()
        said = module.Driver(words, values["minimum"], player, game.seed).game(values["bankroll"], hands, ())
    try:
        for line in said:
            lines.append(line)
            if len(lines) > 20_000:
                break
    except (IndexError, AssertionError):
        pass
    return "".join(f"{line}\n" for line in lines)


def first_difference(right: str, wrong: str) -> int:
    """The number of the first line that differs, 0 for none."""
    ours, theirs = right.splitlines(), wrong.splitlines()
    pairs = zip(ours, theirs, strict=False)
    at = next(
        (index for index, (one, other) in enumerate(pairs) if one != other), min(len(ours), len(theirs))
    )
    return 0 if right == wrong else at + 1


def may_be(rule: str, rules: Sequence[str]) -> bool:
    """Whether a rule is one of some, or stands inside one of them."""
    return any(rule == each or rule.startswith(f"{each}.") for each in rules)
