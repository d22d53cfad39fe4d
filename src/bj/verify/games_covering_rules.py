"""Suggests a few short games that together exercise as many rules of an assignment as possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from typing import NamedTuple

from bj.argument_values import Value
from bj.verify.assignment import Assignment
from bj.verify.marks import CRITERIA, criteria_in
from bj.verify.rounded_payouts import ROUNDS
from bj.verify.sample_games import COUNTS, may_happen, play_game

SEEDS = 200
"""How many seeds to try with the arguments in the assignment."""

MORE_SEEDS = 20
"""How many seeds to try with each alternative choice of arguments, if events are still missing."""

MOST_CHOICES = 12
"""The maximum number of alternative choices of arguments to try."""


class Suggestion(NamedTuple):
    """A game that instructors may use for an assignment."""

    settings: tuple[str, ...]
    """The arguments that differ from those in the assignment, such as ``player=counting``."""
    seed: int
    hands: int
    events: frozenset[str]
    """The events that happen in this game but in no earlier suggestion."""
    cuts: tuple[int, ...]
    """The cuts in the first shuffle, which can be copied to a file of cuts."""


def suggest(assignment: Assignment) -> tuple[list[Suggestion], list[str]]:
    """Suggest a few games that together contain as many different events as possible.

    Return the suggestions, and the events that do not happen in any of them.
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
    """Choose a few games. Each ``wanted`` event that happens with any of ``seeds`` happens in one of them."""
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
    """Yield alternatives for the arguments that offer a choice.

    Each alternative consists of the changed settings and the values of all arguments.
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
    """Describe the result of ``suggest``, one line at a time."""
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
