"""How many mutants get the right rule as their first finding: ``python mutate.py [GAMES] [NAME]``."""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.verify.exams import verifier
from tests.verify.mutants import MUTANTS, Mutant, first_difference, games, may_be, program_of, transcript


def try_mutant(mutant: Mutant, count: int) -> tuple[Counter[str], list[str]]:
    """What came of some games of a mutant, and words about those that went wrong."""
    results: Counter[str] = Counter()
    words: list[str] = []
    right_program = program_of(mutant.program, ())
    wrong_program = program_of(mutant.program, ((mutant.old, mutant.new),))
    for game in games(mutant.program, count):
        right, wrong = transcript(right_program, game), transcript(wrong_program, game)
        line = first_difference(right, wrong)
        if not line:
            results["same"] += 1
            continue
        began = time.perf_counter()
        report = verifier(game.ruleset, game.values, game.seed).verify("mutant", wrong.encode())
        took = time.perf_counter() - began
        found = [(each.line, each.kind, each.rule, each.times) for each in report.findings]
        rules = mutant.rules.split()
        if took > 10:
            results["slow"] += 1
        if not found or found[0][0] != line:
            results["line"] += 1
        elif not may_be(found[0][2], rules):
            results["rule"] += 1
        elif not all(may_be(rule, rules) for _, _, rule, _ in found):
            results["more"] += 1
        else:
            results["good"] += 1
            continue
        words.append(
            f"    {game.ruleset} {dict(game.values)} seed {game.seed} line {line} {took:.1f}s: {found[:5]}"
        )
    return results, words


def main() -> None:
    """Try all mutants, or one, in some games each."""
    count = int(sys.argv[1]) if sys.argv[1:] else 20
    good = 0
    for mutant in MUTANTS:
        if sys.argv[2:] and sys.argv[2] not in mutant.name:
            continue
        began = time.perf_counter()
        results, words = try_mutant(mutant, count)
        is_good = not results["line"] and not results["rule"]
        good += is_good
        took = time.perf_counter() - began
        print("ok " if is_good else "BAD", f"{took:5.1f}s", mutant.name, dict(results), flush=True)
        print("\n".join(words[:3]), flush=True) if words else None
    print(good, "of", len(MUTANTS), "get the right rule at the right line")


if __name__ == "__main__":
    main()
