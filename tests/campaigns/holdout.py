"""Score `bj verify` on automatic mutants of the independent programs; a fixed third of them is held out.

    python tests/campaigns/holdout.py [--open] [--at-once M] [--count N] [--part K/N] [--list]

Without `--open`, prints only the score of the held-out third: its mutants stay unseen, so that `bj verify`
cannot be tuned to them. With `--open`, the other two thirds are scored, and `--list` prints each mutant that
is judged incorrectly. Each mutant plays one game, the first in which it shows. With `--at-once`, COUNT
programs have M mutations each. A mutant is judged by the line of its first finding, the number of its
mistakes, which may not exceed that of its mutations, and the rule of the first, as far as the place of the
mutation determines the rule. Further differences are not mistakes; another row counts them too.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.verify.automatic import Automatic, chosen, first_shown
from tests.verify.exams import verifier
from tests.verify.mutants import first_difference, may_be


class Score(NamedTuple):
    """The judgement of a report on a mutant."""

    line: bool
    number: bool
    rule: bool
    every: bool
    """Whether the further differences contain no wrong finding."""
    seconds: float
    words: str

    @property
    def good(self) -> bool:
        """Whether the line is right and all findings are true."""
        return self.line and self.number


def judge(mutants: tuple[Automatic, ...]) -> Score | None:
    """Verify the game of a program with mutations; None if they have no effect in it."""
    shown = first_shown(mutants)
    if shown is None:
        return None
    game, right, wrong = shown
    check = verifier(game.ruleset, game.values, game.seed, game.chance)
    began = time.process_time()
    report = check.verify("mutant", wrong.encode())
    took = time.process_time() - began
    line = first_difference(right, wrong)
    rules = [rule for each in mutants for rule in each.rules]
    is_any = not all(each.rules for each in mutants)
    first = report.findings[0] if report.findings else None
    is_line = first is not None and line - (first.kind == "ending") <= first.line <= line
    is_rule = bool(report.findings) and (is_any or may_be(report.findings[0].rule, rules))
    found = [
        f"{each.line} {each.kind} {each.rule} x{each.times}: {each.message}"
        + (" (further)" if each in report.further else "")
        for each in report.findings
    ]
    words = f"{game.ruleset} {dict(game.values)} seed {game.seed} line {line}, {took:.2f} s"
    is_number, is_every = (len(each) <= len(mutants) for each in (report.mistakes, report.findings))
    return Score(is_line, is_number, is_rule, is_every, took, "\n      ".join((words, *found[:8])))


def main() -> int:
    """Score the mutants."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--part", default="0/1")
    parser.add_argument("names", nargs="*")
    told = parser.parse_args()
    part, parts = map(int, told.part.split("/"))
    counted: Counter[str] = Counter()
    slowest = seconds = 0.0
    for number, mutants in enumerate(chosen(frozen=not told.open, at_once=told.at_once, count=told.count)):
        if number % parts != part or not all(
            any(name in each.name for each in mutants) for name in told.names
        ):
            continue
        score = judge(mutants)
        if score is None:
            counted["do not show"] += 1
            continue
        slowest, seconds = max(slowest, score.seconds), seconds + score.seconds
        names = ("line", "number", "rule", "good", "every")
        counted.update(["programs", *(name for name in names if getattr(score, name))])
        if told.open and told.list and not (score.good and score.rule):
            wrong = " ".join(name for name in names[:3] if not getattr(score, name))
            named = " + ".join(f"{each.program} {each.name}" for each in mutants)
            print(f"WRONG {wrong}: {named}\n      {score.words}", flush=True)
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    print(f"{'open' if told.open else 'frozen'}, {told.at_once} at once: {counted['programs']} programs")
    for name, what in (
        ("line", "the first finding is at the right line"),
        ("number", "no more mistakes than mutations"),
        ("every", "the same with the further differences"),
        ("good", "both"),
        ("rule", "the first finding names a rule of the changed place"),
    ):
        print(f"{counted[name]:6} {counted[name] / max(counted['programs'], 1):6.1%}  {what}")
    print(f"{seconds:.0f} s of processor time, the slowest {slowest:.1f} s; {megabytes:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
