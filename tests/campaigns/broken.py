"""Verify transcripts of programs that break rules; `bj verify` must name these rules.

    python tests/campaigns/broken.py [--games N] [--at-once M] [--seed S] [--chance seed|cuts|cards]
        [--marks] [--part K/N] [NAME...]

Each mutant of the independent programs plays N games. The first finding must name the rule, at the line where
the transcript first differs from the right one, with the number of the hand, and with the kind and the number
of times that the mutant gives. No other rule may be reported as broken. If another mutant prints the same
transcript, its rule counts too. With `--at-once`, each program has M mutations, and there are as many
programs as mutations; every mutation that makes a difference must be found. With `--chance cuts` or `cards`,
these come from the transcripts, as if no program had our generator; mutants with another shuffle, which are
then invisible, are left out. The exit code is 0 if 95% of the programs are judged correctly in all of their
games. With `--marks`, the marks are judged too: each criterion that loses its points needs a finding about a
broken rule, and no criterion of a broken rule may keep them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import get_args

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.verify.judging import judge, judge_marks, made
from tests.verify.mutants import MUTANTS, Mutant, games, transcript

from bj.verify.assignment import Chance

LONG = 10.0
"""Seconds of processor time after which a verification is called slow."""

ENOUGH = 0.95


def choose(names: Sequence[str], at_once: int, seed: int) -> Iterator[tuple[Mutant, ...]]:
    """The mutations in each program: every mutation in turn, with others drawn at random."""
    chance = Random(seed)  # noqa: S311  # the same at every run
    for mutant in MUTANTS:
        if names and not any(name in mutant.name for name in names):
            continue
        while True:
            alike = [each for each in MUTANTS if each.program == mutant.program and each is not mutant]
            chosen = (mutant, *chance.sample(alike, at_once - 1))
            try:
                transcript(made(chosen), next(games(mutant.program, 1)))
            except (ValueError, SyntaxError, NameError):  # they are about the same words, or lines
                continue
            yield chosen
            break


def main() -> int:
    """Judge programs, and print those judged wrongly."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--chance", choices=get_args(Chance))
    parser.add_argument("--marks", action="store_true")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("names", nargs="*")
    told = parser.parse_args()
    totals: Counter[str] = Counter()
    programs = good = 0
    part, parts = map(int, told.part.split("/"))
    deducted: Counter[str] = Counter()
    for number, mutants in enumerate(choose(told.names, told.at_once, told.seed)):
        if number % parts != part:
            continue
        if told.chance and any(rule.startswith("shoe") for each in mutants for rule in each.rules):
            continue
        played = [
            game._replace(chance=told.chance) if told.chance and game.chance == "seed" else game
            for game in games(mutants[0].program, told.games)
        ]
        judged = [judge(mutants, game) for game in played]
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
        for each in judged if told.marks else ():
            marks = judge_marks(each)
            deducted.update({name: len(criteria) for name, criteria in marks._asdict().items()})
            if marks.wrong or marks.kept:
                print(f"      MARKS wrong {marks.wrong} kept {marks.kept}: {each.words}", flush=True)
    print(f"{good} of {programs} programs are judged rightly; games: {dict(totals)}")
    if told.marks:
        print(f"criteria: {dict(deducted)}")
    return 0 if good >= ENOUGH * programs else 1


if __name__ == "__main__":
    sys.exit(main())
