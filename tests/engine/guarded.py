"""The engine on memory that checks its blocks: a read or write outside its own block is an error.

The files of the engine are imported again under another name. A number in a table that leads to a block,
such as a seat or a chart, is an ``Address``: a number that keeps its block when numbers are added to it.
Numbers without a block may only lead to fixed places.
"""

from __future__ import annotations

import builtins
import importlib
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import bj.engine
from bj.cards import MOST_CARDS, MOST_RANKS
from bj.catalogue.house_rules import ALLOWANCES
from bj.catalogue.limits import MOST_DEALT, MOST_HANDS, MOST_SEATS
from bj.catalogue.occasions import TURN
from bj.compiler.compile import Compiled
from bj.engine.game import tallies as y
from bj.engine.game.interpreter import NEXT_GAME, ONE_GAME
from bj.engine.layout import event_record as r
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.engine.layout.work_per_hand import UNLIMITED
from bj.session.engines import PLAIN, Engine

Block = tuple[int, int]
"""The start of a block and that of the next one."""

MOST_LOOKS = 10_000
"""The number of times that a game may access its table beyond the fixed places before it is abandoned."""

FIELDS_OF_PROGRAM = (
    *(t.WAGER_FORMULA, t.CHART, t.RULES, t.TAGS, t.REACTIONS, t.INSURANCE, t.CALLS, t.RAISES, t.SIDE_WISHES),
)
LISTS_OF_PROGRAM = (p.FIRST_SET_CUT,)


_get, _set, _add = list.__getitem__, list.__setitem__, int.__add__


class OutOfBlockError(AssertionError):
    """An access left the block of its index."""


class Address(int):
    """An index that belongs to a block."""

    block: Block

    def __new__(cls, value: int, block: Block) -> Address:
        """The index ``value`` of this block."""
        address = int.__new__(cls, value)
        address.block = block
        return address

    def __add__(self, other: int) -> int:
        """An index of the same block."""
        return Address(_add(self, other), self.block)

    __radd__ = __add__

    def __sub__(self, other: int) -> int:
        """An index of the same block, or the distance between two addresses."""
        if isinstance(other, Address):
            return int(self) - int(other)
        return Address(int(self) - int(other), self.block)


def guarded_range(*bounds: int) -> Iterator[int]:
    """The indices of ``range``, in the block of its start."""
    start = bounds[0]
    if len(bounds) > 1 and isinstance(start, Address):
        return (Address(at, start.block) for at in builtins.range(*map(int, bounds)))
    return iter(builtins.range(*bounds))


class TooLongError(Exception):
    """A game that takes too long."""


