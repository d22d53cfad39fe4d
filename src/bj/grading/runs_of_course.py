"""Checks whether the runs of a course show the mistakes that should cost points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from bj.grading.grading import GradingPlan
from bj.grading.mutating import Laboratory, MutantResult, find_mutants
from bj.text.sentences import enumerate_words
from bj.verify.assignment import Assignment
from bj.verify.changed_games import remade
from bj.verify.marks import criterion_of, plain_number, round_points

FEW_GAMES = 24
"""The number of games to try for a rule that no run of a course shows."""

LARGEST_CHECK = 12_000_000
"""The number of characters in transcripts after which to stop examining mistakes."""

FEW_MISTAKES = 3
"""The number of mistakes below which their share says little about a run."""


class ShownMistake(NamedTuple):
    """A mistake that at least one run shows."""

    criterion: str
    runs: frozenset[str]
    """The runs that show it."""


class CourseCheck(NamedTuple):
    """The mistakes that the runs of a course show, and those that they do not."""

    unshown: Sequence[MutantResult]
    """A mistake for each rule that no run shows but another game would, with that game."""
    shown: Sequence[ShownMistake]
    """The mistakes that runs show, or nothing if games are so long that not every mistake was examined."""


def check_runs(runs: Mapping[str, Assignment], criteria: Collection[str]) -> CourseCheck:
    """Play the runs of a course with each mistake that belongs to ``criteria``, or to any if it is empty."""
    laboratory = Laboratory(runs, with_cases=False, is_course=True)
    unshown, shown = dict[str, MutantResult](), list[ShownMistake]()
    for mutant in find_mutants(laboratory.first):
        if laboratory.compared > LARGEST_CHECK:
            return CourseCheck([*unshown.values()], ())
        criterion = criterion_of(mutant.rule)
        is_wanted = not criteria or criterion in criteria
        checked = remade(laboratory.first.rules.data, [mutant.change]) if is_wanted else None
        if checked is None:
            continue
        if noticing := laboratory.runs_showing(checked):
            shown.append(ShownMistake(criterion, noticing))
        elif mutant.rule not in unshown and (game := laboratory.suggest(checked, FEW_GAMES)):
            unshown[mutant.rule] = MutantResult(mutant, (), game)
    return CourseCheck([*unshown.values()], shown)


def describe_unshown(results: Sequence[MutantResult]) -> Iterator[str]:
    """Describe rules that no run of a course shows, on one line each."""
    for each in results:
        yield f"  {each.mutant.rule}: {each.mutant.message} (try {each.suggestion})"


def describe_weak_runs(plan: GradingPlan, shown: Sequence[ShownMistake]) -> Iterator[str]:
    """Describe, for each name in ``[points]``, the runs that show fewer than half of its mistakes.

    Other runs show these mistakes, but a wrong program still earns the points of such a run.
    """
    for name, credit in plan.manifest.credits().items():
        runs = [run for run, exercised in plan.exercised.items() if not exercised.isdisjoint(credit.of)]
        mistakes = [each.runs for each in shown if each.criterion in credit.of]
        times = {run: sum(run in each for each in mistakes) for run in runs}
        weak = [run for run in runs if 2 * times[run] < len(mistakes)]
        if not weak or len(runs) < 2 or len(mistakes) < FEW_MISTAKES:
            continue
        weights = {run: plan.manifest.runs[run].weight for run in runs}
        share = sum(weights[run] for run in weak) / sum(weights.values())
        points = plain_number(round_points(credit.points * share, credit.points))
        most = max(times[run] for run in weak)
        who = f"run {weak[0]} shows" if len(weak) == 1 else f"runs {enumerate_words(weak)} show at most"
        kept = f"with one of the others, a program keeps {points} of {plain_number(credit.points)} points"
        yield f"{who} {most} of {len(mistakes)} mistakes in {name}; {kept}"


def unshown_members(plan: GradingPlan) -> list[str]:
    """Return the criteria in groups that come up in no run, as `rounding (in money)`."""
    shown = frozenset[str]().union(*plan.exercised.values())
    groups = ((name, group.of) for name, group in plan.manifest.credits().items() if len(group.of) > 1)
    return [f"{each} (in {name})" for name, members in groups for each in members if each not in shown]


def equal_runs(assignments: Mapping[str, Assignment]) -> list[str]:
    """Return groups of runs that play the same game, as `a and b`."""
    same: dict[str, list[str]] = {}
    for run, each in assignments.items():
        if each.chance == "seed":
            key = repr((sorted(each.values.items()), each.seed, each.rounds, each.answers))
            same.setdefault(key, []).append(run)
    return [enumerate_words(runs) for runs in same.values() if len(runs) > 1]
