"""Tests that the umpire objects to a game in which one event is changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

from tests.engine.variants import Variant, ruleset
from tests.session.games import watch
from tests.umpire.umpire import Umpire

from bj.catalogue.events import EventKind
from bj.compiler.compile import Compiled
from bj.engine.face.view import Stop
from bj.record.events import KINDS, LINE, Event, read

NUMBERS = (
    *("card", "total", "amount", "wager", "bankroll", "hand", "winner"),
    *("team", "match", "won", "partner"),
)
"""Fields that are changed to a nearby number; a cut is changed to an impossible one."""

FOLLOWED = (
    *range(35),
    *(37, 38, 40, 41, 45, 47, 48, 50, 51, 52, 53, 58, 60, 68, 71, 73, 75, 80),
    *(79, 87, 92, 94, 97, 98, 104, 108, 109, 115, 129, 132, 133, 135, 136, 154, 155, 163, 179, 187),
    *(223, 234, 267, 272, 278, 409, 542),
)
"""The seeds of the rulesets to play; they cover all that seeds up to 600 cover."""

MOST_STRETCHES = 1000
"""The number of stops after which a game is abandoned, because powers can make it long."""


class Stretch(NamedTuple):
    """The events that the engine recorded between two stops, and its table at the second one."""

    table: list[int]
    events: list[Event]


class Played(NamedTuple):
    """A game, with all that an umpire needs to follow it again."""

    variant: Variant
    compiled: Compiled
    stretches: list[Stretch]
    is_over: bool
    kept: dict[int, object]
    """The parts of the ruleset and its program, which no umpire changes, by their identities."""

    def umpire(self) -> Umpire:
        """Make an umpire that has followed no events."""
        return Umpire(self.variant.data, self.variant.values, self.compiled)

    def copy(self, umpire: Umpire) -> Umpire:
        """Make a second umpire that has followed the same events."""
        return deepcopy(umpire, dict(self.kept))

    def objection(self, umpire: Umpire, stretches: Sequence[Stretch]) -> str | None:
        """The objection of an ``umpire`` to a game that continues with ``stretches``."""
        try:
            for table, events in stretches:
                umpire.look(table, events)
            if self.is_over:
                umpire.finish()
        except AssertionError as error:
            return str(error) or "no"
        return None


def played(seed: int) -> Played:
    """Play and follow a game of a random ruleset."""
    variant = ruleset(seed)
    compiled = variant.compile(seed)
    stretches: list[Stretch] = []

    def look(table: list[int], piece: list[int]) -> None:
        stretches.append(Stretch(list(table), list(read(piece, compiled.persons))))

    end = watch(compiled.program, compiled.table, look, most=MOST_STRETCHES)
    kept = {id(each): each for each in (*parts_of(variant.data), variant.values, compiled)}
    return Played(variant, compiled, stretches, end.status == Stop.DONE, kept)


def parts_of(data: object) -> Iterator[object]:
    """The tables and lists in the data of a ruleset, with the whole."""
    if isinstance(data, dict | list):
        yield data
        for each in data.values() if isinstance(data, dict) else data:
            yield from parts_of(each)


def changes(event: Event, behind: Event | None, game: Played) -> Iterator[tuple[str, list[Event]]]:
    """Changed events that replace an event and the next one."""
    pair = [event, *([behind] if behind else [])]
    yield "left out", pair[1:]
    yield "repeated", [event, *pair]
    if behind and behind != event:
        yield "swapped", [behind, event]
    for field in NUMBERS:
        number: Any = getattr(event, field)
        if number is not None:
            near: dict[str, Any] = {field: number - 1 if number else 1}
            yield f"{field} changed", [event._replace(**near), *pair[1:]]
    if event.memories and len(event.memories) > 1:  # the second one is the bankroll
        hand, bankroll, *rest = event.memories
        yield "memories changed", [event._replace(memories=(hand, bankroll + 1, *rest)), *pair[1:]]
    if event.cut is not None:
        yield "cut changed", [event._replace(cut=1000), *pair[1:]]
    if event.cards:
        yield "cards changed", [event._replace(cards=event.cards[1:]), *pair[1:]]
    if event.person is not None:
        other = (event.person + 1) % len(game.compiled.persons)
        name = game.compiled.persons[other]
        yield "person changed", [event._replace(person=other, name=name), *pair[1:]]
    for key in keys_like(event.key):
        yield f"recorded as {key}", [event._replace(key=key), *pair[1:]]


@cache
def keys_like(key: str) -> tuple[str, ...]:
    """The keys of other events that are recorded with the same fields."""

    def form(row: EventKind) -> tuple[object, ...]:
        return row.coded, row.numbers, row.has_person, row.part

    return tuple(
        other
        for other, row in KINDS.items()
        if other != key and form(row) == form(KINDS[key]) and not other.endswith("_says")
    )


def is_free(event: Event, behind: Event | None, change: str, game: Played) -> bool:
    """Whether a changed game may still be correct, because the umpire ignores some conditions."""
    if change == "left out":
        is_last_of_game = behind is None and not game.is_over
        return is_last_of_game or event.phrase is not None or event.winner is not None or event.key == LINE
    if change == "hand changed":
        return "round" in game.variant.data["procedure"] and (event.hand in (0, 1) or behind is None)
    if change != "swapped" or behind is None:
        return False
    is_insurance = behind.key.startswith("insurance_")  # of a hand that a power of the dealer's makes void
    is_early = event.winner is not None or event.phrase is not None
    return (is_early and behind.phrase is not None) or (event.key == "hand_void" and is_insurance)


class Changed(NamedTuple):
    """A game with a changed event: its place, and the changed stretch."""

    way: tuple[str, str]
    at: int
    stretch: Stretch
    event: Event


def ways_to_change(game: Played, known: Set[tuple[str, str]]) -> Iterator[Changed]:
    """Changes of all unknown kinds, each at its first place in a game."""
    found = set(known)
    for at, (table, events) in enumerate(game.stretches):
        for index, event in enumerate(events):
            behind = events[index + 1] if index + 1 < len(events) else None
            for change, instead in changes(event, behind, game):
                way = event.key, change
                if way not in found and not is_free(event, behind, change, game):
                    found.add(way)
                    changed = Stretch(table, [*events[:index], *instead, *events[index + 2 :]])
                    yield Changed(way, at, changed, event)


def test_the_umpire_objects_to_any_change() -> None:
    """The umpire objects to events that are missing, repeated, swapped, or have a wrong number or name."""
    proven: set[tuple[str, str]] = set()
    missed = []
    for seed in FOLLOWED:
        game = played(seed)
        umpire, looked = game.umpire(), 0
        for way, at, changed, event in ways_to_change(game, proven):
            for table, events in game.stretches[looked:at]:
                umpire.look(table, events)
            looked = at
            proven.add(way)
            if game.objection(game.copy(umpire), [changed, *game.stretches[at + 1 :]]) is None:
                missed.append((seed, way, event))
    assert missed == []
    assert {key for key, _ in proven} == set(KINDS)
    assert len(proven) > 1150
