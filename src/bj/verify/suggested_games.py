"""Suggests games for an assignment that together exercise every rule within a few hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from typing import NamedTuple

from bj.argument_values import Value
from bj.verify.assignment import Assignment
from bj.verify.fractional_payouts import ROUNDS
from bj.verify.marks import CRITERIA, criteria_in
from bj.verify.sample_games import COUNTS, may_happen, play_game

SEEDS = 200
"""The number of seeds to try for the arguments of the assignment."""

MORE_SEEDS = 20
"""The number of seeds to try for each alternative choice of arguments, if events are missing."""

MOST_CHOICES = 12
"""The maximum number of choices of arguments to try."""


class Suggestion(NamedTuple):
    """A game that is suggested for an assignment."""

    settings: tuple[str, ...]
    """The arguments that differ from those of the assignment, as in ``player=counting``."""
    seed: int
    hands: int
    events: frozenset[str]
    """Events in this game that earlier suggestions lack."""
    cuts: tuple[int, ...]
    """The cuts of the first shuffle, for a file of cuts."""


def suggest(assignment: Assignment) -> tuple[list[Suggestion], list[str]]:
    """Suggest a few games that together contain every event that any tried game contains.

    Return the suggestions, and the events that occur in no game.
    """
    wanted = frozenset(assignment.rules.checked.texts) | may_happen(assignment)
    chosen = _choose(assignment, dict.fromkeys([assignment.seed, *range(SEEDS)]), wanted)
    never = wanted.difference(*(each.events for each in chosen))
    for settings, values in other_choices(assignment) if never else ():
        found = _choose(replace(assignment, values=values), range(MORE_SEEDS), never)
        chosen += [each._replace(settings=settings) for each in found]
        never = never.difference(*(each.events for each in found))
    return chosen, sorted(never - ROUNDS)


def _choose(assignment: Assignment, seeds: Iterable[int], wanted: frozenset[str]) -> list[Suggestion]:
    """Choose a few of the games with ``seeds`` that together contain all ``wanted`` events of these games."""
    model = assignment.rules.checked.model
    most = len(model.shoe.shuffle.between or ()) and (model.shoe.shuffle.cuts or 0)
    played = {seed: play_game(assignment, seed) for seed in seeds}
    missing = frozenset().union(*(game.events for game in played.values())) & wanted
    chosen: list[Suggestion] = []
    while missing:
        seed = min(played, key=lambda each: (-len(played[each].events & missing), played[each].hands, each))
        game = played[seed]
        chosen.append(Suggestion((), seed, game.hands, game.events & missing, game.cuts[:most]))
        missing -= game.events
    return chosen


def other_choices(assignment: Assignment) -> Iterator[tuple[tuple[str, ...], Mapping[str, Value]]]:
    """Yield alternative values for the arguments that are choices.

    Each alternative consists of the settings that differ, and the values of all arguments.
    """
    arguments = assignment.rules.checked.model.command_line
    choices = {each.name: each.choices or [] for each in arguments if each.type == "choice"}
    for words in islice(product(*choices.values()), MOST_CHOICES):
        values = {**assignment.values, **dict(zip(choices, words, strict=True))}
        changed = (name for name in choices if values[name] != assignment.values.get(name))
        settings = tuple(f"{name}={values[name]}" for name in changed)
        if settings:
            yield settings, values


def in_words(found: tuple[list[Suggestion], list[str]]) -> Iterator[str]:
    """Describe the result of ``suggest`` in lines of text."""
    games, never = found
    lacking = {name for name, each in CRITERIA.items() if each.events}
    for game in games:
        settings = "".join(f"--set {setting} " for setting in game.settings)
        events = ", ".join(sorted(game.events - COUNTS - ROUNDS))
        yield f"{settings}--seed {game.seed} ({game.hands} hands): {events}"
        criteria = criteria_in(game.events)
        lacking -= {*criteria}
        if criteria:
            yield f"  marks for: {', '.join(criteria)}"
        if game.cuts:
            yield f"  the same game with a file of cuts: {' '.join(map(str, game.cuts))}"
    if never:
        yield f"in none of the games tried: {', '.join(never)}"
    if lacking:
        yield f"no marks for: {', '.join(name for name in CRITERIA if name in lacking)}"
