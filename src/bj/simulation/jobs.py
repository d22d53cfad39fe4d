"""Describes simulations as jobs. A job consists of blocks, which workers can play in any order."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bj.argument_values import Value, seats_of
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face.view import Kind, View
from bj.errors import UsageError
from bj.ruleset.check import Checked
from bj.ruleset.check.simulation_groups import parse_grouping
from bj.session.game_plan import refuse_seed
from bj.simulation.participants import groups_of
from bj.simulation.tallies import Members

Unit: TypeAlias = Literal["hands", "games"]
"""The unit of a simulation: hands at the table, or whole games."""

BLOCK: Mapping[Unit, int] = {"hands": 1 << 15, "games": 100}
"""The number of hands or games in a block.

It is the same on every machine, because it affects the results.
"""

BATCHES = 256
"""The target number of batches in a simulation. There are fewer if games are long."""

LONG_GAMES = 64
"""The minimum number of games in a simulation of hands. Long games are stopped early to reach this number."""

SHORTEST_BATCH: Mapping[Unit, int] = {"hands": 16, "games": 1}
SHORTEST_CUT = 1024
"""The minimum number of hands to play in a long game before it is stopped."""

BATCH_FOR_PRECISION: Mapping[Unit, int] = {"hands": 1 << 12, "games": 25}
"""The number of hands or games in a batch if the total is not known in advance."""

LARGEST_AMOUNT = 10**12
"""The maximum number of hands or games in a simulation."""

LONGEST_GAME = 10_000_000
"""After this many hands, a game is considered endless and fails."""


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """Everything needed to play a block.

    All fields are plain values, so a job can be sent to another machine.
    """

    program: tuple[int, ...]
    table: tuple[int, ...]
    persons: tuple[str, ...]
    described: Mapping[int, str]
    decimals: int
    unit: Unit
    seed: int
    groups: tuple[Members, ...]
    """The groups, given by their members' indices (see ``bj.simulation.participants.groups_of``)."""
    batch: int
    """The number of hands or games in a batch.

    In a comparison, the number is exact. Otherwise, a batch continues until the current game ends.
    """
    longest: int
    """The number of hands after which a game is stopped.

    If whole games are simulated, reaching this number is an error, because the game is considered endless.
    """
    against: Job | None = None
    """On the left side of a comparison, the job for the right side. Otherwise None."""
    pairs: tuple[tuple[int, int, int, int], ...] = ()
    """In a comparison, the four indices of each pair of ratios (see ``bj.simulation.paired_play``)."""

    @property
    def block(self) -> int:
        """The number of hands or games in a block. In a comparison, it is a multiple of ``batch``."""
        return BLOCK[self.unit] // self.batch * self.batch if self.against else BLOCK[self.unit]

    @property
    def view(self) -> View:
        """The table before the first hand."""
        return View(list(self.program), list(self.table))

    def key(self) -> str:
        """Return a hash that identifies this job. Jobs with the same key produce the same results."""
        parts: list[object] = [
            *(self.program, self.table, self.persons, self.decimals, self.unit, self.seed, BLOCK),
            *(self.groups, self.batch, self.longest),
        ]
        if self.against is not None:
            parts += [self.against.key(), self.batch, self.pairs]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def cut(unit: Unit, amount: int | None) -> tuple[int, int]:
    """Return how many hands or games form a batch, and after how many hands a game is stopped.

    ``amount`` is None if the precision decides how much to simulate. In a simulation of hands, a game that
    never ends is divided into equal parts within each block.

    >>> cut("hands", 1_000_000), cut("hands", 10**9), cut("hands", 500), cut("games", 1000)
    ((3906, 10923), (32768, 32768), (16, 1024), (3, 10000000))
    """
    block = BLOCK[unit]
    if amount is None:
        batch = longest = BATCH_FOR_PRECISION[unit]
    else:
        batch = min(max(amount // BATCHES, SHORTEST_BATCH[unit]), block)
        longest = min(max(amount // LONG_GAMES, SHORTEST_CUT), block)
    return batch, LONGEST_GAME if unit == "games" else -(-block // -(-block // longest))


def make_job(
    checked: Checked,
    values: Mapping[str, Value],
    unit: Unit,
    seed: int = 0,
    rounds: int = 0,
    amount: int | None = LARGEST_AMOUNT,
    by: str = "",
    *,
    has_strategies: bool = False,
    recorded: Collection[str] = (),
) -> Job:
    """Create a job that simulates a ruleset with the given argument values.

    ``rounds`` is the number of rounds to play if the ruleset asks after each round whether to continue.
    ``amount`` is the number of hands or games, or None if it is unknown. Results are grouped by the value of
    the expression ``by`` or, if it is empty, by the running count. ``recorded`` lists the keys of the events
    to record if a block is played with an event record. Raises UsageError if the game needs a human player,
    unless ``has_strategies`` is true because Python functions make the decisions. Raises GameError if a
    starting value cannot be computed.
    """
    refuse_seed(seed)
    grouping = parse_grouping(checked, by) if by else None
    compiled = compile_ruleset(
        checked, values, 0, rounds=rounds, tallied=True, by=grouping, recorded=recorded
    )
    if not has_strategies:
        _refuse_persons(checked, compiled, values, rounds)
    return Job(
        tuple(compiled.program),
        tuple(compiled.table),
        compiled.persons,
        compiled.described,
        compiled.decimals,
        unit,
        seed,
        groups_of(checked.model, values),
        *cut(unit, amount),
    )


def _refuse_persons(checked: Checked, compiled: Compiled, values: Mapping[str, Value], rounds: int) -> None:
    """Raise UsageError if the game would ask a human player any question."""
    question = _find_question(compiled)
    if question is not None:
        chosen = _find_choice(checked, values, rounds)
        remedy = f"choose `{chosen}`, which plays by itself" if chosen else question[1]
        raise UsageError(question[0], remedy)
    if not rounds and "ask again" in checked.model.procedure.steps_named():
        raise UsageError(
            "the game asks a player whether to continue", "set `rounds` to a number, such as 100"
        )


def _find_question(compiled: Compiled) -> tuple[str, str] | None:
    """Return an error message and a remedy, or None if the game would not ask a player for a decision."""
    view = View(compiled.program, compiled.table)
    for person, name in enumerate(compiled.persons):
        if not view.decides(person, Kind.WAGER):
            message = f"{name} is a human player, so the game would ask for every wager"
            return message, "give the strategy a `wager`, and a chart or rules"
        if not view.decides(person, Kind.ACTION):
            message = f"{name} is a human player, so the game would ask about every hand"
            return message, "give the strategy a chart or rules"
    return None


def _find_choice(checked: Checked, values: Mapping[str, Value], rounds: int) -> str:
    """Return a choice for an argument that makes the game ask no questions, or "" without one."""
    for argument in checked.model.command_line:
        for choice in argument.choices or ():
            seats = seats_of(values.get(argument.name, ()))
            chosen = tuple(seat._replace(strategy=choice) for seat in seats)
            other = {**values, argument.name: chosen if argument.type == "players" else choice}
            if _find_question(compile_ruleset(checked, other, 0, rounds=rounds, tallied=True)) is None:
                return choice
    return ""
