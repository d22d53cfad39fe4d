"""Mutants of the independent programs: each breaks one rule, as a replacement in the program's text.

Students make these mistakes; most resemble mistakes in programs of real courses.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import tomli

from bj.argument_values import Seat, Value
from bj.verify.assignment import Chance

ORACLE = Path(__file__).parents[1] / "oracle"


class Mutant(NamedTuple):
    """A program that breaks one rule."""

    name: str
    program: str
    """COURSES, TOURNAMENT, VEGAS or INFINITE, the name of its file."""
    changes: tuple[tuple[str, str], ...]
    """The replaced texts."""
    rules: tuple[str, ...]
    """The rules that a finding may name, by the beginnings of their paths."""
    kind: str = ""
    """The kind of the finding, if only one is right."""
    shows: str = ""
    """A pattern of the lines that show the mistake, if their number is known."""
    later: bool = False
    """Whether a transcript may continue for a while as if with different random numbers."""
    games: tuple[int, ...] = ()
    """The numbers of the games that the tests verify; the broken rule is the only finding in each."""


COURSES, TOURNAMENT, VEGAS, INFINITE = "courses", "tournament", "vegas", "infinite"


def _shared() -> str:
    """The code of the deck and the players of the courses."""
    return source_of(COURSES).split("# --- blackjack.cpp")[0]


@cache
def source_of(program: str) -> str:
    """The text of a program; the tournament includes the deck and the players of the courses."""
    source = (ORACLE / f"{program}.py").read_text("utf-8")
    if program == TOURNAMENT:
        source = _shared() + re.sub(r"from (__future__|tests)\S* import .+", "", source)
    return source


def _read() -> Iterator[Mutant]:
    """The mutants of the file next to this one; those of players and the deck also play tournaments."""
    for each in tomli.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["mutants"]:
        old, new = each["old"], each["new"]
        changes = zip(old, new, strict=True) if isinstance(old, list) else [(old, new)]
        more = each.get("kind", ""), each.get("shows", ""), each.get("later", False)
        mutant = Mutant(each["name"], each["program"], tuple(changes), tuple(each["rules"].split()), *more)
        yield mutant._replace(games=tuple(each.get("games", ())))
        if mutant.program == COURSES and all(old in _shared() for old, _ in mutant.changes):
            name, played = f"{mutant.name}, in tournaments", tuple(each.get("tournaments", ()))
            yield mutant._replace(name=name, program=TOURNAMENT, shows="", games=played)


def _changed(program: str, changes: tuple[tuple[str, str], ...]) -> str:
    """Replace texts in a program. Raises ValueError if one is missing."""
    source = source_of(program)
    for old, new in changes:
        if old not in source:
            raise ValueError(old)
        source = source.replace(old, new)
    return source


def is_program(program: str, changes: tuple[tuple[str, str], ...]) -> bool:
    """Whether these texts can be replaced in a program."""
    try:
        compile(_changed(program, changes), program, "exec")
    except (ValueError, SyntaxError):
        return False
    return True


MUTANTS = tuple(_read())
"""``tests/verify/test_mutants.py`` tries some, ``tests/campaigns/broken.py`` all of them in many games."""

BY_NAME = {each.name: each for each in MUTANTS}


@cache
def program_of(program: str, changes: tuple[tuple[str, str], ...]) -> ModuleType:
    """A program with some texts replaced."""
    source = _changed(program, changes)
    module = ModuleType(f"mutant_{abs(hash((program, changes)))}")
    sys.modules[module.__name__] = module
    exec(compile(source, module.__name__, "exec"), module.__dict__)  # noqa: S102  # it is our own program
    return module


MOST_LINES = 20_000
"""The number of lines after which a transcript is cut off, because some mutants never end."""


class Set(NamedTuple):
    """An assigned game: a ruleset, its arguments and a seed."""

    ruleset: str
    values: Mapping[str, Value]
    seed: int
    chance: Chance = "seed"


PEOPLE = (Seat("human", "Bob", 100), Seat("safe", "Meek", 100), Seat("random", "Random", 100))
"""The players at a table with people."""


def games(program: str, count: int) -> Iterator[Set]:
    """Games of a program."""
    for number in range(count):
        if program == VEGAS:
            first = number % 3
            seats = (*PEOPLE[first:], *PEOPLE[:first], Seat("safe", "Q", 50))[: 1 + number % 4 or 1]
            yield Set("vegas", {"players": seats}, number, "cards")
            continue
        if program == INFINITE:
            edition = ("infinite", "infinite_double")[number % 2]
            yield Set(edition, {"start": (300, 1000, 77)[number % 3]}, number, "cards")
            continue
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


def game_of(program: str, number: int) -> Set:
    """One of the games of a program."""
    *_, game = games(program, number + 1)
    return game


def transcript(module: Any, game: Set) -> str:
    """The output of a program, up to an error."""
    values: dict[str, Any] = dict(game.values)
    lines: list[str] = []
    end = "\n"
    if game.ruleset == "vegas":
        said = module.Game(
            [(seat.strategy, seat.name, seat.bankroll) for seat in values["players"]], game.seed
        )
        said, end = said.run(20), ""
    elif game.ruleset.startswith("infinite"):
        doubles = game.ruleset == "infinite_double"
        said, end = module.Blackjack(values["start"], game.seed, may_double=doubles).run(40), ""
    elif "normal" in values:
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
            if len(lines) >= MOST_LINES:
                break
    except (IndexError, AssertionError, TypeError, UnboundLocalError):
        pass
    return "".join(f"{line}{end}" for line in lines)


def first_difference(right: str, wrong: str) -> int:
    """The number of the first line that differs, or 0."""
    ours, theirs = right.splitlines(), wrong.splitlines()
    pairs = zip(ours, theirs, strict=False)
    at = next(
        (index for index, (one, other) in enumerate(pairs) if one != other), min(len(ours), len(theirs))
    )
    return 0 if right == wrong else at + 1


def hand_of(right: str, line: int) -> int:
    """The number of the hand that contains a line; 0 before the first hand."""
    before = "\n".join(right.split("\n")[:line])
    headings = re.findall(r"^(?:# )?(?:Hand|Trick|Round) (\d+)(?: bankroll|$)", before, re.MULTILINE)
    return int(headings[-1]) if headings else before.count("Okay, time for betting")


def may_be(rule: str, rules: Sequence[str]) -> bool:
    """Whether a rule is one of ``rules``, or inside one of them."""
    return any(rule == each or rule.startswith(f"{each}.") for each in rules)