class Memory(list[int]):
    """Numbers in blocks."""

    def __init__(self, numbers: Sequence[int], fixed: int, noted: int = 0) -> None:
        super().__init__(numbers)
        self.wholes = {(0, noted), (noted, 2 * noted)} if noted else set()
        """A table followed by its state at the last start of the engine; each is copied over the other."""
        self.fixed = fixed
        """Numbers without a block can only address places before this index."""
        self.left = MOST_LOOKS

    def look(self, index: Any) -> None:
        """Raise OutOfBlockError unless an index, or everything that a slice covers, is in one block."""
        self.left -= 1
        if self.left < 0:
            raise TooLongError
        first = last = index
        if type(index) is slice:
            if index.stop <= index.start:
                return
            if (index.start, index.stop) in self.wholes:
                return
            first, last = index.start, index.stop - 1
        low, high = first.block if type(first) is Address else (0, self.fixed)
        if not (low <= first and last < high):
            raise OutOfBlockError(f"{int(first)} to {int(last)} is outside {low} to {high - 1}")

    def __getitem__(self, index: Any) -> Any:
        """The number at an index, if the index is in its block."""
        if type(index) is not int or not 0 <= index < self.fixed:
            self.look(index)
        return _get(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        """Write ``value`` there, if the index is in its block."""
        self.look(index)
        if type(index) is slice:
            assert len(value) == len(_get(self, index))
        _set(self, index, value)


def _block_of(starts: Sequence[int], index: int, end: int) -> Block:
    """The block of ``index`` between the ``starts`` of all."""
    at = bisect_right(starts, index)
    return starts[at - 1], starts[at] if at < len(starts) else end


def guarded_memory(compiled: Compiled, starts: Sequence[int]) -> tuple[Memory, Memory]:
    """The program and the table of a game as guarded memory.

    ``starts`` are the starts of the pieces of the program, in the compiler's order.
    """
    program = Memory(compiled.program, len(compiled.program))
    table = Memory(compiled.table, t.PERSONS, compiled.table[t.COPY_AT])
    starts = sorted({0, p.HEAD, *starts})

    def lead(memory: Memory, at: int, block: Block) -> None:
        """Make the number at an index an address in a block."""
        list.__setitem__(memory, at, Address(list.__getitem__(memory, at), block))

    shoe, size, persons = compiled.table[t.SHOE], compiled.table[t.SHOE_SIZE], len(compiled.persons)
    blocks = range(t.PERSONS, t.PERSONS + persons * t.PERSON_SIZE, t.PERSON_SIZE)
    spare, end = compiled.table[t.FIRST_SPARE], compiled.table[t.SPARE_END]
    hands = [
        *(compiled.table[at + t.FIRST_HAND] for at in blocks),
        *compiled.table[t.DEALT : t.DEALT + compiled.table[t.DEALT_HANDS]],
        *range(spare, end, t.HAND_SIZE),
        *filter(None, [compiled.table[t.SIDE_HAND]]),
    ]
    for at in blocks:
        for field in FIELDS_OF_PROGRAM:
            index = compiled.table[at + field]
            if index:
                lead(table, at + field, _block_of(starts, index, len(compiled.program)))

    def lead_to_person(at: int) -> None:
        index = compiled.table[at]
        assert index in blocks
        lead(table, at, (index, index + t.PERSON_SIZE))

    def lead_to_hand(at: int) -> None:
        index = compiled.table[at]
        assert index in hands
        lead(table, at, (index, index + t.HAND_SIZE))

    for block in blocks:
        lead_to_hand(block + t.FIRST_HAND)
        if compiled.table[block + t.OTHER_ROLE]:
            lead_to_person(block + t.OTHER_ROLE)
    for hand in {*hands} - {*range(spare, end, t.HAND_SIZE)}:
        lead_to_person(hand + t.OWNER)
        lead_to_hand(hand + t.WHOLE)
    for seat in range(compiled.table[t.PLAYERS]):
        lead_to_person(t.SEATS + seat)
    for place in range(compiled.table[t.DEALT_HANDS]):
        lead_to_hand(t.DEALT + place)
        lead_to_hand(t.HANDS + place)
    if spare:
        lead(table, t.FIRST_SPARE, (spare, end))
        lead(table, t.SPARE_HAND, (spare, end))
    for register, room in _rooms(compiled).items():
        lead(table, register, room)
    lead_to_person(t.DEALER)
    lead_to_hand(t.DEALER_HAND)
    _lead_to_rosters(compiled, program, table, lead, lead_to_person)
    if shoe:
        spare = compiled.table[t.SPARE]
        length = 2 * size if spare else size
        lead(table, t.SHOE, (shoe, shoe + length))
        if spare:
            lead(table, t.SPARE, (spare, spare + length))
    for cell in LISTS_OF_PROGRAM:
        lead(program, cell, _block_of(starts, compiled.program[cell], len(compiled.program)))
    if compiled.program[p.TALLIES]:
        tallies = compiled.program[p.TALLIES]
        lead(program, p.TALLIES, (tallies, len(compiled.table)))
        _lead_to_tallies(compiled, table, (tallies, len(compiled.table)), lead, blocks)
    return program, table


def _lead_to_rosters(
    compiled: Compiled, program: Memory, table: Memory, lead: Any, lead_to_person: Callable[[int], None]
) -> None:
    """Turn the numbers that lead to team members into addresses of rosters and persons."""
    for register, left in ((t.ROSTER, t.PLAYERS_LEFT), (t.DEALER_ROSTER, t.DEALERS_LEFT)):
        first, count = compiled.table[register], compiled.table[left]
        if first:
            lead(table, register, (first, first + count))
    matches, length = compiled.program[p.MATCHES], compiled.program[p.MATCH_COUNT] * p.MATCH_SIZE
    for side in range(matches, matches + length, p.MATCH_SIDE):
        first, count = compiled.program[side + p.MATCH_ROSTER], compiled.program[side + p.MATCH_MEMBERS]
        lead(program, side + p.MATCH_ROSTER, (first, first + count))
        for at in range(first, first + count):
            lead_to_person(at)


def _rooms(compiled: Compiled) -> dict[int, Block]:
    """The registers of side bets, answers and matches, each with its block."""
    replies = 2 * compiled.table[t.COPY_AT]
    answers = {t.COPY_AT: (replies, replies + t.MOST_REPLIES)} if replies else {}
    if compiled.program[p.MATCH_COUNT]:
        brought, standings = compiled.table[t.BROUGHT], compiled.table[t.STANDINGS]
        teams = compiled.program[p.TEAM_COUNT]
        answers |= {
            t.BROUGHT: (brought, brought + len(compiled.persons) * t.BROUGHT_SIZE),
            t.STANDINGS: (standings, standings + teams * t.STANDING_SIZE),
        }
    first, hand = compiled.table[t.SIDE_BETS], compiled.table[t.SIDE_HAND]
    end, meters = compiled.table[t.SIDE_BETS_END], compiled.table[t.METERS]
    if not first:
        return answers
    assert hand + t.SIDE_HAND_SIZE <= first, "the bets lie in the hand that they are judged by"
    return answers | {
        t.SIDE_BETS: (first, end),
        t.METERS: (meters, meters + compiled.program[p.SIDE_BET_COUNT]),
        t.SIDE_HAND: (hand, hand + t.SIDE_HAND_SIZE),
    }


def _lead_to_tallies(
    compiled: Compiled, table: Memory, room: Block, lead: Any, blocks: Sequence[int]
) -> None:
    """Turn the numbers in the tallies into addresses of tallies and bankrolls."""
    head = room[0]
    for cell in (y.FIRST_PERSON, y.BANKROLLS, y.SIDE_BETS):
        lead(table, head + cell, room)
    moved = compiled.table[head + y.MOVED]
    if moved:
        lead(table, head + y.MOVED, (moved, moved + len(blocks)))
    for index, block in enumerate(blocks):
        lead(table, compiled.table[head + y.BANKROLLS] + index, (block, block + t.PERSON_SIZE))
        tally = compiled.table[block + t.TALLY]
        lead(table, block + t.TALLY, (tally, tally + y.PERSON_SIZE))
        if compiled.table[tally + y.BY_COUNT]:
            lead(table, tally + y.BY_COUNT, room)


ARRAYS: dict[str, dict[str, int]] = {
    "program": {
        "RANK_OF": MOST_CARDS,
        "SUIT_OF": MOST_CARDS,
        "WORTHS": p.RANKS,
        "RANK_COUNTING": p.VALUES // 2,
        "ALLOWED": len(ALLOWANCES),
        "ALLOWED_WHOLE": len(ALLOWANCES) * p.RANKS,
        "ALLOWED_FIRST": len(ALLOWANCES) * p.RANKS,
        "DEALING": MOST_DEALT,
        "LOOKS_AHEAD": TURN + 1,
        "ADDITIONS": p.VALUES * p.RANKS,
        "CLASS_OF": 2 * p.VALUES,
        "OUTCOMES": p.CLASSES * p.CLASSES,
    },
    "table": {
        "SEATS": MOST_SEATS,
        "DEALT": MOST_SEATS,
        "HANDS": MOST_HANDS,
        "SEEN": MOST_RANKS,
        "GENERATORS": t.GENERATORS_SIZE,
    },
}
"""The lists at fixed places, with their sizes; each is a block of its own."""


def _import_engine() -> ModuleType:
    """The engine's modules under another name, with ranges that keep their blocks."""
    name = "guarded_engine"
    package = ModuleType(name)
    package.__path__ = [str(Path(bj.engine.__file__).parent)]
    sys.modules[name] = package
    interpreter = importlib.import_module(f"{name}.game.interpreter")
    for called, module in list(sys.modules.items()):
        if called.startswith(f"{name}."):
            vars(module)["range"] = guarded_range
    for called, sizes in ARRAYS.items():
        layout = vars(sys.modules[f"{name}.layout.{called}"])
        for array, size in sizes.items():
            layout[array] = Address(layout[array], (layout[array], layout[array] + size))
    return interpreter


_INTERPRETER: Any = _import_engine()


def _begin_game(program: Memory, table: Memory) -> bool:
    """Reset the table to the start of a game, across its blocks, if one is requested."""
    at = program[p.TALLIES]
    if table[at + y.HANDS_WANTED] <= table[at + y.BATCH_END] or table[at + y.GAMES_LEFT] <= 0:
        return False
    image, head = int(program[p.START_IMAGE]), int(at)
    dealt = int(table.image[t.DEALT_HANDS])  # type: ignore[attr-defined]
    lists = [(first, first + dealt) for first in (t.SEATS, t.DEALT, t.HANDS)]
    for first, last in ((0, t.SEATS), *lists, (t.CONSTANTS, head)):
        list.__setitem__(table, slice(first, last), table.image[first:last])  # type: ignore[attr-defined]
        assert [int(number) for number in list.__getitem__(table, slice(first, last))] == list.__getitem__(
            program, slice(image + first, image + last)
        )
    table[at + y.HANDS_OF_GAME] = min(table[at + y.LONGEST], table[at + y.HANDS_WANTED])
    table[at + y.HANDS_LEFT] = table[at + y.HANDS_OF_GAME]
    return True


_INTERPRETER.begin_game = _begin_game


def _play(games: int) -> Callable[..., int]:
    return lambda *memory: _INTERPRETER.play(*memory, games, UNLIMITED)


class Guarded:
    """The program and the table of one game in guarded memory, and an engine for them."""

    def __init__(self, compiled: Compiled, starts: Sequence[int]) -> None:
        self.program, self.table = guarded_memory(compiled, starts)
        self.table.image = list(self.table)  # type: ignore[attr-defined]
        self.engine: Engine = PLAIN._replace(
            name="guarded", ints=list, play=_play(ONE_GAME), play_games=_play(NEXT_GAME)
        )

    def events(self, room: int) -> Memory:
        """An empty record."""
        numbers = r.new_record(room)
        return Memory(numbers, len(numbers))
