"""Verify transcripts of programs that break rules, which `bj verify` has to name.

    python tests/campaigns/broken.py [--games N] [--at-once M] [--seed S] [NAME...]

Each mutant of the independent programs plays so many games. Its first finding has to name the rule, at the
line where its transcript first differs from the right one, with the number of the hand, and with the kind and
the times that the mutant says; and no other rule may be called broken. Where another mutant prints the same
transcript, its rule is as good. With `--at-once`, so many mutations are made in one program, for as many
programs as there are mutants, and each that makes a difference has to be found. The exit code is 0 when 95%
of the programs are judged rightly in all of their games.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.verify.exams import verifier
from tests.verify.mutants import (
    MUTANTS,
    Mutant,
    Set,
    first_difference,
    games,
    hand_of,
    may_be,
    program_of,
    transcript,
)

LONG = 10.0
"""Seconds of processor time after which a verification is called slow."""

ENOUGH = 0.95


class Judgement(NamedTuple):
    """What came of one game."""

    what: str
    """`good`, `same` if no mutation shows, or what is wrong: `line`, `rule`, `hand`, `kind`, `times`,
    `missed` or `more`."""
    words: str
    seconds: float


def judge(mutants: Sequence[Mutant], game: Set) -> Judgement:
    """Verify a game of a program with some mutations."""
    program = mutants[0].program
    wrong = transcript(_made(mutants), game)
    shown = [
        each
        for each in mutants
        if transcript(_made([other for other in mutants if other is not each], program), game) != wrong
    ]
    right = transcript(program_of(program, ()), game)
    line = first_difference(right, wrong)
    if not line or not shown:
        return Judgement("same", "", 0)
    began = time.process_time()
    report = verifier(game.ruleset, game.values, game.seed, game.chance).verify("mutant", wrong.encode())
    took = time.process_time() - began
    rules = [rule for mutant in mutants for rule in mutant.rules]
    found = [finding.rule for finding in report.findings]
    if found and any(each.later for each in mutants):
        line = max(line, report.findings[0].line)
    if not found or report.findings[0].line != line:
        what = "line"
    elif not may_be(found[0], [*rules, *_rules_of_equals(mutants, game, wrong, found[0])]):
        what = "rule"
    elif report.findings[0].hand != hand_of(right, line):
        what = "hand"
    elif len(mutants) == 1 and mutants[0].kind not in ("", report.findings[0].kind):
        what = "kind"
    elif len(mutants) == 1 and _other_times(mutants[0], wrong, report.findings[0].times):
        what = "times"
    elif not all(any(may_be(rule, each.rules) for rule in found) for each in shown):
        what = "missed"
    else:
        what = "good" if all(may_be(rule, [*rules, found[0]]) for rule in found) else "more"
    told = [f"{each.line} {each.kind} {each.rule} x{each.times}" for each in report.findings[:6]]
    words = f"{game.ruleset} {dict(game.values)} seed {game.seed} line {line} {took:.1f} s: {'; '.join(told)}"
    return Judgement(what, words, took)


def _rules_of_equals(mutants: Sequence[Mutant], game: Set, wrong: str, rule: str) -> Iterator[str]:
    """The rules of other mutants that print the same transcript, and of which a rule may be one."""
    program, judged = mutants[0].program, {each.name for each in mutants}
    others = (each for each in MUTANTS if each.program == program and each.name not in judged)
    for each in others:
        if may_be(rule, each.rules) and transcript(program_of(program, each.changes), game) == wrong:
            yield from each.rules


def _other_times(mutant: Mutant, text: str, times: int) -> bool:
    """Whether a mistake does not show so many times."""
    return bool(mutant.shows) and len(re.findall(mutant.shows, text, re.M)) != times


def _made(mutants: Sequence[Mutant], program: str = "") -> object:
    """The program with some mutations."""
    return program_of(program or mutants[0].program, tuple(pair for each in mutants for pair in each.changes))


def choose(names: Sequence[str], at_once: int, seed: int) -> Iterator[tuple[Mutant, ...]]:
    """The mutations that are made in each program: all of them in turn, with others by chance."""
    chance = Random(seed)  # noqa: S311  # the same at every run
    for mutant in MUTANTS:
        if names and not any(name in mutant.name for name in names):
            continue
        while True:
            alike = [each for each in MUTANTS if each.program == mutant.program and each is not mutant]
            chosen = (mutant, *chance.sample(alike, at_once - 1))
            try:
                _made(chosen)
            except (ValueError, SyntaxError):  # they are about the same words
                continue
            yield chosen
            break


def main() -> int:
    """Judge programs, and say which are not judged rightly."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("names", nargs="*")
    told = parser.parse_args()
    totals: Counter[str] = Counter()
    programs = good = 0
    for mutants in choose(told.names, told.at_once, told.seed):
        judged = [judge(mutants, game) for game in games(mutants[0].program, told.games)]
        counted = Counter(each.what for each in judged)
        slow = sum(each.seconds > LONG for each in judged)
        programs += 1
        is_good = not counted.keys() - {"good", "same"}
        good += is_good
        totals += counted
        seconds = sum(each.seconds for each in judged)
        mark = "ok " if is_good else "BAD"
        name = " + ".join(mutant.name for mutant in mutants)
        print(f"{mark} {seconds:6.1f} s {slow or '':2} {name}: {dict(counted)}", flush=True)
        wrong = [each.words for each in judged if each.what not in ("good", "same")]
        for words in wrong[:3]:
            print(f"      {words}")
    print(f"{good} of {programs} programs are judged rightly; games: {dict(totals)}")
    return 0 if good >= ENOUGH * programs else 1


if __name__ == "__main__":
    sys.exit(main())
