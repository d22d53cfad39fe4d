"""Checks whether the runs of a course show the mistakes that should cost points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from bj.grading.grading import GradingPlan
from bj.grading.mutating import Laboratory, MutantResult, find_mutants
from bj.text.sentences import enumerate_words
from bj.verify.assignment import Assignment
from bj.verify.changed_games import remade
from bj.verify.marks import criterion_of
from bj.verify.rounded_payouts import ROUNDS
from bj.verify.sample_games import may_happen

FEW_GAMES = 24
"""The number of games to try for a rule whose violation shows in no run."""

LARGEST_CHECK = 12_000_000
"""The number of compared transcript characters after which no more mistakes are examined."""


def find_unshown(runs: Mapping[str, Assignment], criteria: Collection[str]) -> list[MutantResult]:
    """Return a mistake for each rule whose violation shows in no run, with another game that would show it.

    Only rules that belong to ``criteria`` are examined, or all rules if it is empty. If the games are long,
    only the first mistakes are examined.
    """
    laboratory = Laboratory(runs, with_cases=False, is_course=True)
    unshown = dict[str, MutantResult]()
    for mutant in find_mutants(laboratory.first):
        if laboratory.compared > LARGEST_CHECK:
            break
        is_wanted = mutant.rule not in unshown and (not criteria or criterion_of(mutant.rule) in criteria)
        checked = remade(laboratory.first.rules.data, [mutant.change]) if is_wanted else None
        if checked is None or laboratory.is_shown(checked):
            continue
        if game := laboratory.suggest(checked, FEW_GAMES):
            unshown[mutant.rule] = MutantResult(mutant, (), game)
    return [*unshown.values()]


def describe_unshown(results: Sequence[MutantResult]) -> Iterator[str]:
    """Describe the mistakes that show in no run, one per line."""
    for each in results:
        yield f"  {each.mutant.rule}: {each.mutant.message} ({each.suggestion})"


def unshown_members(plan: GradingPlan) -> list[str]:
    """Return the members of groups that come up in no run, in the form `rounding (in money)`.

    If all payouts are whole numbers, `rounding` is omitted, because it cannot come up in any game.
    """
    shown = frozenset[str]().union(*plan.exercised.values())
    if not any(may_happen(each) >= ROUNDS for each in plan.assignments.values()):
        shown |= {"rounding"}
    groups = ((name, group.of) for name, group in plan.manifest.credits().items() if len(group.of) > 1)
    return [f"{each} (in {name})" for name, members in groups for each in members if each not in shown]


def equal_runs(assignments: Mapping[str, Assignment]) -> list[str]:
    """Return each group of runs that play the same game, in the form `a and b`."""
    same: dict[str, list[str]] = {}
    for run, each in assignments.items():
        if each.chance == "seed":
            key = repr((sorted(each.values.items()), each.seed, each.rounds, each.answers))
            same.setdefault(key, []).append(run)
    return [enumerate_words(runs) for runs in same.values() if len(runs) > 1]
