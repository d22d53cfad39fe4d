"""Judges a report on a program with mutations: it must name the mistakes, and no others."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from tests.verify.exams import verifier
from tests.verify.mutants import (
    MOST_LINES,
    MUTANTS,
    Mutant,
    Set,
    first_difference,
    hand_of,
    is_program,
    may_be,
    program_of,
    transcript,
)

from bj.verify.findings import Report
from bj.verify.marks import CRITERIA, criterion_of, mark


class Judgement(NamedTuple):
    """The judgement about one game."""

    what: str
    """`good`, `same` if no mutation has an effect, or the fault: `line`, `rule`, `hand`, `kind`, `times`,
    `missed` or `more`.
    """
    words: str = ""
    seconds: float = 0
    report: Report = Report("")
    rules: Sequence[str] = ()
    """The broken rules, by the beginnings of their paths."""


def judge(mutants: Sequence[Mutant], game: Set) -> Judgement:
    """Verify a game of a program with mutations."""
    program = mutants[0].program
    wrong = transcript(made(mutants), game)
    shown = [
        each
        for each in mutants
        if transcript(made([other for other in mutants if other is not each], program), game) != wrong
    ]
    right = transcript(program_of(program, ()), game)
    line = first_difference(right, wrong)
    if not line or not shown:
        return Judgement("same")
    began = time.process_time()
    report = verifier(game.ruleset, game.values, game.seed, game.chance).verify("mutant", wrong.encode())
    took = time.process_time() - began
    found = [finding.rule for finding in report.findings]
    may_name = [(*each.rules, *_rules_of_equals(each, mutants, game, wrong, found)) for each in shown]
    rules = [rule for mutant in mutants for rule in mutant.rules] + [*chain(*may_name)]
    if wrong.count("\n") >= MOST_LINES:
        rules.append("procedure.game")  # which does not come to its end
    expected = right
    if found and any(each.later for each in mutants):
        line, expected = max(line, report.findings[0].line), wrong
    is_its_own = len(mutants) == 1 and bool(found) and may_be(found[0], mutants[0].rules)
    if not found or report.findings[0].line != line:
        what = "line"
    elif not may_be(found[0], rules):
        what = "rule"
    elif report.findings[0].hand not in (hand_of(expected, line), hand_of(wrong, line)):
        what = "hand"
    elif is_its_own and mutants[0].kind not in ("", report.findings[0].kind):
        what = "kind"
    elif is_its_own and _other_times(mutants[0], wrong, report.findings[0].times):
        what = "times"
    elif not all(any(may_be(rule, may) for rule in found) for may in may_name):
        what = "missed"
    else:
        what = "good" if all(may_be(rule, rules) for rule in found) else "more"
    told = [f"{each.line} {each.kind} {each.rule} x{each.times}" for each in report.findings[:6]]
    words = f"{game.ruleset} {dict(game.values)} seed {game.seed} line {line} {took:.1f} s: {'; '.join(told)}"
    return Judgement(what, words, took, report, rules)


class Deductions(NamedTuple):
    """The criteria for which a wrong transcript loses points, and those for which it should."""

    right: Sequence[str]
    """The criteria with a finding about a broken rule."""
    wrong: Sequence[str]
    kept: Sequence[str]
    """The criteria of the broken rules, if all keep their points, and no finding names such a rule."""


def judge_marks(judged: Judgement) -> Deductions:
    """Compare the marks of a judged transcript with the broken rules."""
    marks = mark(judged.report, dict.fromkeys(CRITERIA, 1.0))
    named = {
        each.name for each in marks if any(may_be(finding.rule, judged.rules) for finding in each.findings)
    }
    broken = [each.name for each in marks if each.why == "broken"]
    kept = {each.name for each in marks if each.why == "kept"}
    own = {criterion_of(rule) for rule in judged.rules}
    return Deductions(
        [each for each in broken if each in named],
        [each for each in broken if each not in named],
        sorted(own) if own <= kept and not named else [],
    )


def _rules_of_equals(
    mutant: Mutant, mutants: Sequence[Mutant], game: Set, wrong: str, found: Sequence[str]
) -> Iterator[str]:
    """The found rules of other mutants with the same transcript."""
    program, judged = mutant.program, {each.name for each in mutants}
    rest = [each for each in mutants if each is not mutant]
    for other in (each for each in MUTANTS if each.program == program and each.name not in judged):
        rules = [rule for rule in found if may_be(rule, other.rules) and not may_be(rule, mutant.rules)]
        if not rules or not is_program(program, changes_of((*rest, other))):
            continue
        if transcript(made((*rest, other)), game) == wrong:
            yield from rules


def _other_times(mutant: Mutant, text: str, times: int) -> bool:
    """Whether a finding has the wrong number of times."""
    return bool(mutant.shows) and len(re.findall(mutant.shows, text, re.M)) != times


def made(mutants: Sequence[Mutant], program: str = "") -> object:
    """A program with mutations."""
    return program_of(program or mutants[0].program, changes_of(mutants))


def changes_of(mutants: Sequence[Mutant]) -> tuple[tuple[str, str], ...]:
    """The texts that mutations replace."""
    return tuple(pair for each in mutants for pair in each.changes)
