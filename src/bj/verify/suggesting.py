"""Suggestions: games in which every rule comes up within a few hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from typing import NamedTuple

from bj.arguments import Value
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face.driving import answer, new_record, take_events
from bj.engine.face.view import Kind, Stop, View
from bj.record.events import read
from bj.session.engines import PLAIN
from bj.verify.assignment import Assignment
from bj.verify.marks import criteria_in

SEEDS = 200
"""Games that are looked at."""

MORE_SEEDS = 20
"""Games that are looked at with each other choice of arguments, where something is missing."""

MOST_CHOICES = 12
"""Other choices of arguments that are looked at."""

MOST_HANDS = 20
"""Hands after which people leave."""

MOST_STOPS = 5_000
"""Stops of the engine after which a game is long enough."""


class Suggestion(NamedTuple):
    """A game worth setting as an assignment."""

    settings: tuple[str, ...]
    """The arguments to set in place of those given, as in ``hands=10``."""
    seed: int
    hands: int
    events: frozenset[str]
    """Events of this game that do not happen in those before."""
    cuts: tuple[int, ...]
    """The cuts of its first shuffle, for a file of cuts."""


def suggest(assignment: Assignment) -> tuple[list[Suggestion], list[str]]:
    """A few games in which everything happens that happens in any of many, and what never happens."""
    wanted = frozenset(assignment.rules.checked.said)
    chosen = _choose(assignment, dict.fromkeys([assignment.seed, *range(SEEDS)]), wanted)
    never = wanted.difference(*(each.events for each in chosen))
    for settings, values in _other_choices(assignment) if never else ():
        found = _choose(replace(assignment, values=values), range(MORE_SEEDS), never)
        chosen += [each._replace(settings=settings) for each in found]
        never = never.difference(*(each.events for each in found))
    return chosen, sorted(never)


def _choose(assignment: Assignment, seeds: Iterable[int], wanted: frozenset[str]) -> list[Suggestion]:
    """The fewest of some games in which everything wanted happens that happens in any of them."""
    model = assignment.rules.checked.model
    most = len(model.shoe.shuffle.between or ()) and (model.shoe.shuffle.cuts or 0)
    played = {seed: _play(assignment, seed) for seed in seeds}
    missing = frozenset().union(*(events for events, _, _ in played.values())) & wanted
    chosen: list[Suggestion] = []
    while missing:
        seed = min(played, key=lambda each: (-len(played[each][0] & missing), played[each][1], each))
        events, hands, cuts = played[seed]
        chosen.append(Suggestion((), seed, hands, events & missing, cuts[:most]))
        missing -= events
    return chosen


def _other_choices(assignment: Assignment) -> Iterator[tuple[tuple[str, ...], Mapping[str, Value]]]:
    """Other choices that the arguments leave, as settings, with all values then."""
    arguments = assignment.rules.checked.model.command_line
    choices = {each.name: each.choices or [] for each in arguments if each.type == "choice"}
    for words in islice(product(*choices.values()), MOST_CHOICES):
        values = {**assignment.values, **dict(zip(choices, words, strict=True))}
        changed = (name for name in choices if values[name] != assignment.values.get(name))
        settings = tuple(f"{name}={values[name]}" for name in changed)
        if settings:
            yield settings, values


def in_words(found: tuple[list[Suggestion], list[str]]) -> Iterator[str]:
    """The suggestions in lines."""
    games, never = found
    for game in games:
        settings = "".join(f"--set {setting} " for setting in game.settings)
        yield f"{settings}--seed {game.seed} ({game.hands} hands): {', '.join(sorted(game.events))}"
        criteria = criteria_in(game.events)
        if criteria:
            yield f"  marks for: {', '.join(criteria)}"
        if game.cuts:
            yield f"  the same by a file of cuts: {' '.join(map(str, game.cuts))}"
    if never:
        yield f"in none of the games tried: {', '.join(never)}"


def _play(assignment: Assignment, seed: int) -> tuple[frozenset[str], int, tuple[int, ...]]:
    """The events of a game, the number of its hands, and its cuts; people do anything."""
    compiled = compile_ruleset(assignment.rules.checked, assignment.values, seed, rounds=assignment.rounds)
    table, events = compiled.table.copy(), new_record(4096)
    view = View(compiled.program, table)
    recorded: list[int] = []
    for stop in range(MOST_STOPS):
        status = PLAIN.advance(compiled.program, table, events)
        recorded += take_events(events)
        if status == Stop.DECISION and view.hand_number <= MOST_HANDS:
            _answer(compiled, view, table, stop)
        elif status not in (Stop.EVENTS_FULL, Stop.PAUSED):
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
        answer(table, int(view.hand_number < MOST_HANDS))
    else:
        replies = question.actions or (1, 0)
        answer(table, replies[stop % len(replies)])
