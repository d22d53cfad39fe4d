"""Suggestions: games in which every rule comes up within a few hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.driving import answer, new_record, take_events
from bj.engine.view import Kind, Stop, View
from bj.record.events import read
from bj.session.engines import PLAIN
from bj.verify.assignment import Assignment
from bj.verify.marks import criteria_in

SEEDS = 200
"""Games that are looked at."""

MOST_STOPS = 5_000
"""Stops of the engine after which a game is long enough."""


class Suggestion(NamedTuple):
    """A game worth setting as an assignment."""

    seed: int
    hands: int
    events: frozenset[str]
    """What happens in it that does not happen in those before."""
    cuts: tuple[int, ...]
    """The cuts of its first shuffle, for a file of cuts."""


def suggest(assignment: Assignment) -> tuple[list[Suggestion], list[str]]:
    """A few games in which everything happens that happens in any of many, and what never happens."""
    model = assignment.rules.checked.model
    seeds = [assignment.seed, *range(SEEDS)]
    played = {seed: _play(assignment, seed) for seed in dict.fromkeys(seeds)}
    wanted = frozenset(assignment.rules.checked.said)
    missing = frozenset().union(*(events for events, _, _ in played.values())) & wanted
    chosen: list[Suggestion] = []
    while missing:
        seed = min(played, key=lambda each: (-len(played[each][0] & missing), played[each][1], each))
        events, hands, cuts = played[seed]
        most = len(model.shoe.shuffle.between or ()) and (model.shoe.shuffle.cuts or 0)
        chosen.append(Suggestion(seed, hands, events & missing, cuts[:most]))
        missing -= events
    happened = frozenset().union(*(events for events, _, _ in played.values()))
    return chosen, sorted(wanted - happened)


def in_words(found: tuple[list[Suggestion], list[str]]) -> Iterator[str]:
    """The suggestions in lines."""
    games, never = found
    for game in games:
        yield f"--seed {game.seed} ({game.hands} hands): {', '.join(sorted(game.events))}"
        criteria = criteria_in(game.events)
        if criteria:
            yield f"  marks for: {', '.join(criteria)}"
        if game.cuts:
            yield f"  the same by a file of cuts: {' '.join(map(str, game.cuts))}"
    if never:
        yield f"never: {', '.join(never)}"


def _play(assignment: Assignment, seed: int) -> tuple[frozenset[str], int, tuple[int, ...]]:
    """What happens in a game, in how many hands, and how the cards are cut; people do anything."""
    compiled = compile_ruleset(assignment.rules.checked, assignment.values, seed, rounds=assignment.rounds)
    table, events = compiled.table.copy(), new_record(4096)
    view = View(compiled.program, table)
    recorded: list[int] = []
    for stop in range(MOST_STOPS):
        status = PLAIN.advance(compiled.program, table, events)
        recorded += take_events(events)
        if status == Stop.DECISION:
            _answer(compiled, view, table, stop)
        elif status != Stop.EVENTS_FULL:
            break
    happened = list(read(recorded, compiled.persons))
    cuts = tuple(event.cut for event in happened if event.cut is not None)
    return frozenset(event.key for event in happened), view.hand_number, cuts


def _answer(compiled: Compiled, view: View, table: list[int], stop: int) -> None:
    """Answer for a person: every option in turn, and not forever."""
    question = view.question
    if question is None:
        return
    if question.kind == Kind.WAGER:
        least = max(question.wagers.start, min(10**compiled.decimals, max(question.wagers.stop - 1, 0)))
        answer(table, least)
    elif question.kind == Kind.AGAIN:
        answer(table, int(view.hand_number < 20))
    else:
        answer(table, question.actions[stop % len(question.actions)])
