"""Games of the shipped rulesets that need no person, played at both speeds of the engine."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tests.session.games import OWN, Run, run, shipped

from bj.argument_values import Seat, Value, fill_arguments
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.layout import table as t
from bj.session.engines import PLAIN, Engine

ROUNDS = 8  # of a table that would ask for another one
ROUNDS_WITH_PEOPLE = 4
PEOPLE = ("human:Ann:40", "safe:Ben:90", "random:Cleo:400")
KINDS = ("safe", "random")


def needs_a_person(name: str) -> bool:
    """Whether a shipped ruleset has a person at its table."""
    ruleset = shipped(name)
    return any(
        ruleset.strategies[player.strategy].wager is None
        for player in ruleset.model.players
        if player.strategy in ruleset.strategies
    )


RULESETS = [name for name in OWN if not needs_a_person(name)]


def choices_of(name: str) -> Iterator[Mapping[str, Value]]:
    """Every combination of the choices of a ruleset's arguments, with tables of all sizes."""
    words: dict[str, list[Value]] = {}
    for argument in shipped(name).model.command_line:
        if argument.type == "choice":
            words[argument.name] = list(argument.choices or [])
        elif argument.type == "players":
            kinds = itertools.cycle(KINDS)
            seats = [
                Seat(kind, f"{kind} {number}", 90) for number, kind in zip(range(7), kinds, strict=False)
            ]
            words[argument.name] = [tuple(seats[7 - size :]) for size in range(1, 8)]
    for chosen in itertools.product(*words.values()):
        yield dict(zip(words, chosen, strict=True))


def numbers_of(name: str, seed: int) -> Mapping[str, Value]:
    """Small numbers for all other arguments; they vary with the seed."""
    values: dict[str, Value] = {}
    for place, argument in enumerate(shipped(name).model.command_line):
        if argument.type == "integer":
            low, high = argument.between or (1, 1000)
            least, step, most = ((16, 7, 60), (4, 5, 9), (4, 3, 12))[place % 3]
            values[argument.name] = min(high, max(low, least + seed * step % most))
    return values


class ChosenGame(NamedTuple):
    """Small values for all other arguments; they vary with the seed."""

    values: Mapping[str, Value]
    seed: int
    rounds: int


def games_with_people(name: str, seeds: range) -> Iterator[ChosenGame]:
    """Games of a shipped ruleset, with all its arguments in turn, and with people."""
    arguments = shipped(name).model.command_line
    seats = any(argument.type == "players" for argument in arguments)
    with_people = fill_arguments(arguments, PEOPLE if seats else (), {})
    choices: list[Mapping[str, Value]] = [{"players": with_people["players"]}] if seats else []
    choices += choices_of(name)
    for seed in seeds:
        choice = choices[seed % len(choices)]
        values = {**with_people, **numbers_of(name, seed), **choice}
        yield ChosenGame(values, seed, ROUNDS_WITH_PEOPLE if seats else 0)


def game_of(name: str, choice: Mapping[str, Value], seed: int, *, tallied: bool = False) -> Compiled:
    """A game of a few hands."""
    compiled = compile_ruleset(shipped(name), {**numbers_of(name, seed), **choice}, seed, tallied=tallied)
    compiled.table[t.HANDS_WANTED] = ROUNDS
    return compiled


def both_speeds(game: Compiled, fast: Engine, room: int = 1 << 11) -> tuple[Run, Run]:
    """A game as plain Python and compiled."""
    plain = run(list(game.program), list(game.table), PLAIN, room)
    return plain, run(list(game.program), list(game.table), fast, room)
